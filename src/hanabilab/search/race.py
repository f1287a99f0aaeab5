"""Kernels of one-ply search: actions race each other in worlds drawn from the seat's beliefs.

In each world, all actions that are still in the race are played out with the same hands, the same
deck and the same random numbers, so that they differ by the action alone. An action's gain is its
score less that of the blueprint's action in the same worlds. An action leaves the race once its
gain is surely not the best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.engine import apply_action
from hanabilab.game.state import RUNNING
from hanabilab.randomness import Rng, draw_below, seed_rng
from hanabilab.search.rollouts import (
    FAILED,
    TO_THE_END,
    RolloutPolicy,
    count_memories,
    draw_world,
    observe_action,
    play_out,
)
from hanabilab.search.workspace import Position, Workspace

#: What is summed for each action: worlds, scores, squares of scores, gains, squares of gains.
TALLIES = 5
_WORLDS, _SCORES, _SQUARES, _GAINS, _GAIN_SQUARES = range(TALLIES)


class Race(NamedTuple):
    """The rules of a race."""

    blueprint_action: int
    threshold: float  # points by which a gain must be positive to count
    min_worlds: int  # before an action may leave
    sigmas: float  # standard errors that make a gain sure
    watched: int = -1  # the race is over once this action has left it


class Standings(NamedTuple):
    """How far a race has come. A actions."""

    tallies: NDArray[np.float64]  # [A, TALLIES]
    racing: NDArray[np.bool_]  # [A] which actions are in the race

    @classmethod
    def of(cls, legal: NDArray[np.bool_]) -> Standings:
        """Before the race, which all `legal` actions are in."""
        return cls(np.zeros((len(legal), TALLIES)), legal.copy())


@kernel
def _score(action: int, rollout_seed: int, workspace: Workspace, policy: RolloutPolicy) -> int:
    """Play `action` out in `workspace.world`; the score, or FAILED."""
    blueprint, turns = policy.blueprint, policy.turns
    rollout, memory = workspace.rollout, workspace.rollout_memory
    look_at, rngs = workspace.look_at, workspace.rngs
    copy_shared_fields(rollout, workspace.world)
    for seat in range(len(rngs)):
        seed_rng(rngs[seat], rollout_seed, 0, seat)
    if not apply_action(rollout, action):
        return FAILED
    copies = memory
    if memory.shape[1] > 0:
        copy_into(memory, workspace.world_memory)
        observe_action(memory, rollout, look_at, blueprint.observe)
        copies = memory[: count_memories(memory, blueprint)]
    while True:
        score = play_out(rollout, look_at, copies, rngs, turns, blueprint)
        if score == FAILED or rollout.status != RUNNING:
            return score
        turns = TO_THE_END
        blueprint = Blueprint(policy.rest, blueprint.observe, blueprint.memory_is_common)


@kernel
def add_score(tally: NDArray[np.float64], score: int, gain: int) -> None:
    """Count one more world in `tally` [TALLIES]: the score there and the gain, in points."""
    tally[_WORLDS] += 1
    tally[_SCORES] += score
    tally[_SQUARES] += score * score
    tally[_GAINS] += gain
    tally[_GAIN_SQUARES] += gain * gain


@kernel
def _gain_bounds(tally: NDArray[np.float64], sigmas: float) -> tuple[float, float]:
    """Bounds on an action's mean gain: `sigmas` standard errors below and above its estimate."""
    worlds = tally[_WORLDS]
    gain = tally[_GAINS] / worlds
    variance = (tally[_GAIN_SQUARES] - worlds * gain * gain) / (worlds - 1)
    # No spread seen yet is no proof of none: one gain of one point more is always conceivable.
    margin = sigmas * np.sqrt((max(variance, 0.0) + 1 / worlds) / worlds)
    return gain - margin, gain + margin


@kernel
def drop_losers(standings: Standings, race: Race) -> int:
    """Take out the actions that surely do not gain most, if worlds suffice; how many are left."""
    tallies, racing = standings.tallies, standings.racing
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
    while left > 1 and used + left <= rollouts:
        if not draw_world(workspace, position, policy.blueprint.observe, rng):
            return FAILED
        if not _play_world(standings, race, workspace, policy, draw_below(rng, 1 << 31)):
            return FAILED
        used += left
        left = drop_losers(standings, race)
        if race.watched >= 0 and not standings.racing[race.watched]:
            break
    return used


@kernel
def _play_world(
    standings: Standings, race: Race, workspace: Workspace, policy: RolloutPolicy, rollout_seed: int
) -> bool:
    """Play all actions in the race out in one world, with one rollout seed; False if one fails."""
    tallies, racing = standings.tallies, standings.racing
    base = _score(race.blueprint_action, rollout_seed, workspace, policy)
    if base == FAILED:
        return False
    add_score(tallies[race.blueprint_action], base, 0)
    for action in range(len(racing)):
        if racing[action] and action != race.blueprint_action:
            score = _score(action, rollout_seed, workspace, policy)
            if score == FAILED:
                return False
            add_score(tallies[action], score, score - base)
    return True
