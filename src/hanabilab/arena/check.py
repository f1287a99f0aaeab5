"""A table checked against its own games: each deck and its actions must give the row's numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from hanabilab.arena.check_kernels import replay_games
from hanabilab.arena.measures import behavior_columns, measure_table, require_decks
from hanabilab.arena.played_games import games_of_table
from hanabilab.arena.table import COUNTS
from hanabilab.errors import RulesError
from hanabilab.game.rules import Rules

# Games replayed at once: a part of a long table is copied to wider numbers.
_SLICE = 65_536


def findings_of_table(rules: Rules, table: pl.DataFrame) -> Iterator[str]:
    """What is wrong with the rows of a table: a line for each game that does not match its row."""
    for part in table.iter_slices(_SLICE):
        try:
            columns = replayed_counts(rules, part)
        except RulesError as error:
            yield str(error)
            continue
        told = _differences(part, columns)
        if columns["turns"].equals(part["turns"]):  # so the actions can be measured
            told = _differences(part, behavior_columns(measure_table(rules, part))) | told
        for row in sorted(told):
            yield f"game {part['game'][row]}: {told[row]}"


def replayed_counts(rules: Rules, table: pl.DataFrame) -> dict[str, pl.Series]:
    """What the games of a table come to, COUNTS by name.

    Raises:
        RulesError: its decks are not of these rules, or one of its actions is not legal.
    """
    require_decks(rules, table)
    columns = np.empty((len(COUNTS), len(table)), np.int16)
    fault = replay_games(
        columns,
        np.empty((1, rules.max_turns), np.int16),
        games_of_table(rules, table),
        table["status"].to_numpy(),
    )
    if fault >= 0:
        raise RulesError(f"game {table['game'][fault]}: one of its actions is not legal")
    return dict(zip(COUNTS, map(pl.Series, columns), strict=True))


def _differences(table: pl.DataFrame, expected: dict[str, pl.Series]) -> dict[int, str]:
    """By row, what is not as expected, or the first of it."""
    told: dict[int, str] = {}
    for name, values in expected.items():
        wrong = table[name].ne_missing(values.cast(table[name].dtype))
        for row in np.flatnonzero(wrong.to_numpy()).tolist():
            words = f"{name} is {table[name][row]}; its actions give {values[row]}"
            told.setdefault(row, words)
    return told
