"""The games that a study of a search keeps: `games.csv`, a row each.

game, blueprint, score, and what the search took in it: MEASURES, whole numbers all of them
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from hanabilab.errors import ResumeError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.reading import read_csv

MAX_SCORE = 25
MEASURES = ("changes", "rollouts", "fallbacks", "off_model")
_SCORES = ("blueprint", "score")


def read_games(file: Path, measures: Sequence[str] = ()) -> pl.DataFrame:
    """The games in a file, in its order: `game`, both scores, and all MEASURES.

    Args:
        measures: that it must have; others that it leaves out were 0 in every game.

    Raises:
        ResumeError: it cannot be read, or holds what no study keeps.
    """
    table = read_csv(file)
    with faults_told(file):
        if fault := _fault_of(table, ("game", *_SCORES, *measures)):
            raise ResumeError(fault)
    left_out = [name for name in MEASURES if name not in table.columns]
    return table.with_columns(pl.lit(0).alias(name) for name in left_out)


def _fault_of(table: pl.DataFrame, columns: Sequence[str]) -> str | None:
    """What no table of games has; None if all is as it can be."""
    if missing := [name for name in columns if name not in table.columns]:
        return f"it has no column {missing[0]}"
    if odd := [name for name in table.columns if name not in (*columns, *MEASURES)]:
        return f"it has a column {odd[0]!r}"
    if table.is_empty():
        return "it has no games"
    for name in table.columns:
        most = MAX_SCORE if name in _SCORES else None
        if row := _first_wrong(table[name], most):
            return f"{name} is {row[1]!r} in row {row[0]}; {_needed(most)}"
    if (twice := table["game"].is_duplicated()).any():
        return f"game {table['game'].filter(twice)[0]} is there twice"
    return None


def _first_wrong(values: pl.Series, most: int | None) -> tuple[int, object] | None:
    """The row, from 1, and the value of the first that is no whole number up to `most`."""
    texts = values.dtype == pl.String  # one value that is no number makes texts of all
    found: list[Any] = [_as_number(each) for each in values] if texts else values.to_list()
    for row, value in enumerate(found, 1):
        if type(value) is not int or value < 0 or (most is not None and value > most):
            return row, value
    return (1, values[0]) if texts else None


def _as_number(text: str | None) -> object:
    return int(text) if text is not None and text.isascii() and text.isdigit() else text


def _needed(most: int | None) -> str:
    return f"a whole number from 0 to {most}" if most else "a whole number of at least 0"
