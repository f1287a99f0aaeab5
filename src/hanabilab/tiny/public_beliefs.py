"""Public beliefs: what everyone thinks at a public state when everyone's policy is known.

Policies may draw lots here, so a belief is a distribution. Under prescriptions, which do not, the
set of histories is enough (`belief_graph`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.policies import Policy, check_policy, reach_of
from hanabilab.tiny.tree import GameTree


@dataclass(frozen=True, eq=False)
class PublicBelief:
    """How likely the histories of a public state are. K histories.

    Attributes:
        reach: the probability to come here.
        chances: [K] probabilities of histories, which sum to 1.
        information_state: [K, S] what each seat knows in them, as in `GameTree`.
        infosets: [K] information sets of the seat to act; -1 at an end.
    """

    reach: float
    chances: NDArray[np.float64]
    information_state: NDArray[np.int64]
    infosets: NDArray[np.int64]

    def of_seat(self, seat: int) -> dict[int, float]:
        """Information states that a seat may be in, with probabilities; 0 for what it is not in."""
        return _summed(self.information_state[:, seat], self.chances)

    def of_actor(self) -> dict[int, float]:
        """How likely the information sets of the seat to act are; empty at an end."""
        acts = self.infosets >= 0
        return _summed(self.infosets[acts], self.chances[acts])


def _summed(keys: NDArray[np.int64], chances: NDArray[np.float64]) -> dict[int, float]:
    found, place = np.unique(keys, return_inverse=True)
    sums = np.bincount(place, chances)
    return {int(key): float(total) for key, total in zip(found, sums, strict=True)}


def public_beliefs(tree: GameTree, policy: Policy) -> Iterator[PublicBelief | None]:
    """The belief at each public state when everyone follows `policy`, by Bayes' rule.

    None where play never comes, so that there is nothing to believe.

    Raises:
        GameError: not a policy of the tree.
    """
    weights = tree.chance * reach_of(tree, check_policy(tree, policy))
    by_public = np.argsort(tree.public, kind="stable")
    starts = np.searchsorted(tree.public[by_public], np.arange(1, len(tree.public_parent)))
    for histories in np.split(by_public, starts):
        reach = float(weights[histories].sum())
        yield (
            None
            if not reach > 0
            else PublicBelief(
                reach,
                weights[histories] / reach,
                tree.information_state[histories],
                tree.infoset[histories],
            )
        )
