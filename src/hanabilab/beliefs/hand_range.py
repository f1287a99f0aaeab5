"""A range: the hands that a seat may hold, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.beliefs import packed_hands as kernels
from hanabilab.beliefs.history import unseen_counts
from hanabilab.game.rule_tables import MAX_HAND


@dataclass(frozen=True)
class HandRange:
    """Hands that a seat may hold at one of its turns. N hands.

    Attributes:
        packed_hands: int32 [N] hands, see `beliefs.packed_hands`.
        likelihood: float32 [N] of what partners did; [0] where all are alike.
        places: int16 [MAX_HAND] place in the deck of each slot's card; -1 for an empty slot.
        turn: actions before it.
        basis: "exact", "hints", "sampled" or "sampled hints"; see above.
        since: the first turn whose action the hands are conditioned on, if it was a partner's.
    """

    packed_hands: NDArray[np.int32]
    likelihood: NDArray[np.float32]
    places: NDArray[np.int16]
    turn: int
    basis: str = "exact"
    since: int = 0

    def __len__(self) -> int:
        return len(self.packed_hands)

    def owned(self) -> HandRange:
        """The same in arrays of its own: a slice keeps all that it was cut from."""
        return replace(
            self, packed_hands=self.packed_hands.copy(), likelihood=self.likelihood.copy()
        )

    def first(self, count: int) -> HandRange:
        """The range of the first `count` hands."""
        return self.take(slice(0, count))

    def take(self, which: slice | NDArray[np.int64]) -> HandRange:
        """The range of some of the hands."""
        likelihood = self.likelihood[which] if len(self.likelihood) else self.likelihood
        return replace(self, packed_hands=self.packed_hands[which], likelihood=likelihood)


def marginals_of(hands: HandRange, view: Any) -> NDArray[np.float64]:
    """[H, C] the probability that each slot of the own hand holds each card; empty slots zero."""
    marginals = np.zeros((MAX_HAND, kernels.EMPTY))
    kernels.add_marginals(marginals, hands.packed_hands, hands.likelihood, unseen_counts(view))
    total = marginals.sum(axis=1, keepdims=True)
    shares = np.divide(marginals, total, out=np.zeros_like(marginals), where=total > 0)
    return shares[: view.rules.hand_size, : view.rules.num_cards]
