"""How likely the hands of a range are, and the cards in them; hands packed and unpacked in bulk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.beliefs.hand_range import (
    EMPTY,
    NO_CARDS,
    SLOT_BITS,
    HandRange,
    PackedHands,
    card_at,
    weight_of,
)
from hanabilab.beliefs.history import unseen_counts
from hanabilab.game.rule_tables import MAX_HAND


def probabilities_of(hands: HandRange, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """[N] the probability of each hand.

    Args:
        counts: [MAX_CARDS] copies unseen.
    """
    weights = _weights_of(hands, counts)
    return weights / weights.sum()


def effective_size(hands: HandRange, counts: NDArray[np.int64]) -> float:
    """How many hands that are equally likely would tell as much: 1 / sum p².

    A chance taken from a sample has a standard error of at most 0.5 / sqrt(effective size), if its
    hands were drawn independently.

    Args:
        counts: [MAX_CARDS] copies unseen.

    Source: Kong, Liu and Wong 1994 (effective sample size).
    """
    return float(1 / np.square(probabilities_of(hands, counts)).sum())


def marginals_of(hands: HandRange, view: Any) -> NDArray[np.float64]:
    """[H, C] the probability that each slot of the own hand holds each card; empty slots zero."""
    marginals = np.zeros((MAX_HAND, EMPTY))
    _add_marginals(marginals, hands.arrays, unseen_counts(view))
    total = marginals.sum(axis=1, keepdims=True)
    shares = np.divide(marginals, total, out=np.zeros_like(marginals), where=total > 0)
    return shares[: view.rules.hand_size, : view.rules.num_cards]


@kernel
def _add_marginals(
    marginals: NDArray[np.float64], hands: PackedHands, counts: NDArray[np.int64]
) -> None:
    """Add each hand's weight to `marginals` [slot, card] where it has its cards."""
    for index in range(len(hands.packed)):
        weight = weight_of(hands, counts, index)
        for slot in range(MAX_HAND):
            card = card_at(hands.packed[index], slot)
            if card != EMPTY:
                marginals[slot, card] += weight


def thin(hands: HandRange, counts: NDArray[np.int64], most: int) -> HandRange:
    """The same range with at most so many hands, drawn by weight at even distances.

    Args:
        counts: [MAX_CARDS] copies unseen.
        most: draws; a hand that is drawn twice is twice as likely.
    """
    if len(hands) <= most:
        return hands
    ways, sums = ways_of(hands.packed_hands, counts), np.cumsum(_weights_of(hands, counts))
    drawn = np.searchsorted(sums, (np.arange(most) + 0.5) * (sums[-1] / most), side="right")
    times = np.bincount(np.minimum(drawn, len(sums) - 1), minlength=len(sums))
    kept = np.flatnonzero(times)
    likelihood = (times[kept] / ways[kept]).astype(np.float32)
    return replace(hands, packed_hands=hands.packed_hands[kept], likelihood=likelihood)


def _weights_of(hands: HandRange, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """[N] ways to deal each hand, times its likelihood."""
    ways = ways_of(hands.packed_hands, counts)
    return ways * hands.likelihood if len(hands.likelihood) else ways


def ways_of(packed_hands: NDArray[np.int32], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """[N] ways to deal each hand from the copies `counts` [card]: `hand_range.weigh` of all."""
    left = np.append(counts, 1)[:, None] + np.zeros(len(packed_hands), np.int64)
    ways, rows = np.ones(len(packed_hands)), np.arange(len(packed_hands))
    for slot in range(MAX_HAND):
        shift = SLOT_BITS * (MAX_HAND - 1 - slot)
        cards = (packed_hands >> shift) & EMPTY
        held = cards != EMPTY
        cards = np.where(held, cards, len(counts))
        ways *= np.maximum(left[cards, rows], 0)
        left[cards, rows] -= held
    return ways


@kernel
def has_weight(hands: PackedHands, counts: NDArray[np.int64]) -> bool:
    """Whether any of the hands can be dealt from `counts` [card]."""
    for index in range(len(hands.packed)):  # noqa: SIM110  # kernels have no generators
        if weight_of(hands, counts, index) > 0:
            return True
    return False


def pack_hands(hands: NDArray[np.int64]) -> NDArray[np.int32]:
    """[N] packed hands of `hands` [N, slots]: cards, -1 in empty slots."""
    packed = np.full(len(hands), NO_CARDS)
    for slot, cards in enumerate(hands.T):
        shift = SLOT_BITS * (MAX_HAND - 1 - slot)
        packed ^= (EMPTY ^ np.where(cards < 0, EMPTY, cards)) << shift
    return packed.astype(np.int32)


def unpack_hands(packed_hands: NDArray[np.int32], slots: int) -> NDArray[np.int64]:
    """[N, slots] the cards of `packed_hands` [N], -1 in empty slots."""
    shifts = SLOT_BITS * (MAX_HAND - 1 - np.arange(slots))
    cards = (packed_hands.astype(np.int64)[:, None] >> shifts) & EMPTY
    return np.where(cards == EMPTY, -1, cards)
