"""Bounds on the optimum without solving: full information above, uniformly random play below."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.levels import Level
from hanabilab.tiny.policies import uniform_policy, value_of
from hanabilab.tiny.tree import GameTree


def full_information_bound(tree: GameTree) -> float:
    """The best expected payoff if everyone saw all that is true at the table.

    No joint policy is worth more. What chance has not decided yet stays unknown.
    """
    return float(full_information_bounds(tree)[tree.parent < 0].sum())


def full_information_bounds(tree: GameTree) -> NDArray[np.float64]:
    """[N] the same from each history on, times the probability of its chance."""
    values = tree.ends.copy()
    for level in reversed(tree.levels):
        values[level.before] = _best_moves(level, values[level.nodes])
    return values


def _best_moves(level: Level, after: NDArray[np.float64]) -> NDArray[np.float64]:
    """[p] the best of the choices at each history before a step; chance is summed over."""
    moves = (np.diff(level.choice, prepend=-1) != 0) | (np.diff(level.parent, prepend=-1) != 0)
    starts = np.flatnonzero(moves)
    sums = np.add.reduceat(after, starts)
    _, first = np.unique(level.parent[starts], return_index=True)
    return np.asarray(np.maximum.reduceat(sums, first))


def uniform_value(tree: GameTree) -> float:
    """The expected payoff if everyone takes every action as likely."""
    return value_of(tree, uniform_policy(tree))
