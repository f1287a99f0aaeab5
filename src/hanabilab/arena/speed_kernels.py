"""Kernels of the speed workloads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel, prefetch
from hanabilab.game.actions import is_legal_by
from hanabilab.game.dealing import deal_seeded
from hanabilab.game.engine import apply_action
from hanabilab.game.state import RUNNING, State
from hanabilab.randomness import Rng, draw_below


@kernel
def _act_randomly(state: State, rng: Rng) -> None:
    """Take a legal action, all equally likely."""
    while not apply_action(state, draw_below(rng, state.rules.num_actions)):
        pass


@kernel
def random_games(state: State, rng: Rng, seed: int, games: int) -> int:
    """Play games to their end in one STATE row; return the number of moves."""
    moves = 0
    for game in range(games):
        deal_seeded(state, seed, game, rng)
        while state.status == RUNNING:
            _act_randomly(state, rng)
        moves += state.turn
    return moves


@kernel
def advance_randomly(states: NDArray[Any], max_moves: int, rng: Rng) -> None:
    """Make 0 to `max_moves` random moves in each game."""
    for index in range(len(states)):
        for _ in range(draw_below(rng, max_moves + 1)):
            if states[index].status == RUNNING:
                _act_randomly(states[index], rng)


@kernel
def choose_randomly(
    actions: NDArray[np.int64], states: NDArray[Any], first_game: int, rng: Rng
) -> None:
    """A random legal action for each game; a game that is over is dealt anew first."""
    rules = states[0].rules
    for index in range(len(states)):
        prefetch(states, index, "left", "hands")
        state = states[index]
        if state.status != RUNNING:
            deal_seeded(state, 0, first_game + index, rng)
        actions[index] = draw_below(rng, rules.num_actions)
        while not is_legal_by(rules, state, actions[index]):
            actions[index] = draw_below(rng, rules.num_actions)
