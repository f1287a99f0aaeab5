"""Games of a table replayed from their decks and actions, with their results."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.arena.loop import count_rows
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.state import FORFEITED, RUNNING


@kernel
def replay_games(
    columns: NDArray[np.int16],
    history: NDArray[np.int16],
    states: NDArray[Any],
    decks: NDArray[np.int16],
    actions: NDArray[np.int64],
    status: NDArray[np.int16],
) -> int:
    """Replay games.

    Args:
        columns: [9, G] filled in the order of `arena.table.COUNTS`.
        history: [1, most turns] scratch.
        states: [1] STATE row with its rules; scratch.
        decks: [G, deck_size].
        actions: [G, most turns] action ids, the first below 0 ends the game.
        status: [G] FORFEITED where an agent gave the game up, which is no action.

    Returns:
        The first game with an illegal action; -1 if there is none.
    """
    state = states[0]
    for game in range(len(decks)):
        copy_into(state.deck[: decks.shape[1]], decks[game])
        deal(state)
        for turn in range(actions.shape[1]):
            if actions[game, turn] < 0:
                break
            if not apply_action(state, int(actions[game, turn])):
                return game
        if status[game] == FORFEITED and state.status == RUNNING:
            state.status = FORFEITED
        count_rows(columns[:, game : game + 1], history, states)
    return -1
