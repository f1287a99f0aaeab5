"""How agents behave: names and ratios of what `arena.measure_kernels` counts; counts of records.

Three ratios describe a player (Canaan 2019 and its follow-up of 2020; docs/measures.md):

- communicativeness, hints for each turn with a token to hint with;
- risk aversion, the mean over plays of how probable it was that the card fits;
- information per play, the mean over plays of the share of color and rank that was known.

They are ratios of sums, over as many seats and games as were counted; without a turn with a token,
or without a play, there is none. Shapes: G games, P players, K counters, `NUM_MEASURES`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena import measure_kernels as kernels
from hanabilab.arena.played_games import PlayedGames
from hanabilab.errors import RulesError
from hanabilab.game.checks import check_deck
from hanabilab.game.rows import new_states
from hanabilab.game.rules import Rules
from hanabilab.notation.record import Record

#: The counters, in the order of `arena.measure_kernels`.
MEASURES = (
    "discards",
    "plays",
    "color_hints",
    "rank_hints",
    "hint_turns",
    "misplays",
    "playability",
    "known_attributes",
    "useless_discards",
    "critical_discards",
)
RATIOS = ("communicativeness", "risk_aversion", "information_per_play")
# Counters that are columns of the arena's table; the others are there already, or in a ratio.
_COUNTS = (
    "hint_turns",
    "color_hints",
    "rank_hints",
    "plays",
    "useless_discards",
    "critical_discards",
)
#: What these make of the arena's table, in its order.
BEHAVIOR_COLUMNS = (*_COUNTS, *RATIOS)
# Games replayed at once: a part of a long table is copied to wider numbers.
_SLICE = 65_536


def behavior(counters: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """The three ratios by name, each of shape [...], from counters [..., K]; NaN where undefined.

    Add counters up first where ratios of several seats or games are wanted.
    """
    hints = counters[..., kernels.COLOR_HINTS] + counters[..., kernels.RANK_HINTS]
    plays = counters[..., kernels.PLAYS]
    playability = counters[..., kernels.PLAYABILITY] / kernels.PLAYABILITY_UNIT
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = (
            hints / counters[..., kernels.HINT_TURNS],
            playability / plays,
            counters[..., kernels.KNOWN_ATTRIBUTES] / 2 / plays,
        )
    return dict(zip(RATIOS, ratios, strict=True))


def behavior_by_seat(counters: NDArray[np.int64]) -> list[dict[str, float | None]]:
    """The three ratios of each seat, from counters [P, K]; None where undefined."""
    columns = {name: _or_none(values) for name, values in behavior(counters).items()}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _or_none(values: NDArray[np.float64]) -> list[float | None]:
    return [None if np.isnan(value) else float(value) for value in values]


def behavior_columns(counters: NDArray[np.int64]) -> dict[str, pl.Series]:
    """BEHAVIOR_COLUMNS from counters [G, P, K], over all seats of a game; null where undefined."""
    totals = counters.sum(axis=1)
    counts = {name: pl.Series(totals[:, MEASURES.index(name)].astype(np.int16)) for name in _COUNTS}
    ratios = behavior(totals).items()
    return counts | {name: pl.Series(values).fill_nan(None) for name, values in ratios}


def measure_record(record: Record) -> NDArray[np.int64]:
    """[P, K] what was done in a game, whoever played it.

    Raises:
        RulesError: the deck is not the rules' deck.
        IllegalActionError: an impossible action; which, and why.
    """
    deck = check_deck(record.rules, record.deck)
    actions = np.asarray(record.actions, np.int64)
    counters, fault = _replay(record.rules, deck[None], actions[None], np.array([len(actions)]))
    if fault >= 0:
        record.replayed()  # tells what is wrong
    return counters[0]


def measure_table(rules: Rules, table: pl.DataFrame) -> NDArray[np.int64]:
    """[G, P, K] what each seat did in the games of an arena's table, by replay.

    The table itself has what all seats did together.

    Raises:
        RulesError: its games are not of these rules.
    """
    parts = [_measure_part(rules, part) for part in table.iter_slices(_SLICE)]
    return np.concatenate([np.zeros((0, rules.players, kernels.NUM_MEASURES), np.int64), *parts])


def _measure_part(rules: Rules, table: pl.DataFrame) -> NDArray[np.int64]:
    require_decks(rules, table)
    turns = table["turns"].to_numpy()
    counters, fault = _replay(rules, table["deck"].to_numpy(), table["actions"].to_numpy(), turns)
    if fault >= 0:
        raise RulesError(f"game {table['game'][fault]} of the table was played by other rules")
    return counters


def require_decks(rules: Rules, table: pl.DataFrame) -> None:
    """Do nothing if each deck of a table has the cards of the rules.

    Raises:
        RulesError: one has not.
    """
    decks = np.sort(table["deck"].to_numpy(), axis=1)
    if not np.array_equal(decks, np.tile(_sorted_deck(rules), (len(decks), 1))):
        raise RulesError("the table's decks are not of these rules")


def _sorted_deck(rules: Rules) -> NDArray[np.int8]:
    return rules.tables.sorted_deck[: rules.deck_size]


def _replay(
    rules: Rules, decks: NDArray[Any], actions: NDArray[Any], turns: NDArray[Any]
) -> tuple[NDArray[np.int64], int]:
    """Counters [G, P, K], and the first game that has an illegal action or -1."""
    counters = np.zeros((len(decks), rules.players, kernels.NUM_MEASURES), np.int64)
    given = decks.astype(np.int16), actions.astype(np.int64), turns.astype(np.int64)
    fault = kernels.measure_games(counters, PlayedGames(new_states(rules, 1), *given))
    return counters, int(fault)
