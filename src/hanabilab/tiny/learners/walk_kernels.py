"""The steps that all tabular learners share: draw an outcome, choose an action, value a policy.

A *table* is [R x signals, A]: what a learner thinks of each action, by row and by the signal that
came with the last open action (see `q_kernels`). The row without a signal comes first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel
from hanabilab.randomness import Rng, draw_unit
from hanabilab.tiny.learners.walks import Walk


@inlined_kernel
def draw_deal(walk: Walk, rng: Rng) -> int:
    """The situation that a game begins in."""
    return _draw_outcome(walk, len(walk.first_outcome) - 2, rng)


@inlined_kernel
def draw_next(walk: Walk, situation: int, action: int, rng: Rng) -> int:
    """The situation after an action."""
    return _draw_outcome(walk, walk.first_branch[situation] + action, rng)


@inlined_kernel
def _draw_outcome(walk: Walk, branch: int, rng: Rng) -> int:
    first, last = walk.first_outcome[branch], walk.first_outcome[branch + 1] - 1
    if first < last:
        point = draw_unit(rng)
        while first < last and walk.cumulative[first] <= point:
            first += 1
    return int(walk.after[first])


@inlined_kernel
def find_greedy(preferences: NDArray[np.float64], num_actions: int) -> int:
    """The action that is preferred; the first of equals."""
    best = 0
    for action in range(1, num_actions):
        if preferences[action] > preferences[best]:
            best = action
    return best


@inlined_kernel
def greedy_value(walk: Walk, table: NDArray[np.float64], values: NDArray[np.float64]) -> float:
    """The exact expected payoff when everyone takes the preferred actions.

    Args:
        values: [N] that are overwritten.
    """
    signals = len(table) // len(walk.num_actions)
    for situation in range(len(values) - 1, -1, -1):
        row = walk.row[situation]
        if row < 0:
            values[situation] = walk.payoff[situation]
        else:
            action = find_greedy(table[row * signals], walk.num_actions[row])
            values[situation] = _mean_after(walk, walk.first_branch[situation] + action, values)
    return _mean_after(walk, len(walk.first_outcome) - 2, values)


@inlined_kernel
def _mean_after(walk: Walk, branch: int, values: NDArray[np.float64]) -> float:
    total = before = 0.0
    for outcome in range(walk.first_outcome[branch], walk.first_outcome[branch + 1]):
        total += (walk.cumulative[outcome] - before) * values[walk.after[outcome]]
        before = walk.cumulative[outcome]
    return total
