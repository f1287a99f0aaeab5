"""Every deterministic joint policy, one by one: the optimum, and the policies that come close."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.policies import Policy, check_policy_count, policies_at, policy_batches
from hanabilab.tiny.sweeps import root_values, tie_margin
from hanabilab.tiny.tree import GameTree


@dataclass(frozen=True, eq=False)
class BruteForce:
    """All P policies of a game, by their numbers (`policies`).

    Attributes:
        tree: the game.
        values: [P] expected payoffs.
    """

    tree: GameTree
    values: NDArray[np.float64]

    @property
    def best(self) -> float:
        """The optimum."""
        return float(self.values.max())

    @cached_property
    def optima(self) -> NDArray[np.int64]:
        """Numbers of the optimal policies."""
        return np.flatnonzero(self.values >= self.best - tie_margin(self.tree))

    @property
    def second_best(self) -> float | None:
        """The largest value below the optimum; None if all policies are optimal."""
        below = self.values[self.values < self.best - tie_margin(self.tree)]
        return float(below.max()) if below.size else None

    @cached_property
    def local_optima(self) -> NDArray[np.int64]:
        """Numbers of the policies that no seat can better alone: person-by-person optima."""
        # A dimension for each information set with a choice; a seat varies its own.
        free = np.flatnonzero(self.tree.num_actions > 1)
        values = self.values.reshape(self.tree.num_actions[free])
        local = np.ones(values.shape, np.bool_)
        for seat in range(self.tree.game.seats):
            own = tuple(np.flatnonzero(self.tree.seat_of[free] == seat).tolist())
            local &= values >= values.max(axis=own, keepdims=True) - tie_margin(self.tree)
        return np.flatnonzero(local)

    def policy(self, number: int) -> Policy:
        """The policy of a number."""
        return policies_at(self.tree, np.array([number]))[:, 0]

    def histogram(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Values that occur, ascending, and how many policies have each."""
        return self._count(self.values)

    def local_histogram(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The same for person-by-person optima."""
        return self._count(self.values[self.local_optima])

    def _count(self, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Different values and how often each occurs; what differs by rounding is one."""
        ordered = np.sort(values)
        starts = np.flatnonzero(np.diff(ordered, prepend=-np.inf) > tie_margin(self.tree))
        return ordered[starts], np.diff(np.append(starts, len(ordered)))


def try_all(tree: GameTree) -> BruteForce:
    """The value of every deterministic joint policy.

    Raises:
        GameError: too many of them.
    """
    values = np.empty(check_policy_count(tree, "brute force"))
    for numbers, policies in policy_batches(tree):
        values[numbers] = root_values(tree, policies)
    return BruteForce(tree, values)
