"""Worlds drawn from a seat's beliefs, and games played out in them. Kernels of every search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, inlined_kernel, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.packed_hands import draw_packed_hand, draw_packed_hand_by_trial, most_ways
from hanabilab.beliefs.replay import Blueprint, observe_all, recall
from hanabilab.beliefs.sampled_worlds import deal_world, sample_world
from hanabilab.game.engine import apply_action, score
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng
from hanabilab.search.workspace import Position, Workspace


class RolloutPolicy(NamedTuple):
    """Who plays rollouts: a policy in all seats, and after so many turns perhaps another one.

    The other one has the same memory.
    """

    blueprint: Blueprint
    turns: int  # TO_THE_END if there is no other
    rest: Act


#: In place of a score: the policy chose an illegal action, or no game can reach the position.
FAILED = -2
#: Turns of a rollout that is played to the end of the game.
TO_THE_END = 1 << 30


@kernel
def draw_world(workspace: Workspace, position: Position, observe: Observe, rng: Rng) -> bool:
    """Fill `workspace.world` by the seat's beliefs, and `world_memory` with what seats remember.

    Returns:
        False if no hand is possible.
    """
    world = workspace.world
    if not _draw_cards(workspace, position, rng):
        return False
    if workspace.world_memory.shape[1] > 0 and not position.memory_is_fixed:
        memory = workspace.world_memory
        copy_into(memory, workspace.opening)
        look_at = workspace.look_at
        recall(workspace.past, memory, world.deck, position.actions, look_at, observe)
    return True


@kernel
def _draw_cards(workspace: Workspace, position: Position, rng: Rng) -> bool:
    """Fill `workspace.world` alone; False if no hand is possible."""
    world, scratch = workspace.world, workspace.scratch
    seen, known_deck = position.seen, position.known_deck
    if len(position.hands.packed) == 0:
        return sample_world(world, seen, known_deck, scratch, rng)
    packed = _draw_packed_hand(position, rng)
    if packed < 0:
        return False
    deal_world(world, seen, known_deck, packed, scratch, rng)
    return True


@kernel
def _draw_packed_hand(position: Position, rng: Rng) -> int:
    """A hand of the range by weight; -1 if none was found."""
    if len(position.sums) == 0:
        most = most_ways(position.counts)
        return draw_packed_hand_by_trial(position.hands, position.counts, most, rng)
    return draw_packed_hand(position.hands, position.counts, position.sums, rng)


@kernel
def count_memories(memory: NDArray[np.int64], blueprint: Blueprint) -> int:
    """How many of the memories [P, M] are needed: 1 if common memory is the same in all seats.

    It is not where a seat has left the blueprint and others remember that differently.
    """
    if not blueprint.memory_is_common:
        return len(memory)
    for seat in range(1, len(memory)):
        for index in range(memory.shape[1]):
            if memory[seat, index] != memory[0, index]:
                return len(memory)
    return 1


@kernel
def observe_action(
    memory: NDArray[np.int64], state: State, look_at: View, observe: Observe
) -> None:
    """Let the memory [C, M] take in the last action: one copy if it is common, else one a seat."""
    if len(memory) == 1:
        look(look_at, state, state.last_seat)
        observe(look_at, memory[0])
    else:
        observe_all(memory, state, look_at, observe)


@inlined_kernel
def play_out(
    state: State,
    look_at: View,
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    turns: int,
    blueprint: Blueprint,
) -> int:
    """Play at most `turns` actions of one policy in all seats; the score then, or FAILED.

    The memory is [C, M], C being 1 where all seats' copies are alike and the policy's memory is
    common, and M being 0 for a policy without; the generators are [P, 2], or [1, 2] for one that
    all seats share.

    Args:
        state: STATE row, played on.
        look_at: VIEW row with the rules set; scratch.
        memory: [C, M], changed.
        rngs: [P, 2] or [1, 2], changed.
        turns: actions at most; TO_THE_END for all.
        blueprint: acts in all seats.
    """
    memory, rngs = borrow(memory), borrow(rngs)
    act, observe = blueprint.act, blueprint.observe
    last_copy, last_rng = len(memory) - 1, len(rngs) - 1
    while state.status == RUNNING and turns > 0:
        seat = int(state.current_seat)
        look(look_at, state, seat)
        action = act(look_at, memory[min(seat, last_copy)], rngs[min(seat, last_rng)])
        if not apply_action(state, action):
            return FAILED
        if memory.shape[1] > 0:
            observe_action(memory, state, look_at, observe)
        turns -= 1
    return score(state)
