"""Games that were played before, as kernels replay them: their decks and their actions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.game.rows import new_states
from hanabilab.game.rules import Rules


class PlayedGames(NamedTuple):
    """G games of one set of rules, with a state to replay them in, one after the other."""

    states: NDArray[Any]  # [1] STATE row with the rules set; scratch
    decks: NDArray[np.int16]  # [G, deck_size]
    actions: NDArray[np.int64]  # [G, at least the most turns] action ids
    turns: NDArray[np.int64]  # [G] how many of them were taken


def games_of_table(rules: Rules, table: pl.DataFrame) -> PlayedGames:
    """The games of an arena's table. An action below 0 ends a game, whatever the column `turns`."""
    actions = table["actions"].to_numpy().astype(np.int64)
    ended = np.column_stack([actions < 0, np.ones(len(actions), np.bool_)])
    return PlayedGames(
        states=new_states(rules, 1),
        decks=table["deck"].to_numpy().astype(np.int16),
        actions=actions,
        turns=ended.argmax(axis=1),
    )
