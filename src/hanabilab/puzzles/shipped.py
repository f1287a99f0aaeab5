"""The puzzles that come with hanabilab, and any file of puzzles."""

from __future__ import annotations

import gzip
from importlib.resources import files
from pathlib import Path

import msgspec

from hanabilab.errors import NotationError
from hanabilab.puzzles.forms import Puzzle
from hanabilab.runs.faults import faults_told
from hanabilab.runs.reading import parse_json, read_bytes

#: In the package: a list of puzzles, packed.
SHIPPED = "shipped.json.gz"


def shipped_puzzles() -> list[Puzzle]:
    """The puzzles of the package, the easiest first."""
    data = files("hanabilab.puzzles").joinpath(SHIPPED).read_bytes()
    return parse_puzzles(gzip.decompress(data), Path(SHIPPED))


def load_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file that `hanabi puzzles` wrote.

    Raises:
        NotationError: it cannot be read, or holds something else.
    """
    return parse_puzzles(read_bytes(path, kind=NotationError), path)


def parse_puzzles(data: bytes, path: Path) -> list[Puzzle]:
    """The puzzles that `data` writes.

    Args:
        data: JSON.
        path: where it is from, for the message.

    Raises:
        NotationError: it is something else.
    """
    document = parse_json(data, path, NotationError)
    with faults_told(path, NotationError):
        return msgspec.convert(document, list[Puzzle])
