"""The arena's table: one row a game, and how a row becomes a record again."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena.loop import GameArrays
from hanabilab.arena.measures import BEHAVIOR_COLUMNS, RATIOS, behavior_columns
from hanabilab.game.rules import Rules
from hanabilab.notation.call import split_calls
from hanabilab.notation.record import Record
from hanabilab.runs.reading import TableLayout

#: Columns counted by `arena.loop.count_rows`, in its order. `status` is numbered as in
#: `game.state`; `points` are those on the table before a bomb takes them.
COUNTS = ("score", "points", "lives", "turns", "hints", "misplays", "discards", "tokens", "status")
#: Columns that every file of games must have; `arena.kept_tables` can do without the others.
ESSENTIAL = frozenset({"game", "turns", "status", "deck", "actions", "agents", "seed"})
# Columns that may have nulls: nothing in the game to count, or the time of a game is not known.
_NULLABLE = frozenset({*RATIOS, "seconds"})


def make_table(
    rules: Rules, games: NDArray[np.int64], arrays: GameArrays, columns: NDArray[np.int16]
) -> pl.DataFrame:
    """Rows of finished `games` [G], `columns` [9, G] counted; who played them is not told yet."""
    return pl.DataFrame(
        {
            "game": games,
            **dict(zip(COUNTS, columns, strict=True)),
            "perfect": columns[0] == rules.max_score,
            **behavior_columns(arrays.measures),
            "deck": arrays.states["deck"][:, : rules.deck_size].astype(np.int8),
            "actions": arrays.history.astype(np.int8),
        }
    )


def record_of(rules: Rules, row: dict[str, Any]) -> Record:
    """The record of one row, as `DataFrame.row(index, named=True)` gives it."""
    return Record(
        rules=rules,
        deck=tuple(row["deck"]),
        actions=tuple(action for action in row["actions"][: row["turns"]]),
        agents=tuple(split_calls(row["agents"])),
        source=f"seed={row['seed']} game={row['game']}",
    )


def typical_games(table: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """The rows of the best, the median and the worst game; the earliest game among equals."""
    ordered = table.sort(["score", "points", "game"], descending=[True, True, False])
    places = {"best": 0, "median": (len(ordered) - 1) // 2, "worst": len(ordered) - 1}
    return {name: ordered.row(place, named=True) for name, place in places.items()}


def table_layout(rules: Rules, rows: int) -> TableLayout:
    """What a table of at most `rows` games is made of; agents may have counters of their own."""
    columns: dict[str, pl.DataType] = {
        "game": pl.Int64(),
        **dict.fromkeys(COUNTS, pl.Int16()),
        "perfect": pl.Boolean(),
        **{name: pl.Float64() if name in RATIOS else pl.Int16() for name in BEHAVIOR_COLUMNS},
        "deck": pl.Array(pl.Int8, rules.deck_size),
        "actions": pl.Array(pl.Int8, rules.max_turns),
        "seconds": pl.Float64(),
        "agents": pl.String(),
        "seed": pl.Int64(),
    }
    return TableLayout(columns, rows, others=pl.Int64(), optional=columns.keys() - ESSENTIAL)


def _has_nulls(column: pl.Series) -> bool:
    """Whether there is a null, or one within a deck or a list of actions."""
    values = column.explode() if isinstance(column.dtype, pl.Array) else column
    return values.null_count() > 0


def fault_of_table(rules: Rules, table: pl.DataFrame) -> str | None:
    """What is out of range in a table that has the layout, or part of it; None if nothing is.

    Whether its games were played so is another question, which their replay answers.
    """
    top = {"score": rules.max_score, "points": rules.max_score, "turns": rules.max_turns}
    top |= {"lives": rules.life_tokens, "tokens": rules.information_tokens, "status": 4}
    whole = {name for name, dtype in table.schema.items() if dtype.is_integer()} - {"seed"}
    wrong = [
        name
        for name in table.columns
        if _has_nulls(table[name]) * (name not in _NULLABLE)
        or (name in whole and not table[name].is_between(0, top.get(name, table[name].max())).all())
    ]
    if "seconds" in table.columns:
        fine = table["seconds"].is_finite() & (table["seconds"] >= 0)
        wrong += [] if fine.all() else ["seconds"]
    if wrong:
        return f"its column {wrong[0]} has values out of range"
    if {"perfect", "score"} <= {*table.columns} and not (
        table["perfect"] == (table["score"] == rules.max_score)
    ).all():
        return "its columns perfect and score do not agree"
    if table["game"].n_unique() < len(table):
        return "it tells of a game twice"
    return None
