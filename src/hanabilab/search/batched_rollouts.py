"""Kernels of rollouts whose policy is asked from Python: what comes before and after each question.

Shapes: N games side by side, R of them that wait, P players, M size of the policy's memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.agents.policy import Observe
from hanabilab.beliefs.replay import observe_all
from hanabilab.game.engine import apply_action, score
from hanabilab.game.state import RUNNING
from hanabilab.game.view import fill_known_deck, look
from hanabilab.randomness import Rng, draw_below, seed_rng
from hanabilab.search.rollouts import FAILED, Position, Workspace, draw_world


class Games(NamedTuple):
    """Games side by side."""

    states: NDArray[Any]  # [N] STATE rows
    memory: NDArray[np.int64]  # [N, P, M]
    rngs: NDArray[np.uint64]  # [N, P, 2] generators of the seats
    actions: NDArray[np.int16]  # [N, max_turns] so far
    rollout_seeds: NDArray[np.int64]  # [N] what `branch` seeds the generators from
    look_at: Any  # VIEW row with the rules set; scratch


@kernel
def draw_worlds(
    games: Games, workspace: Workspace, position: Position, observe: Observe, rng: Rng
) -> bool:
    """Fill states, memory and rollout seeds of `games` with worlds.

    Args:
        games: with the rules set; actions and generators stay as they are.
        workspace: scratch; the memory in the world must be set if it is fixed.
        position: beliefs of the seat to act.
        observe: of the policy whose memory it is.
        rng: of the search, changed.

    Returns:
        False if no hand is possible.
    """
    for index in range(len(games.states)):
        if not draw_world(workspace, position, observe, rng):
            return False
        copy_shared_fields(games.states[index], workspace.world)
        copy_into(games.memory[index], workspace.world_memory)
        games.rollout_seeds[index] = draw_below(rng, 1 << 31)
    return True


@kernel
def branch(games: Games, action: int, observe: Observe) -> bool:
    """Take `action` in games that are still worlds, and seed them; False if it is illegal."""
    for index in range(len(games.states)):
        for seat in range(games.rngs.shape[1]):
            seed_rng(games.rngs[index, seat], games.rollout_seeds[index], 0, seat)
        if not _take_action(games, index, action, observe):
            return False
    return True


@kernel
def _take_action(games: Games, index: int, action: int, observe: Observe) -> bool:
    """Take `action` in one of the games; False if it is illegal."""
    state = games.states[index]
    games.actions[index, state.turn] = action
    if not apply_action(state, action):
        return False
    if games.memory.shape[2] > 0:
        observe_all(games.memory[index], state, games.look_at, observe)
    return True


@kernel
def show_waiting(
    rows: NDArray[np.int64],
    views: NDArray[Any],
    known_decks: NDArray[np.int16],
    states: NDArray[Any],
) -> int:
    """List the games that still run, at most R, and what their seats to act see; how many.

    Args:
        rows: [R] filled with their numbers.
        views: [R] VIEW rows, filled.
        known_decks: [R, MAX_DECK] filled.
        states: [N] STATE rows.
    """
    count = 0
    for index in range(len(states)):
        state = states[index]
        if count < len(rows) and state.status == RUNNING:
            look(views[count], state, state.current_seat)
            fill_known_deck(known_decks[count], state, state.current_seat)
            rows[count] = index
            count += 1
    return count


@kernel
def take_actions(
    games: Games, rows: NDArray[np.int64], actions: NDArray[np.int64], observe: Observe
) -> bool:
    """Take `actions` [R] in the games `rows` [R]; False if one is illegal."""
    for index in range(len(rows)):
        if not _take_action(games, rows[index], actions[index], observe):
            return False
    return True


@kernel
def score_all(scores: NDArray[np.int64], states: NDArray[Any]) -> None:
    """Fill `scores` [N]; FAILED where a game has not ended."""
    for index in range(len(states)):
        state = states[index]
        scores[index] = FAILED if state.status == RUNNING else score(state)
