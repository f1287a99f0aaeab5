"""A range: the hands that a seat may hold, and how it grows with the cards that the seat draws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.beliefs import packed_hands as kernels
from hanabilab.beliefs.history import unseen_counts
from hanabilab.beliefs.packed_hands import NO_CARDS, PackedHands
from hanabilab.game.rule_tables import MAX_HAND


@dataclass(frozen=True)
class HandRange:
    """Hands that a seat may hold at one of its turns. N hands.

    Attributes:
        packed_hands: int32 [N] hands, see `beliefs.packed_hands`.
        likelihood: float32 [N] of what partners did; [0] where all are alike.
        places: int8 [MAX_HAND] place in the deck of each slot's card; -1 for an empty slot.
        turn: actions before it.
        basis: "exact", "hints", "sampled", "sampled hints" or "learned"; see `range_update`.
        since: the first turn whose action the hands are conditioned on, if it was a partner's.
    """

    packed_hands: NDArray[np.int32]
    likelihood: NDArray[np.float32]
    places: NDArray[np.int8]
    turn: int
    basis: str = "exact"
    since: int = 0

    def __len__(self) -> int:
        return len(self.packed_hands)

    @property
    def arrays(self) -> PackedHands:
        """For kernels."""
        return PackedHands(self.packed_hands, self.likelihood)

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
    kernels.add_marginals(marginals, hands.arrays, unseen_counts(view))
    total = marginals.sum(axis=1, keepdims=True)
    shares = np.divide(marginals, total, out=np.zeros_like(marginals), where=total > 0)
    return shares[: view.rules.hand_size, : view.rules.num_cards]


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


def thin(hands: HandRange, counts: NDArray[np.int64], most: int) -> HandRange:
    """The same range with at most so many hands, drawn by weight at even distances.

    Args:
        counts: [MAX_CARDS] copies unseen.
        most: draws; a hand that is drawn twice is twice as likely.
    """
    if len(hands) <= most:
        return hands
    ways, sums = _ways_of(hands.packed_hands, counts), np.cumsum(_weights_of(hands, counts))
    drawn = np.searchsorted(sums, (np.arange(most) + 0.5) * (sums[-1] / most), side="right")
    times = np.bincount(np.minimum(drawn, len(sums) - 1), minlength=len(sums))
    kept = np.flatnonzero(times)
    likelihood = (times[kept] / ways[kept]).astype(np.float32)
    return replace(hands, packed_hands=hands.packed_hands[kept], likelihood=likelihood)


def _weights_of(hands: HandRange, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """[N] ways to deal each hand, times its likelihood."""
    ways = _ways_of(hands.packed_hands, counts)
    return ways * hands.likelihood if len(hands.likelihood) else ways


def _ways_of(packed_hands: NDArray[np.int32], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """[N] ways to deal each hand from the copies `counts` [card]: `packed_hands.weigh` of all."""
    left = np.append(counts, 1)[:, None] + np.zeros(len(packed_hands), np.int64)
    ways, rows = np.ones(len(packed_hands)), np.arange(len(packed_hands))
    for slot in range(MAX_HAND):
        shift = kernels.EMPTY.bit_length() * (MAX_HAND - 1 - slot)
        cards = (packed_hands >> shift) & kernels.EMPTY
        held = cards != kernels.EMPTY
        cards = np.where(held, cards, len(counts))
        ways *= np.maximum(left[cards, rows], 0)
        left[cards, rows] -= held
    return ways


# --- From turn to turn ----------------------------------------------------------------------------


def empty_range(turn: int) -> HandRange:
    """The range before any card is dealt; actions before `turn` are conditioned on."""
    places = np.full(MAX_HAND, -1, np.int8)
    return HandRange(np.array([NO_CARDS], np.int32), np.zeros(0, np.float32), places, turn)


def after_own_action(
    hands: HandRange, known_deck: NDArray[np.int16], held: NDArray[np.int8]
) -> HandRange:
    """What the holder's action at `hands.turn` leaves; a card drawn is not dealt yet.

    Args:
        known_deck: [MAX_DECK] holds the card used, if one was.
        held: [MAX_HAND] places in the deck of the cards held afterwards; -1 for an empty slot.
    """
    old, turn = list(hands.places), hands.turn + 1
    gone = [slot for slot in range(MAX_HAND) if old[slot] >= 0 and old[slot] not in held]
    hands = replace(hands.owned(), turn=turn)
    if not gone:
        return hands
    moved_from = np.array([old.index(place) if place in old else -1 for place in held], np.int64)
    moved_from[held < 0] = -1
    card = int(known_deck[old[gone[0]]])
    kept = kernels.keep_slot(hands.arrays, gone[0], card, moved_from)
    places = np.where(moved_from >= 0, held, -1).astype(np.int8)
    return replace(hands, places=places).first(kept)


def deal_hands(
    begun: HandRange,
    held: NDArray[np.int8],
    possible: NDArray[np.int32],
    counts: NDArray[np.int64],
    max_hands: int,
) -> HandRange | None:
    """The hands that come of dealing cards to the slots that are held and have none yet.

    Args:
        begun: what is known of the other slots; its arrays are reused.
        held: [MAX_HAND] places in the deck; -1 for an empty slot.
        possible: [MAX_HAND] bit sets of the cards that hints allow.
        counts: [MAX_CARDS] copies unseen.
        max_hands: None is returned if there are more.
    """
    kept = kernels.keep_possible(begun.arrays, counts, possible)
    hands = begun.first(kept)
    for slot in np.flatnonzero(held != hands.places):
        allowed = int(possible[slot])
        count = kernels.count_children(hands.packed_hands, counts, allowed)
        if count > max_hands:
            return None
        likelihood = np.empty(count if len(hands.likelihood) else 0, np.float32)
        children = PackedHands(np.empty(count, np.int32), likelihood)
        kernels.fill_children(children, hands.arrays, int(slot), counts, allowed)
        hands = replace(hands, packed_hands=children.packed, likelihood=children.likelihood)
    return _in_order(replace(hands, places=held))


def _in_order(hands: HandRange) -> HandRange:
    """The same range, ascending: a card that fills a slot in the middle is dealt out of order."""
    ordered = bool((hands.packed_hands[1:] > hands.packed_hands[:-1]).all())
    return hands if ordered else hands.take(np.argsort(hands.packed_hands))
