"""A search repeated: each policy is the next one's blueprint, until it stays or comes back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.operators.one_ply import Searchers, improve
from hanabilab.tiny.policies import Policy, check_policy, value_of
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
