"""The tables of a study: their columns, and how their rows are read and written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hanabilab.errors import ResumeError
from hanabilab.runs.files import PRIVATE, write_bytes
from hanabilab.runs.reading import read_bytes

TURNS = (
    *("participant", "game", "turn", "seat", "by", "action", "think_seconds"),
    "reloads",  # folders of older releases have no such column
)
GAMES = ("participant", "game", "partner", "shown_as", "deck_seed", "status", "score", "turns")
ANSWERS = ("participant", "game", "question", "answer")

Row = tuple[str, ...]


def read_rows(file: Path, head: Sequence[str]) -> list[Row]:
    """The rows of a table that was kept, without its head; none if it was not.

    Raises:
        ResumeError: it cannot be read, or is another table.
    """
    if not file.exists():
        return []
    try:
        first, *rows = csv.reader(io.StringIO(read_bytes(file).decode(), newline=""), strict=True)
    except (ValueError, csv.Error) as error:  # not UTF-8, no line, or a field without end
        raise ResumeError(f"cannot read {file}: {error}") from None
    old = [*head[:7]]  # before reloads were noted
    if first not in ([*head], old) or any(len(row) != len(first) for row in rows):
        raise ResumeError(f"cannot read {file}: it has no rows of {', '.join(head)}")
    return [(*row, *[""] * (len(head) - len(first))) for row in rows]


def write_rows(file: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table whole, for its owner alone."""
    write_bytes(file, csv_bytes([head, *rows]), mode=PRIVATE)


def csv_bytes(rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows as a table has them."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
