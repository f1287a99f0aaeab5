"""Which code runs: processes that share work must run the same, or results are of no one program.

A commit does not tell: an installed package has none, and a changed file keeps it.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
#: Files that no agent plays by: pages in the browser.
_NO_CODE = _PACKAGE / "web" / "static"
_KINDS = (".py", ".csv", ".lark", ".safetensors")


@functools.cache
def code_digest() -> str:
    """A digest of this package's sources, tables and weights, as they were when first asked."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in _KINDS and not path.is_relative_to(_NO_CODE):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
