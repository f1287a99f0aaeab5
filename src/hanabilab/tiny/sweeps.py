"""Sweeps over a tree for many policies at once: values and reach of histories, better actions.

Arrays end in B, the policies: [C, B] probabilities of choices, [N, B] numbers of histories. Values
are *weighed by chance*: a history's value is its share of the expected payoff, so that sums over
histories are expectations and nothing is normalized.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.levels import Level
from hanabilab.tiny.tree import GameTree

_Array = NDArray[np.float64]

#: Differences below this share of the largest payoff are rounding.
_ROUNDING = 1e-12

#: The same where values were computed in different ways, such as a learner's and a solver's.
_AGREEMENT = 1e-9


def tie_margin(tree: GameTree) -> float:
    """Values of one sweep no further apart than this are equal."""
    return _ROUNDING * tree.largest_payoff


def value_margin(largest_payoff: float) -> float:
    """Expected payoffs no further apart than this are equal, however they were computed."""
    return _AGREEMENT * largest_payoff


def all_values(tree: GameTree, policies: _Array) -> _Array:
    """[N, B] the value of each history when everyone follows a policy from there.

    Args:
        policies: [C, B]
    """
    values = np.repeat(tree.ends[:, None], policies.shape[1], axis=1)
    for level in reversed(tree.levels):
        values[level.before] = level.sum_by_history(policies[level.choice] * values[level.nodes])
    return values


def root_values(tree: GameTree, policies: _Array) -> _Array:
    """[B] the expected payoff of policies [C, B]."""
    return np.asarray(all_values(tree, policies)[tree.parent < 0].sum(axis=0))


def first_reach(tree: GameTree, batch: int) -> _Array:
    """[S, N, B] all 1: what `spread_reach` fills in for the histories after a step.

    The probability that the partners of a seat take a history. What it does itself counts as
    certain, because it knows what it did.
    """
    return np.ones((tree.game.seats, tree.size, batch))


def spread_reach(reach: _Array, policies: _Array, level: Level) -> None:
    """Fill the reach [S, N, B] of the histories after a step from that of those before it.

    Args:
        policies: [C, B] what partners do.
    """
    taken = policies[level.choice]
    for seat, own in enumerate(reach):
        chosen = np.where((level.actor == seat)[:, None], 1.0, taken)
        own[level.nodes] = own[level.parent] * chosen


def partners_reach(tree: GameTree, policies: _Array) -> _Array:
    """[S, N, B] the probability that the partners of each seat take each history.

    Args:
        policies: [C, B] what partners do.
    """
    reach = first_reach(tree, policies.shape[1])
    for level in tree.levels:
        spread_reach(reach, policies, level)
    return reach


def best_of(worth: _Array, level: Level, margin: float) -> NDArray[np.bool_]:
    """[c, B] which choices of a step are as good as the best of their information set.

    Args:
        worth: [c, B] of the choices.
        margin: differences up to this are none.
    """
    return np.asarray(worth >= level.most_of_set(worth) - margin)


def foremost(best: NDArray[np.bool_], level: Level, order: _Array) -> NDArray[np.bool_]:
    """[c, B] the one of the best choices of each set that has the greatest `order` [c, 1]."""
    ranked = np.where(best, order, -np.inf)
    return np.asarray(ranked == level.most_of_set(ranked))


def put_better(
    policies: _Array, worth: _Array, level: Level, seats: tuple[int, ...], margin: float
) -> None:
    """Change policies [C, B] where another action of a step is worth more; the first of equals.

    Args:
        worth: [c, B] what the choices of the step are worth, on one scale in each information set.
        seats: whose actions may change.
        margin: differences up to this are none, and leave the policy as it is.
    """
    mine = policies[level.choices]
    kept = np.add.reduceat(mine * worth, level.set_starts, axis=0)[level.owner]
    better = (level.most_of_set(worth) > kept + margin) & np.isin(level.seats, seats)[:, None]
    first = foremost(best_of(worth, level, margin), level, -np.arange(float(len(worth)))[:, None])
    policies[level.choices] = np.where(better, first, mine)
