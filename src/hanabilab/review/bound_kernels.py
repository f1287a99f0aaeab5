"""What the discards and the order of the deck still allow, at every turn of many games: kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.arena.played_games import PlayedGames
from hanabilab.game.cards import max_reachable_score
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.state import RUNNING
from hanabilab.open_hands.bounds import is_lost, reckons_with
from hanabilab.open_hands.nodes import Deal, Node, fill_node


@kernel
def bound_games(
    reachable: NDArray[np.int16],
    lost_at: NDArray[np.int16],
    nodes: NDArray[Any],
    games: PlayedGames,
) -> int:
    """Replay games, and bound their scores at every turn.

    Args:
        reachable: [G, T + 1] the reachable score after each action, the deal first; after the last
            action it stays.
        lost_at: [G] after how many actions a bound proves that not all points can be had; -1 if
            none ever does.
        nodes: [1] NODE row; scratch.
        games: what to replay.

    Returns:
        The first game with an illegal action; -1 if there is none.
    """
    decks, actions, turns = games.decks, games.actions, games.turns
    state = games.states[0]
    last_at = np.zeros(state.rules.num_cards, np.int16)
    for game in range(len(decks)):
        copy_into(state.deck[: decks.shape[1]], decks[game])
        for place in range(decks.shape[1]):
            last_at[decks[game, place]] = place
        order = Deal(state.rules, decks[game], last_at)
        deal(state)
        lost_at[game] = -1
        for turn in range(turns[game] + 1):
            if turn and not apply_action(state, int(actions[game, turn - 1])):
                return game
            reachable[game, turn] = max_reachable_score(state)
            if lost_at[game] < 0 and _cannot_be_perfect(state, nodes[0], order):
                lost_at[game] = turn
        reachable[game, turns[game] + 1 :] = reachable[game, turns[game]]
    return -1


@kernel
def last_perfect(turns: NDArray[np.int16], games: PlayedGames) -> int:
    """Replay games up to where the best score is out of reach.

    Args:
        turns: [G] the last turn at which discards and strikes still allowed the best score; -1 if
            the game has it, or goes on and can still have it.
        games: what to replay.

    Returns:
        The first game with an illegal action; -1 if there is none.
    """
    state = games.states[0]
    for game in range(len(games.decks)):
        copy_into(state.deck[: games.decks.shape[1]], games.decks[game])
        deal(state)
        turns[game] = -1
        for turn in range(games.turns[game]):
            if not apply_action(state, int(games.actions[game, turn])):
                return game
            if state.points < state.rules.max_score and (
                state.status != RUNNING or max_reachable_score(state) < state.rules.max_score
            ):
                turns[game] = turn
                break
    return -1


@kernel
def _cannot_be_perfect(state: Any, node: Node, order: Deal) -> bool:
    if state.points == state.rules.max_score:
        return False
    if state.status != RUNNING or max_reachable_score(state) < state.rules.max_score:
        return True
    if not reckons_with(state.rules):
        return False
    fill_node(node, state)
    return is_lost(node, order)
