"""Files of others are read in one place: `runs.reading`. Whoever parses one alone is found here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hanabilab

pytestmark = pytest.mark.once

_SOURCES = Path(hanabilab.__file__).parent
#: What parses a file, and may take memory, raise anything or run code on the way.
_PARSES = re.compile(
    r"\b(np\.load|np\.fromfile|json\.loads?|tomllib|pl\.(read|scan)_\w+|ZipFile|pickle\.loads?"
    r"|memmap|msgspec\.json\.decode|safetensors\.torch import)\b"
)
#: Who may, and why.
_MAY = {
    "runs/reading.py": "the reader",
    "adapters/ah2ac2/messages.py": "what a candidate answers, whose size is limited as it comes in",
    "notation/site/foreign.py": "documents of the site, with limits of its own; below `runs`",
    "arena/kept_tables.py": "the version in a table's footer",
    "arena/play.py": "what a process of this very run has packed",
    "arena/on_ray.py": "what a process of this very run has told",
    "learning/weight_files.py": "safetensors, which reads no more than it is given; and own bytes",
    "web/server/playing.py": "requests, whose size is limited where they come in",
    "notation/language/words.py": "one quoted word",
    "notation/game_kinds.py": "whether JSON of a limited size is a game; what it raises is caught",
    "cli/completion/words.py": "a file of the package",
    "cli/documents/schemas.py": "files of the package",
    "_jit/disk_cache.py": "the user's own cache of kernels, as Numba reads its own",
    "_jit/imports.py": "a file of the same cache; what is no index is found anew",
}


def test_nobody_else_parses_files():
    """NumPy evaluates headers, json recurses, polars panics: the reader knows, others forget."""
    found = {
        path.relative_to(_SOURCES).as_posix()
        for path in _SOURCES.rglob("*.py")
        if _PARSES.search(path.read_text())
    }
    assert found == _MAY.keys()
    assert _PARSES.search("document = json.loads(path.read_text())")
