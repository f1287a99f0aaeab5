"""Kernels of rollouts whose policy is asked from Python: what comes before and after each question.

Shapes: W worlds, N rollouts, R rollouts that wait, P players, M memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_shared_fields, kernel
from hanabilab.agents.policy import Observe
from hanabilab.beliefs.filters import observe_all
from hanabilab.game.engine import apply_action, score
from hanabilab.game.state import RUNNING
from hanabilab.game.view import View, fill_known_deck, look
from hanabilab.randomness import Rng, draw_below, seed_rng
from hanabilab.search.race import Position, Race, Workspace, draw_world
from hanabilab.search.rollouts import FAILED


@kernel
def draw_worlds(
    worlds: NDArray[Any],
    memory: NDArray[np.int64],
    rollout_seeds: NDArray[np.int64],
    position: Position,
    race: Race,
    workspace: Workspace,
    observe: Observe,
    rng: Rng,
) -> bool:
    """Fill `worlds` [W], what seats remember in them [W, P, M] and the seeds of their dice [W].

    Returns:
        False if no hand is possible.
    """
    for index in range(len(worlds)):
        if not draw_world(position, race, workspace, observe, rng):
            return False
        copy_shared_fields(worlds[index], workspace.world)
        memory[index] = workspace.memory[0]
        rollout_seeds[index] = draw_below(rng, 1 << 31)
    return True


@kernel
def branch(
    rollouts: NDArray[Any],
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    history: NDArray[np.int16],
    rollout_seeds: NDArray[np.int64],
    action: int,
    look_at: View,
    observe: Observe,
) -> bool:
    """Take `action` in rollouts [N] that are still worlds; False if it is illegal.

    Args:
        memory: [N, P, M] updated.
        rngs: [N, P, 2] filled: generators of the seats.
        history: [N, max_turns] actions so far, added to.
        rollout_seeds: [N] seeds of the generators.
    """
    for index in range(len(rollouts)):
        rollout = rollouts[index]
        for seat in range(rngs.shape[1]):
            seed_rng(rngs[index, seat], rollout_seeds[index], 0, seat)
        history[index, rollout.turn] = action
        if not apply_action(rollout, action):
            return False
        if memory.shape[2] > 0:
            observe_all(memory[index], rollout, look_at, observe)
    return True


@kernel
def show_waiting(
    rows: NDArray[np.int64],
    views: NDArray[Any],
    known_decks: NDArray[np.int16],
    rollouts: NDArray[Any],
) -> int:
    """List the rollouts that still run, at most R, and what their seats to act see; how many.

    Args:
        rows: [R] filled with their numbers.
        views: [R] VIEW rows, filled.
        known_decks: [R, MAX_DECK] filled.
    """
    count = 0
    for index in range(len(rollouts)):
        rollout = rollouts[index]
        if count < len(rows) and rollout.status == RUNNING:
            look(views[count], rollout, rollout.current_seat)
            fill_known_deck(known_decks[count], rollout, rollout.current_seat)
            rows[count] = index
            count += 1
    return count


@kernel
def take_actions(
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
    rollouts: NDArray[Any],
    memory: NDArray[np.int64],
    history: NDArray[np.int16],
    look_at: View,
    observe: Observe,
) -> bool:
    """Take `actions` [R] in the rollouts `rows` [R]; False if one is illegal."""
    for index in range(len(rows)):
        rollout = rollouts[rows[index]]
        history[rows[index], rollout.turn] = actions[index]
        if not apply_action(rollout, actions[index]):
            return False
        if memory.shape[2] > 0:
            observe_all(memory[rows[index]], rollout, look_at, observe)
    return True


@kernel
def score_all(scores: NDArray[np.int64], rollouts: NDArray[Any]) -> None:
    """Fill `scores` [N]; FAILED where a rollout has not ended."""
    for index in range(len(rollouts)):
        rollout = rollouts[index]
        scores[index] = FAILED if rollout.status == RUNNING else score(rollout)
