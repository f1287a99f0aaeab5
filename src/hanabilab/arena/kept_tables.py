"""The arena's table in files: the version that a file tells of, and older files made complete.

    1  the first table, without the measures of behavior
    2  with the measures of behavior

Files of these two versions may tell of none. Whoever adds a column raises VERSION. A file may lack
every column but the ESSENTIAL: what decks and actions give is counted anew, and the rest is null.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import polars as pl

from hanabilab.arena.check import replayed_counts
from hanabilab.arena.measures import BEHAVIOR_COLUMNS, behavior_columns, measure_table
from hanabilab.arena.table import COUNTS, fault_of_table, table_layout
from hanabilab.errors import ResumeError
from hanabilab.game.rules import Rules
from hanabilab.runs.faults import faults_told
from hanabilab.runs.panics import panics_silenced
from hanabilab.runs.reading import read_table

#: The version of the table that is written, and the newest that is read.
VERSION: Final = 2
#: Where in a file's own metadata its version stands.
_KEY = "hanabilab.table"


def table_as_bytes(table: pl.DataFrame) -> bytes:
    """The file of a whole table."""
    buffer = BytesIO()
    table.write_parquet(buffer, compression="lz4", metadata={_KEY: str(VERSION)})
    return buffer.getvalue()


def is_current(file: Path) -> bool:
    """Whether a file of a table is of the version that is written now."""
    return _version(file) == str(VERSION)


def read_games(data: bytes, rules: Rules, rows: int, path: Path) -> pl.DataFrame:
    """The games that `data`, a file of at most `rows` of them, holds; of any version.

    Args:
        path: where `data` is from, for the message.

    Raises:
        ResumeError: a table of a newer version, or one that no games can have.
    """
    told = _version(BytesIO(data))
    if told is not None and told not in map(str, range(1, VERSION + 1)):
        raise ResumeError(
            f"cannot read {path}: it is of version {told[:20]} of the table, and this hanabilab "
            f"reads versions 1 to {VERSION}"
        )
    table = read_table(data, table_layout(rules, rows), path)
    with faults_told(path):
        if fault := "it has no games" if table.is_empty() else fault_of_table(rules, table):
            raise ValueError(fault)
        return _whole(rules, table)


def _version(file: BytesIO | Path) -> str | None:
    """The version that a file tells of; None if it tells of none, or is no such file."""
    try:
        with panics_silenced():
            return pl.read_parquet_metadata(file).get(_KEY)
    except (pl.exceptions.PolarsError, OSError, ValueError):
        return None


def _whole(rules: Rules, table: pl.DataFrame) -> pl.DataFrame:
    """The table with all columns in their order, counters of agents last.

    Raises:
        RulesError: its games are not of these rules, so that they cannot be counted anew.
    """
    columns = table_layout(rules, len(table)).columns
    missing = {name: columns[name] for name in columns if name not in table.columns}
    if not missing:
        return table
    found: dict[str, pl.Series] = {}
    if missing.keys() & {*COUNTS, "perfect"}:
        found |= replayed_counts(rules, table)
        found["perfect"] = found["score"] == rules.max_score
    if missing.keys() & {*BEHAVIOR_COLUMNS}:
        found |= behavior_columns(measure_table(rules, table))
    empty = pl.Series([None]).new_from_index(0, len(table))
    added = {name: found.get(name, empty).cast(kind) for name, kind in missing.items()}
    return table.with_columns(**added).select(*columns, pl.exclude(*columns))
