"""Parts: finished work of a run that goes on, each a file that is never changed.

A part is written at once, under another name first. Its name ends in the digest of its bytes; one
that is damaged is dropped, and its work is done again.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path

import polars as pl

from hanabilab.arena.folder import ResultsFolder
from hanabilab.errors import ResumeError

__all__ = ["keep_bytes", "keep_part", "part_paths", "read_file", "read_part", "take_part"]


def keep_part(folder: ResultsFolder, home: str, number: int, table: pl.DataFrame) -> Path:
    """Save a table as the part `number` in `home`, a folder in `folder`.

    Raises:
        OutputError: it cannot be written.
    """
    buffer = BytesIO()
    table.write_parquet(buffer, compression="lz4")
    return keep_bytes(folder, home, number, buffer.getvalue(), "parquet")


def keep_bytes(folder: ResultsFolder, home: str, number: int, data: bytes, suffix: str) -> Path:
    """Save bytes of any format as the part `number` in `home`; it may be there already.

    Raises:
        OutputError: it cannot be written.
    """
    name = f"part-{number:012d}-{_digest(data)}.{suffix}"
    folder.write(f"{home}/{name}", lambda path: path.write_bytes(data))
    return folder.path / home / name


def part_paths(folder: ResultsFolder, home: str) -> list[Path]:
    """The parts in `home`, in order of number."""
    return sorted((folder.path / home).glob("part-*"))


def take_part(path: Path) -> bytes | None:
    """The bytes of a part; None, and the part is gone, if it is damaged.

    Raises:
        ResumeError: it cannot be read.
    """
    if (data := read_part(path)) is None:
        path.unlink(missing_ok=True)
    return data


def read_part(path: Path) -> bytes | None:
    """The bytes of a part; None if it is damaged.

    Raises:
        ResumeError: it cannot be read.
    """
    data = read_file(path)
    return data if _digest(data) == path.stem.rpartition("-")[2] else None


def read_file(path: Path) -> bytes:
    """The bytes of a file of a run.

    Raises:
        ResumeError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ResumeError(f"cannot read {path}: {error.strerror}") from None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
