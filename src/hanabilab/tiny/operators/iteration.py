"""A search repeated, each policy the next blueprint: from one policy, or from all of a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.operators.one_ply import Searchers, improve, improve_all
from hanabilab.tiny.policies import (
    Policy,
    check_policy,
    check_policy_count,
    number_policies,
    policy_batches,
    random_policy,
    value_of,
)
from hanabilab.tiny.sweeps import root_values
from hanabilab.tiny.tree import GameTree


@dataclass(frozen=True, eq=False)
class Iteration:
    """The policies of a repeated search. K policies.

    Attributes:
        policies: [K, C] different ones, the start first.
        values: [K] their expected payoffs.
        back_to: the policy that search makes of the last one; None if the steps were too few to
            tell.
    """

    policies: NDArray[np.float64]
    values: NDArray[np.float64]
    back_to: int | None

    @property
    def settled(self) -> bool:
        """Whether the last policy is a fixed point."""
        return self.back_to == len(self.values) - 1

    @property
    def cycle(self) -> range:
        """Policies that come again and again: one if settled, none if the steps were too few."""
        count = len(self.values)
        return range(count if self.back_to is None else self.back_to, count)


def iterate(
    tree: GameTree, policy: Policy, searchers: Searchers, *, steps: int = 1000
) -> Iteration:
    """Search over a policy, over what search makes of it, and so on.

    Args:
        steps: searches at most.

    Raises:
        GameError: not a policy of the tree, no such seats, or no steps.
    """
    if steps < 1:
        raise GameError(f"steps is {steps}; 1 or more are needed")
    found = [check_policy(tree, policy)]
    number = {found[0].tobytes(): 0}
    back_to = None
    for _ in range(steps):
        after = improve(tree, found[-1], searchers)
        back_to = number.get(after.tobytes())
        if back_to is not None:
            break
        number[after.tobytes()] = len(found)
        found.append(after)
    values = np.array([value_of(tree, each) for each in found])
    return Iteration(np.stack(found), values, back_to)


@dataclass(frozen=True)
class Census:
    """One operator on all P policies of a game, by their numbers (`policies`).

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
