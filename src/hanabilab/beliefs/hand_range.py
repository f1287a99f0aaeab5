"""A range: the hands that a seat may hold, packed, and how it grows with the cards that are drawn.

A *packed hand* holds five bits for each slot, slot 0 highest: the card, or EMPTY where the slot
holds none. A range of N hands takes four bytes a hand, so that the nine million hands of five cards
take 36 MB.

A packed hand stands for all ways to deal its cards from the copies unseen: its *weight* is the
product of the copies left, slot after slot, times its likelihood. `beliefs.chances` turns weights
into probabilities, `beliefs.sampled_worlds` draws by them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND

#: Of a packed hand.
SLOT_BITS = 5
#: In a packed hand: the slot holds no card.
EMPTY = (1 << SLOT_BITS) - 1
#: The packed hand of empty slots only.
NO_CARDS = (1 << SLOT_BITS * MAX_HAND) - 1


@dataclass(frozen=True)
class HandRange:
    """Hands that a seat may hold at one of its turns. N hands.

    Attributes:
        packed_hands: int32 [N] hands.
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


# --- Packed hands ---------------------------------------------------------------------------------


class PackedHands(NamedTuple):
    """Hands that a seat may hold. N hands."""

    packed: NDArray[np.int32]  # [N] ascending
    likelihood: NDArray[np.float32]  # [N] of what partners did; [0] where all are alike


@kernel
def card_at(packed: int, slot: int) -> int:
    """The card that `packed` has in `slot`, or EMPTY."""
    return (int(packed) >> SLOT_BITS * (MAX_HAND - 1 - slot)) & EMPTY


@kernel
def with_card(packed: int, slot: int, card: int) -> int:
    """`packed` with `card`, or EMPTY, in `slot`."""
    return int(packed) ^ ((card_at(packed, slot) ^ int(card)) << SLOT_BITS * (MAX_HAND - 1 - slot))


@kernel
def _return_copies(counts: NDArray[np.int64], packed: int) -> None:
    for slot in range(MAX_HAND):
        card = card_at(packed, slot)
        if card != EMPTY:
            counts[card] += 1


@kernel
def weigh(packed: int, counts: NDArray[np.int64]) -> int:
    """Ways to deal `packed` from the copies `counts` [card]; 0 if it cannot be dealt."""
    ways = 1
    for slot in range(MAX_HAND):
        card = card_at(packed, slot)
        if card != EMPTY:
            ways *= max(counts[card], 0)
            counts[card] -= 1
    _return_copies(counts, packed)
    return ways


@kernel
def weight_of(hands: PackedHands, counts: NDArray[np.int64], index: int) -> float:
    """Ways to deal hand `index` from the copies `counts` [card], times its likelihood."""
    weight = float(weigh(hands.packed[index], counts))
    return weight * hands.likelihood[index] if len(hands.likelihood) else weight


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
    kept = _keep_slot(hands.arrays, gone[0], card, moved_from)
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
    kept = _keep_possible(begun.arrays, counts, possible)
    hands = begun.first(kept)
    for slot in np.flatnonzero(held != hands.places):
        allowed = int(possible[slot])
        count = _count_children(hands.packed_hands, counts, allowed)
        if count > max_hands:
            return None
        likelihood = np.empty(count if len(hands.likelihood) else 0, np.float32)
        children = PackedHands(np.empty(count, np.int32), likelihood)
        _fill_children(children, hands.arrays, int(slot), counts, allowed)
        hands = replace(hands, packed_hands=children.packed, likelihood=children.likelihood)
    # Ascending: a card that fills a slot in the middle is dealt out of order.
    ordered = bool((hands.packed_hands[1:] > hands.packed_hands[:-1]).all())
    hands = replace(hands, places=held)
    return hands if ordered else hands.take(np.argsort(hands.packed_hands))


@kernel
def _cards_left(counts: NDArray[np.int64], packed: int) -> int:
    """Bit set of the cards that can be dealt after `packed`; 0 if it cannot be dealt itself."""
    left, enough = 0, True
    for slot in range(MAX_HAND):
        card = card_at(packed, slot)
        if card != EMPTY:
            counts[card] -= 1
            enough &= counts[card] >= 0
    if enough:
        for card in range(MAX_CARDS):
            if counts[card] > 0:
                left |= bit(card)
    _return_copies(counts, packed)
    return left


@kernel
def _count_children(
    packed_hands: NDArray[np.int32], counts: NDArray[np.int64], allowed: int
) -> int:
    """How many hands come of dealing one more card, among `allowed`, to each of `packed_hands`."""
    children = 0
    for packed in packed_hands:
        left = _cards_left(counts, packed) & allowed
        while left:
            left &= left - 1
            children += 1
    return children


@kernel
def _fill_children(
    children: PackedHands, parents: PackedHands, slot: int, counts: NDArray[np.int64], allowed: int
) -> None:
    """Write the hands that `_count_children` counted, the new card in `slot`, in order.

    Args:
        children: as many as `_count_children` says; filled.
        parents: the hands before the draw.
        slot: which slot the new card is in.
        counts: [MAX_CARDS] copies that the seat does not see.
        allowed: bit set of the cards that the slot may hold.
    """
    place = 0
    for parent in range(len(parents.packed)):
        left = _cards_left(counts, parents.packed[parent]) & allowed
        for card in range(MAX_CARDS):
            if (left >> card) & 1:
                children.packed[place] = with_card(parents.packed[parent], slot, card)
                if len(parents.likelihood):
                    children.likelihood[place] = parents.likelihood[parent]
                place += 1


@kernel
def keep_as(hands: PackedHands, kept: int, index: int, packed: int, factor: float) -> int:
    """Make hand `index`, now `packed` and less likely by `factor`, number `kept`; how many then.

    Args:
        hands: changed.
        kept: its new number.
        index: its old number, not below `kept`.
        packed: the hand as it is now.
        factor: of its likelihood; not used where likelihoods are left out.
    """
    hands.packed[kept] = packed
    if len(hands.likelihood):
        hands.likelihood[kept] = hands.likelihood[index] * factor
    return kept + 1


@kernel
def _keep_possible(
    hands: PackedHands, counts: NDArray[np.int64], possible: NDArray[np.int32]
) -> int:
    """Move the hands that counts [card] and hints [slot] allow to the front; how many they are."""
    kept = 0
    for index in range(len(hands.packed)):
        packed = hands.packed[index]
        allowed = True
        for slot in range(MAX_HAND):
            card = card_at(packed, slot)
            allowed &= card == EMPTY or (possible[slot] >> card) & 1 != 0
        if allowed and weigh(packed, counts) > 0:
            kept = keep_as(hands, kept, index, packed, 1.0)
    return kept


@kernel
def _keep_slot(hands: PackedHands, slot: int, card: int, moved_from: NDArray[np.int64]) -> int:
    """Move the hands with `card` in `slot` to the front, and rearrange them; how many they are.

    `moved_from` [slot] tells for each slot of the new hand which slot of the old it had; -1 for a
    slot that is empty now, or to be filled.
    """
    kept = 0
    for index in range(len(hands.packed)):
        packed = hands.packed[index]
        if card_at(packed, slot) != card:
            continue
        moved = NO_CARDS
        for place in range(MAX_HAND):
            if moved_from[place] >= 0:
                moved = with_card(moved, place, card_at(packed, moved_from[place]))
        kept = keep_as(hands, kept, index, moved, 1.0)
    return kept
