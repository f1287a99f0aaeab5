"""Which code runs: processes that share work must run the same, or results are of no one program.

A commit does not tell: an installed package has none, and a changed file keeps it.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
#: Files that no agent plays by: pages in the browser, and examples, which a checkout has elsewhere.
_NO_CODE = ("web/static", "examples")
_KINDS = (".py", ".csv", ".lark", ".safetensors")


@functools.cache
def code_digest() -> str:
    """A digest of this package's sources, tables and weights, as they were when first asked."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE)
        if path.suffix in _KINDS and not any(map(name.is_relative_to, _NO_CODE)):
            digest.update(name.as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
