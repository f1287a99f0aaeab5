"""Ordered hands, each packed into one integer: growing, weighing, drawing. Kernels.

A *packed hand* holds five bits for each slot, slot 0 highest: the card, or EMPTY where the slot
holds none. A range of N hands is `PackedHands`: four bytes a hand, so that the nine million hands
of five cards take 36 MB.

A packed hand stands for all ways to deal its cards from the copies unseen: its *weight* is the
product of the copies left, slot after slot, times its likelihood.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND
from hanabilab.randomness import Rng, draw_below, draw_unit

_SLOT_BITS = 5
#: In a packed hand: the slot holds no card.
EMPTY = (1 << _SLOT_BITS) - 1
#: The packed hand of empty slots only.
NO_CARDS = (1 << _SLOT_BITS * MAX_HAND) - 1
#: Packed hands whose weights are summed together, so that drawing one is quick.
BLOCK = 512
_MAX_TRIALS = 1_000_000


class PackedHands(NamedTuple):
    """Hands that a seat may hold. N hands."""

    packed: NDArray[np.int32]  # [N] ascending
    likelihood: NDArray[np.float32]  # [N] of what partners did; [0] where all are alike


def pack_hands(hands: NDArray[np.int64]) -> NDArray[np.int32]:
    """[N] packed hands of `hands` [N, slots]: cards, -1 in empty slots."""
    packed = np.full(len(hands), NO_CARDS)
    for slot, cards in enumerate(hands.T):
        shift = _SLOT_BITS * (MAX_HAND - 1 - slot)
        packed ^= (EMPTY ^ np.where(cards < 0, EMPTY, cards)) << shift
    return packed.astype(np.int32)


def unpack_hands(packed_hands: NDArray[np.int32], slots: int) -> NDArray[np.int64]:
    """[N, slots] the cards of `packed_hands` [N], -1 in empty slots."""
    shifts = _SLOT_BITS * (MAX_HAND - 1 - np.arange(slots))
    cards = (packed_hands.astype(np.int64)[:, None] >> shifts) & EMPTY
    return np.where(cards == EMPTY, -1, cards)


@kernel
def card_at(packed: int, slot: int) -> int:
    """The card that `packed` has in `slot`, or EMPTY."""
    return (int(packed) >> _SLOT_BITS * (MAX_HAND - 1 - slot)) & EMPTY


@kernel
def with_card(packed: int, slot: int, card: int) -> int:
    """`packed` with `card`, or EMPTY, in `slot`."""
    return int(packed) ^ ((card_at(packed, slot) ^ int(card)) << _SLOT_BITS * (MAX_HAND - 1 - slot))


@kernel
def _take_copies(counts: NDArray[np.int64], packed: int) -> bool:
    """Take the cards of `packed` out of `counts` [card]; False if one is not there often enough."""
    enough = True
    for slot in range(MAX_HAND):
        card = card_at(packed, slot)
        if card != EMPTY:
            counts[card] -= 1
            enough &= counts[card] >= 0
    return enough


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
def _cards_left(counts: NDArray[np.int64], packed: int) -> int:
    """Bit set of the cards that can be dealt after `packed`."""
    left = 0
    if _take_copies(counts, packed):
        for card in range(MAX_CARDS):
            if counts[card] > 0:
                left |= bit(card)
    _return_copies(counts, packed)
    return left


@kernel
def count_children(packed_hands: NDArray[np.int32], counts: NDArray[np.int64], allowed: int) -> int:
    """How many hands come of dealing one more card, among `allowed`, to each of `packed_hands`."""
    children = 0
    for packed in packed_hands:
        left = _cards_left(counts, packed) & allowed
        while left:
            left &= left - 1
            children += 1
    return children


@kernel
def fill_children(
    children: PackedHands, parents: PackedHands, slot: int, counts: NDArray[np.int64], allowed: int
) -> None:
    """Write the hands that `count_children` counted, the new card in `slot`, in order.

    Args:
        children: as many as `count_children` says; filled.
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
def keep_possible(
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
def keep_slot(hands: PackedHands, slot: int, card: int, moved_from: NDArray[np.int64]) -> int:
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


@kernel
def _weight(hands: PackedHands, counts: NDArray[np.int64], index: int) -> float:
    weight = float(weigh(hands.packed[index], counts))
    return weight * hands.likelihood[index] if len(hands.likelihood) else weight


@kernel
def sum_blocks(sums: NDArray[np.float64], hands: PackedHands, counts: NDArray[np.int64]) -> float:
    """Fill `sums` [blocks of BLOCK hands] with running sums of weights, and return the total."""
    total = 0.0
    for index in range(len(hands.packed)):
        total += _weight(hands, counts, index)
        sums[index // BLOCK] = total
    return total


@kernel
def has_weight(hands: PackedHands, counts: NDArray[np.int64]) -> bool:
    """Whether any of the hands can be dealt from `counts` [card]."""
    for index in range(len(hands.packed)):  # noqa: SIM110  # kernels have no generators
        if _weight(hands, counts, index) > 0:
            return True
    return False


@kernel
def _first_above(sums: NDArray[np.float64], wanted: float) -> int:
    """The first place whose sum is above `wanted`; `np.searchsorted` takes long to compile."""
    low, high = 0, len(sums)
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def draw_packed_hand(
    hands: PackedHands, counts: NDArray[np.int64], sums: NDArray[np.float64], rng: Rng
) -> int:
    """Draw a packed hand by weight, `sums` as `sum_blocks` filled it; -1 if none has a weight."""
    if not sums[-1] > 0:
        return -1
    wanted = draw_unit(rng) * sums[-1]
    block = min(_first_above(sums, wanted), len(sums) - 1)
    reached = sums[block - 1] if block > 0 else 0.0
    last = min((block + 1) * BLOCK, len(hands.packed)) - 1
    for index in range(block * BLOCK, last):
        reached += _weight(hands, counts, index)
        if wanted < reached:
            return hands.packed[index]
    return hands.packed[last]


@kernel
def most_ways(counts: NDArray[np.int64]) -> int:
    """A bound on `weigh`: ways to deal the hand that can be dealt in most ways."""
    left = counts.copy()
    ways = 1
    for _ in range(MAX_HAND):
        card = 0
        for other in range(len(left)):
            card = other if left[other] > left[card] else card
        ways *= max(left[card], 1)
        left[card] -= 1
    return ways


@kernel
def draw_packed_hand_by_trial(
    hands: PackedHands, counts: NDArray[np.int64], most: int, rng: Rng
) -> int:
    """Draw a packed hand by weight, all likelihoods alike, without sums; -1 if none was found.

    A packed hand drawn evenly is kept with probability weight / `most`, see `most_ways`: for
    ranges that are asked a few hundred times, and too large to be summed for that.
    """
    for _ in range(_MAX_TRIALS):
        packed = hands.packed[draw_below(rng, len(hands.packed))]
        if draw_below(rng, most) < weigh(packed, counts):
            return packed
    return -1


@kernel
def add_marginals(
    marginals: NDArray[np.float64], hands: PackedHands, counts: NDArray[np.int64]
) -> None:
    """Add each hand's weight to `marginals` [slot, card] where it has its cards."""
    for index in range(len(hands.packed)):
        weight = _weight(hands, counts, index)
        for slot in range(MAX_HAND):
            card = card_at(hands.packed[index], slot)
            if card != EMPTY:
                marginals[slot, card] += weight
