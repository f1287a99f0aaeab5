"""One-ply search from all policies of a small game, or some: who gains, who loses, who cycles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.all_policies import check_policy_count, number_policies, policy_batches
from hanabilab.tiny.operators.one_ply import Searchers, improve, improve_all
from hanabilab.tiny.policies import random_policy, value_of
from hanabilab.tiny.sweeps import root_values
from hanabilab.tiny.tree import GameTree


@dataclass(frozen=True)
class Census:
    """One operator on all P policies of a game, by their numbers (`all_policies`).

    Attributes:
        searchers: the operator.
        values: [P] of the policies.
        after: [P] the policy that search makes of each.
    """

    searchers: Searchers
    values: NDArray[np.float64]
    after: NDArray[np.int64]

    @property
    def searched(self) -> NDArray[np.float64]:
        """[P] values after one search."""
        return self.values[self.after]

    def limits(self) -> NDArray[np.int64]:
        """[P] where each leads to if the search is repeated: a fixed point, or one of a cycle."""
        reached = self.after
        for _ in range(len(self.after).bit_length()):
            reached = reached[reached]  # doubles the steps taken
        return reached

    def cycling(self) -> NDArray[np.bool_]:
        """[P] whether repeated search never settles."""
        limits = self.limits()
        return np.asarray(self.after[limits] != limits)


def improve_random(
    tree: GameTree, searchers: Searchers, count: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """[P] values of random deterministic policies, and of what one search makes of each.

    Args:
        count: P; policies of the seeds from `seed` on.

    Raises:
        GameError: seeds out of range, or no such seats.
    """
    before, after = np.empty(count), np.empty(count)
    for place in range(count):
        policy = random_policy(tree, seed + place)
        before[place] = value_of(tree, policy)
        after[place] = value_of(tree, improve(tree, policy, searchers))
    return before, after


def take_census(tree: GameTree, searchers: Searchers) -> Census:
    """The operator on every deterministic policy.

    Raises:
        GameError: too many policies, or no such seats.
    """
    count = check_policy_count(tree, "the census")
    values, after = np.empty(count), np.empty(count, np.int64)
    for numbers, policies in policy_batches(tree):
        values[numbers] = root_values(tree, policies)
        after[numbers] = number_policies(tree, improve_all(tree, policies, searchers))
    return Census(searchers, values, after)
