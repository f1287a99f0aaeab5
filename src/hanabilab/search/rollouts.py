"""Kernels of one-ply search: play every action out in sampled worlds with all seats on a blueprint.

Common random numbers: world, deck and the policies' own random numbers are the same for every
action, so that differences between actions are differences of the actions alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_shared_fields, inlined_kernel, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.sampled import sample_world
from hanabilab.game.actions import is_legal
from hanabilab.game.engine import apply_action, deal, score
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng, draw_below, seed_rng

__all__ = ["FAILED", "NOT_LEGAL", "play_out", "recall", "rollout_scores"]

#: In place of a score: the action is not legal.
NOT_LEGAL = -1
#: In place of a score: the blueprint chose an illegal action, or no world was found.
FAILED = -2


@kernel
def observe_all(memory: NDArray[np.int64], state: State, look_at: View, observe: Observe) -> None:
    """Let every seat's memory [P, M] take in what has just happened."""
    for seat in range(state.rules.num_players):
        look(look_at, state, seat)
        observe(look_at, memory[seat])


@inlined_kernel
def play_out(
    state: State,
    look_at: View,
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    act: Act,
    observe: Observe,
) -> int:
    """Play `state` to its end with one policy in all seats, and return the score, or FAILED.

    The memory is [P, M], M being 0 for a policy without; the generators are [P, 2].
    """
    memory, rngs = borrow(memory), borrow(rngs)
    while state.status == RUNNING:
        seat = int(state.current_seat)
        look(look_at, state, seat)
        action = act(look_at, memory[seat], rngs[seat])
        if not apply_action(state, action):
            return FAILED
        if memory.shape[1] > 0:
            observe_all(memory, state, look_at, observe)
    return score(state)


@kernel
def recall(
    memory: NDArray[np.int64],
    world: State,
    past: State,
    look_at: View,
    actions: NDArray[np.int16],
    observe: Observe,
) -> None:
    """Fill `memory` [P, M] with what each seat remembers in `world` after `actions`; by replay."""
    memory[:] = 0
    past.deck[:] = world.deck
    deal(past)
    observe_all(memory, past, look_at, observe)
    for turn in range(world.turn):
        apply_action(past, actions[turn])
        observe_all(memory, past, look_at, observe)


@kernel
def rollout_scores(
    scores: NDArray[np.int16],
    view: View,
    known_deck: NDArray[np.int16],
    actions: NDArray[np.int16],
    own_memory: NDArray[np.int64],
    act: Act,
    observe: Observe,
    rng: Rng,
    states: NDArray[Any],
    look_at: View,
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    scratch: NDArray[np.int64],
) -> int:
    """Score every action in every world, and return the action that the blueprint would take.

    Args:
        scores: [rollouts, A] filled with scores, NOT_LEGAL or FAILED.
        view: of the searching seat.
        known_deck: [MAX_DECK] the deck as that seat knows it.
        actions: [max_turns] action ids of the game so far.
        own_memory: [M] of the searching seat.
        act: the blueprint.
        observe: the update of its memory.
        rng: [2] of the search, changed.
        states: [3] STATE rows with the rules set, scratch: world, rollout, past.
        look_at: VIEW row with the rules set, scratch.
        memory: [2, P, M] scratch: in the world, in the rollout.
        rngs: [P, 2] scratch.
        scratch: [SCRATCH_SIZE].
    """
    world, rollout = states[0], states[1]
    proposed = act(view, own_memory, rng)
    for index in range(len(scores)):
        scores[index] = NOT_LEGAL
        if not sample_world(world, view, known_deck, scratch, rng):
            scores[index] = FAILED
            continue
        if memory.shape[2] > 0:
            recall(memory[0], world, states[2], look_at, actions, observe)
        luck = draw_below(rng, 1 << 31)
        for action in range(view.rules.num_actions):
            if not is_legal(world, action):
                continue
            copy_shared_fields(rollout, world)
            memory[1] = memory[0]
            for seat in range(view.rules.num_players):
                seed_rng(rngs[seat], luck, 0, seat)
            apply_action(rollout, action)
            if memory.shape[2] > 0:
                observe_all(memory[1], rollout, look_at, observe)
            scores[index, action] = play_out(rollout, look_at, memory[1], rngs, act, observe)
    return proposed
