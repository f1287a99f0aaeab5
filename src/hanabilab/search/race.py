"""Kernels of one-ply search: actions race each other in worlds drawn from the seat's beliefs.

In each world, all actions still in the race are played out with the same hands, the same deck and
the same dice, so that they differ by the action alone. What counts is an action's gain over the
blueprint's action in the same worlds; an action leaves the race once its gain is surely not the
best.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.filters import recall
from hanabilab.beliefs.packed_hands import (
    EMPTY,
    card_at,
    draw_packed_hand,
    draw_packed_hand_by_trial,
    most_ways,
)
from hanabilab.beliefs.sampled import fill_world, sample_hand
from hanabilab.game.cards import NO_CARD
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND
from hanabilab.knowledge.unseen import count_unseen
from hanabilab.randomness import Rng, draw_below, seed_rng
from hanabilab.search.rollouts import FAILED, observe_action, play_out

#: What is summed for each action: worlds, scores, squares of scores, gains, squares of gains.
TALLIES = 5
_WORLDS, _SCORES, _SQUARES, _GAINS, _GAIN_SQUARES = range(TALLIES)


class Position(NamedTuple):
    """What the searching seat knows and believes."""

    seen: Any  # VIEW row of the seat to act
    known_deck: NDArray[np.int16]  # [MAX_DECK]
    actions: NDArray[np.int16]  # [max_turns]
    packed_hands: NDArray[np.int32]  # [N] the range; [0] to draw hands from hints alone
    likelihood: NDArray[np.float32]  # [N] or [0]
    counts: NDArray[np.int64]  # [MAX_CARDS] copies unseen
    sums: NDArray[np.float64]  # running sums of weights, `sum_blocks`; [0] to draw by trial


class Workspace(NamedTuple):
    """Scratch for one search."""

    world: Any  # STATE row
    rollout: Any  # STATE row
    past: Any  # STATE row
    look_at: Any  # VIEW row
    memory: NDArray[np.int64]  # [2, P, M]: in the world, in the rollout
    opening: NDArray[np.int64]  # [P, M] memory at the start of a game
    rngs: NDArray[np.uint64]  # [P, 2]
    scratch: NDArray[np.int64]  # [SCRATCH_SIZE] of `beliefs.sampled`


class Race(NamedTuple):
    """The rules of a race."""

    blueprint_action: int
    threshold: float  # points by which a gain must be positive to count
    min_worlds: int  # before an action may leave
    sigmas: float  # standard errors that make a gain sure
    memory_is_fixed: bool  # `Workspace.memory[0]` holds in every world
    memory_is_common: bool
    watched: int = -1  # the race is over once this action has left it


@kernel
def _draw_packed_hand(position: Position, rng: Rng) -> int:
    if len(position.sums) == 0:
        most = most_ways(position.counts)
        return draw_packed_hand_by_trial(position.packed_hands, position.counts, most, rng)
    return draw_packed_hand(
        position.packed_hands, position.likelihood, position.counts, position.sums, rng
    )


@kernel
def _draw_cards(position: Position, workspace: Workspace, rng: Rng) -> bool:
    """Fill `workspace.world` alone; False if no hand is possible."""
    scratch = workspace.scratch
    if len(position.packed_hands) == 0:
        if not sample_hand(scratch, position.seen, rng):
            return False
    else:
        packed = _draw_packed_hand(position, rng)
        if packed < 0:
            return False
        count_unseen(scratch[:MAX_CARDS], position.seen)
        for slot in range(MAX_HAND):
            card = card_at(packed, slot)
            scratch[MAX_CARDS + MAX_HAND + slot] = card if card != EMPTY else NO_CARD
    fill_world(workspace.world, position.seen, position.known_deck, scratch, rng)
    return True


@kernel
def draw_world(
    position: Position, race: Race, workspace: Workspace, observe: Observe, rng: Rng
) -> bool:
    """Fill `workspace.world` by the seat's beliefs, and `workspace.memory[0]` with what seats
    remember there.

    Returns:
        False if no hand is possible.
    """
    if not _draw_cards(position, workspace, rng):
        return False
    if workspace.memory.shape[2] > 0 and not race.memory_is_fixed:
        workspace.memory[0] = workspace.opening
        recall(
            workspace.past,
            workspace.memory[0],
            workspace.world.deck,
            position.actions,
            workspace.world.turn,
            workspace.look_at,
            observe,
        )
    return True


@kernel
def _all_alike(memory: NDArray[np.int64]) -> bool:
    """Whether all copies [P, M] are the same."""
    for seat in range(1, len(memory)):
        for index in range(memory.shape[1]):
            if memory[seat, index] != memory[0, index]:
                return False
    return True


@kernel
def _score(
    action: int, rollout_seed: int, workspace: Workspace, race: Race, act: Act, observe: Observe
) -> int:
    """Play `action` out in `workspace.world`; the score, or FAILED."""
    rollout, memory = workspace.rollout, workspace.memory[1]
    copy_shared_fields(rollout, workspace.world)
    for seat in range(len(workspace.rngs)):
        seed_rng(workspace.rngs[seat], rollout_seed, 0, seat)
    if not apply_action(rollout, action):
        return FAILED
    if memory.shape[1] == 0:
        return play_out(rollout, workspace.look_at, memory, workspace.rngs, act, observe)
    copy_into(memory, workspace.memory[0])
    observe_action(memory, rollout, workspace.look_at, observe)
    # The action may be off the blueprint: then seats can come to remember different things.
    copies = 1 if race.memory_is_common and _all_alike(memory) else len(memory)
    return play_out(rollout, workspace.look_at, memory[:copies], workspace.rngs, act, observe)


@kernel
def add_score(tally: NDArray[np.float64], score: int, gain: int) -> None:
    tally[_WORLDS] += 1
    tally[_SCORES] += score
    tally[_SQUARES] += score * score
    tally[_GAINS] += gain
    tally[_GAIN_SQUARES] += gain * gain


@kernel
def _gain_bounds(tally: NDArray[np.float64], sigmas: float) -> tuple[float, float]:
    """The least and the most that an action's mean gain may well be."""
    worlds = tally[_WORLDS]
    gain = tally[_GAINS] / worlds
    variance = (tally[_GAIN_SQUARES] - worlds * gain * gain) / (worlds - 1)
    # No spread seen yet is no proof of none: one gain of one point more is always conceivable.
    margin = sigmas * np.sqrt((max(variance, 0.0) + 1 / worlds) / worlds)
    return gain - margin, gain + margin


@kernel
def drop_losers(racing: NDArray[np.bool_], tallies: NDArray[np.float64], race: Race) -> int:
    """Take out the actions that surely do not gain most, if worlds suffice; how many are left."""
    if tallies[race.blueprint_action, _WORLDS] < race.min_worlds:
        return int(racing.sum())
    best = race.threshold  # the blueprint's action gains nothing, and is preferred by so much
    for action in range(len(racing)):
        if racing[action] and action != race.blueprint_action:
            best = max(best, _gain_bounds(tallies[action], race.sigmas)[0])
    left = 0
    for action in range(len(racing)):
        if racing[action] and action != race.blueprint_action:
            racing[action] = _gain_bounds(tallies[action], race.sigmas)[1] >= best
        left += racing[action]
    return left


@kernel
def run_race(
    tallies: NDArray[np.float64],
    racing: NDArray[np.bool_],
    position: Position,
    race: Race,
    workspace: Workspace,
    act: Act,
    observe: Observe,
    rollouts: int,
    rng: Rng,
) -> int:
    """Let actions race until one is left or `rollouts` are spent; how many were made, or FAILED.

    Args:
        tallies: [A, TALLIES] added to.
        racing: [A] which actions are in the race; losers are taken out.
        position: beliefs of the seat to act.
        workspace: scratch; the memory in the world must be set if it is fixed.
    """
    used, left = 0, int(racing.sum())
    while left > 1 and used + left <= rollouts:
        if not draw_world(position, race, workspace, observe, rng):
            return FAILED
        rollout_seed = draw_below(rng, 1 << 31)
        base = _score(race.blueprint_action, rollout_seed, workspace, race, act, observe)
        if base == FAILED:
            return FAILED
        add_score(tallies[race.blueprint_action], base, 0)
        for action in range(len(racing)):
            if racing[action] and action != race.blueprint_action:
                score = _score(action, rollout_seed, workspace, race, act, observe)
                if score == FAILED:
                    return FAILED
                add_score(tallies[action], score, score - base)
        used += left
        left = drop_losers(racing, tallies, race)
        if race.watched >= 0 and not racing[race.watched]:
            break
    return used
