"""Passes over the histories of a game: down with probabilities, up with values.

Histories are numbered so that parents come before children; index letters are N histories,
C choices (an information set with one of its actions), I information sets. Values are *weighed by
chance*: a history's value is its share of the expected payoff, so that sums over histories are
expectations and nothing is normalized.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel

__all__ = ["fill_choice_values", "fill_reach", "fill_values"]


@kernel
def fill_reach(
    reach: NDArray[np.float64],
    policy: NDArray[np.float64],
    parent: NDArray[np.int64],
    choice: NDArray[np.int64],
) -> None:
    """The probability that the players take a history, if chance does.

    Args:
        reach: [N] to fill.
        policy: [C] probability of each choice; all 1 for seats that are left out.
        parent: [N] the history before; -1 for a deal.
        choice: [N] the choice that led here; -1 for a deal.
    """
    for node in range(len(reach)):
        before = parent[node]
        reach[node] = 1.0 if before < 0 else reach[before] * policy[choice[node]]


@kernel
def fill_values(
    values: NDArray[np.float64],
    policy: NDArray[np.float64],
    parent: NDArray[np.int64],
    choice: NDArray[np.int64],
    ends: NDArray[np.float64],
) -> None:
    """The value of each history when everyone follows `policy` from there.

    Args:
        values: [N] to fill.
        ends: [N] probability of chance times payoff at the ends, else 0.
    """
    values[:] = ends
    for node in range(len(values) - 1, -1, -1):
        before = parent[node]
        if before >= 0:
            values[before] += policy[choice[node]] * values[node]


@kernel
def fill_choice_values(
    totals: NDArray[np.float64],
    reach: NDArray[np.float64],
    values: NDArray[np.float64],
    parent: NDArray[np.int64],
    choice: NDArray[np.int64],
) -> None:
    """What each choice is worth: values after it, weighed by the reach of histories before it.

    Args:
        totals: [C] to fill.
    """
    totals[:] = 0.0
    for node in range(len(values)):
        before = parent[node]
        if before >= 0:
            totals[choice[node]] += reach[before] * values[node]
