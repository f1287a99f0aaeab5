"""Public belief states: what everyone thinks at a public state when everyone's policy is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.policies import Policy, check_policy, reach_of
from hanabilab.tiny.tree import GameTree


@dataclass(frozen=True, eq=False)
class PublicBelief:
    """How likely the histories of a public state are. K histories.

    Attributes:
        public: the public state.
        reach: the probability to come here.
        histories: [K] of the tree, all of the public state.
        chances: [K] their probabilities, which sum to 1.
        information_state: [K, S] what each seat knows in them, as in `GameTree`.
        infosets: [K] information sets of the seat to act; -1 at an end.
    """

    public: int
    reach: float
    histories: NDArray[np.int64]
    chances: NDArray[np.float64]
    information_state: NDArray[np.int64]
    infosets: NDArray[np.int64]

    def of_seat(self, seat: int) -> dict[int, float]:
        """Information states that a seat may be in, with probabilities; 0 for what it is not in."""
        return _summed(self.information_state[:, seat], self.chances)

    def of_actor(self) -> dict[int, float]:
        """How likely the information sets of the seat to act are; empty at an end."""
        return {
            infoset: p
            for infoset, p in _summed(self.infosets, self.chances).items()
            if infoset >= 0
        }

    def seen_by(self, information_state: int, seat: int) -> PublicBelief:
        """The belief of a seat that knows `information_state` beside.

        Raises:
            GameError: it cannot know that here.
        """
        known = (self.information_state[:, seat] == information_state) & (self.chances > 0)
        if not known.any():
            raise GameError(
                f"seat {seat} never knows {information_state} at public state {self.public}"
            )
        chances = self.chances[known]
        return PublicBelief(
            self.public,
            self.reach * float(chances.sum()),
            self.histories[known],
            chances / chances.sum(),
            self.information_state[known],
            self.infosets[known],
        )


def _summed(keys: NDArray[np.int64], chances: NDArray[np.float64]) -> dict[int, float]:
    found, place = np.unique(keys, return_inverse=True)
    sums = np.bincount(place, chances)
    return {int(key): float(total) for key, total in zip(found, sums, strict=True)}


def public_belief(tree: GameTree, policy: Policy, public: int) -> PublicBelief:
    """The belief at a public state when everyone follows `policy`, by Bayes' rule.

    Raises:
        GameError: not a policy of the tree, no such public state, or one that is never reached.
    """
    if not 0 <= public < len(tree.public_parent):
        raise GameError(
            f"public state {public} of {tree.game.name!r}; they are 0 to "
            f"{len(tree.public_parent) - 1}"
        )
    histories = np.flatnonzero(tree.public == public)
    weights = (tree.chance * reach_of(tree, check_policy(tree, policy)))[histories]
    if not weights.sum() > 0:
        raise GameError(
            f"public state {public} of {tree.game.name!r} is never reached by this policy, "
            "so there is nothing to believe"
        )
    return PublicBelief(
        public,
        float(weights.sum()),
        histories,
        weights / weights.sum(),
        tree.information_state[histories],
        tree.infoset[histories],
    )


def public_path(tree: GameTree, public: int) -> tuple[object, ...]:
    """What everyone saw on the way to a public state, the deal first."""
    path = []
    while public >= 0:
        path.append(tree.public_seen[public])
        public = int(tree.public_parent[public])
    return tuple(reversed(path))
