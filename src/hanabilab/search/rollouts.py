"""Worlds drawn from a seat's beliefs, games played out in them, and actions that race. Kernels.

In each world, all actions that are still in the race are played out with the same hands, the same
deck and the same random numbers, so that they differ by the action alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, copy_shared_fields, inlined_kernel, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.hand_range import PackedHands
from hanabilab.beliefs.replay import Blueprint, observe_all, recall
from hanabilab.beliefs.sampled_worlds import (
    deal_world,
    draw_packed_hand,
    draw_packed_hand_by_trial,
    most_ways,
    sample_world,
)
from hanabilab.game.engine import apply_action, score
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng, draw_below, seed_rng
from hanabilab.search.estimates import Race, Standings, count_world, drop_losers

#: In place of a score: the policy chose an illegal action, or no game can reach the position.
FAILED = -2
#: Turns of a rollout that is played to the end of the game.
TO_THE_END = 1 << 30


class Position(NamedTuple):
    """What the searching seat knows and believes."""

    seen: Any  # VIEW row of the seat to act
    known_deck: NDArray[np.int16]  # [MAX_DECK]
    actions: NDArray[np.int16]  # [turns] so far
    hands: PackedHands  # the range; [0] to draw hands from hints alone
    counts: NDArray[np.int64]  # [MAX_CARDS] copies unseen
    sums: NDArray[np.float64]  # running sums of weights, `sum_blocks`; [0] to draw by trial
    memory_is_fixed: bool  # `Workspace.world_memory` holds in every world


class Workspace(NamedTuple):
    """Scratch for one search. P players, M size of the blueprint's memory."""

    world: Any  # STATE row: the world drawn last
    world_memory: NDArray[np.int64]  # [P, M] what seats remember there
    rollout: Any  # STATE row: the game played out
    rollout_memory: NDArray[np.int64]  # [P, M]
    rngs: NDArray[np.uint64]  # [P, 2] generators of the rollout
    past: Any  # STATE row
    look_at: Any  # VIEW row
    opening: NDArray[np.int64]  # [P, M] memory at the start of a game
    scratch: NDArray[np.int64]  # [SCRATCH_SIZE] of `beliefs.sampled_worlds`


class RolloutPolicy(NamedTuple):
    """Who plays rollouts: a policy in all seats, and after so many turns perhaps another one.

    The other one has the same memory.
    """

    blueprint: Blueprint
    turns: int  # TO_THE_END if there is no other
    rest: Act


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


# --- A race ---------------------------------------------------------------------------------------


@inlined_kernel
def take_action(action: int, rollout_seed: int, workspace: Workspace, blueprint: Blueprint) -> int:
    """Take `action` in `workspace.rollout`, a copy of the world, with fresh random numbers.

    Returns:
        How many of the memories are needed from there on, see `count_memories`; FAILED if the
        action is illegal.
    """
    rollout, memory = workspace.rollout, workspace.rollout_memory
    copy_shared_fields(rollout, workspace.world)
    for seat in range(len(workspace.rngs)):
        seed_rng(workspace.rngs[seat], rollout_seed, 0, seat)
    if not apply_action(rollout, action):
        return FAILED
    if memory.shape[1] == 0:
        return len(memory)
    copy_into(memory, workspace.world_memory)
    observe_action(memory, rollout, workspace.look_at, blueprint.observe)
    return count_memories(memory, blueprint)


@kernel
def play_action(action: int, rollout_seed: int, workspace: Workspace, policy: RolloutPolicy) -> int:
    """Play `action` out in `workspace.world`; the score, or FAILED."""
    blueprint, turns = policy.blueprint, policy.turns
    rollout, look_at, rngs = workspace.rollout, workspace.look_at, workspace.rngs
    count = take_action(action, rollout_seed, workspace, blueprint)
    if count == FAILED:
        return FAILED
    copies = workspace.rollout_memory[:count]
    while True:
        score = play_out(rollout, look_at, copies, rngs, turns, blueprint)
        if score == FAILED or rollout.status != RUNNING:
            return score
        turns = TO_THE_END
        blueprint = Blueprint(policy.rest, blueprint.observe, blueprint.memory_is_common)


@kernel
def run_race(
    standings: Standings,
    race: Race,
    position: Position,
    workspace: Workspace,
    policy: RolloutPolicy,
    rollouts: int,
    rng: Rng,
) -> int:
    """Let actions race until one is left or `rollouts` are spent; how many were made, or FAILED.

    Args:
        standings: changed.
        position: beliefs of the seat to act.
        workspace: scratch; the memory in the world must be set if it is fixed.
        policy: who plays.
    """
    used, left = 0, int(standings.racing.sum())
    scores = np.zeros(len(standings.racing))
    while left > 1 and used + left <= rollouts:
        if not draw_world(workspace, position, policy.blueprint.observe, rng):
            return FAILED
        if not _play_world(scores, standings, workspace, policy, draw_below(rng, 1 << 31)):
            return FAILED
        count_world(standings, race, scores)
        used += left
        left = drop_losers(standings, race)
        if race.watched >= 0 and not standings.racing[race.watched]:
            break
    return used


@kernel
def _play_world(
    scores: NDArray[np.float64],
    standings: Standings,
    workspace: Workspace,
    policy: RolloutPolicy,
    rollout_seed: int,
) -> bool:
    """Fill `scores` [A] of the actions in the race in one world; False if one fails."""
    for action in range(len(scores)):
        if standings.racing[action]:
            scores[action] = play_action(action, rollout_seed, workspace, policy)
            if scores[action] == FAILED:
                return False
    return True
