"""Games of a table replayed from their decks and actions, with their results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.arena.loop import count_rows
from hanabilab.arena.played_games import PlayedGames
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.state import FORFEITED, RUNNING


@kernel
def replay_games(
    columns: NDArray[np.int16],
    history: NDArray[np.int16],
    games: PlayedGames,
    status: NDArray[np.int16],
) -> int:
    """Replay games.

    Args:
        columns: [9, G] filled in the order of `arena.table.COUNTS`.
        history: [1, most turns] scratch.
        games: what to replay.
        status: [G] FORFEITED where an agent gave the game up, which is no action.

    Returns:
        The first game with an illegal action; -1 if there is none.
    """
    decks, actions = games.decks, games.actions
    state = games.states[0]
    for game in range(len(decks)):
        copy_into(state.deck[: decks.shape[1]], decks[game])
        deal(state)
        for turn in range(games.turns[game]):
            if not apply_action(state, int(actions[game, turn])):
                return game
        if status[game] == FORFEITED and state.status == RUNNING:
            state.status = FORFEITED
        count_rows(columns[:, game : game + 1], history, games.states)
    return -1
