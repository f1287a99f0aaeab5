"""Ordered hands, each packed into one integer: growing, weighing, drawing. Kernels.

A *packed hand* holds five bits for each slot, slot 0 highest: the card, or EMPTY where the slot
holds none. A range of N hands is `packed_hands` int32 [N], ascending; the nine million hands of
five cards take 36 MB. Beside it goes `likelihood` float32 [N], how likely partners' choices are
under each hand, or an array of length 0 where all are alike.

A packed hand stands for all ways to deal its cards from the copies unseen: its *weight* is the
product of the copies left, slot after slot, times its likelihood.
"""

from __future__ import annotations

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
    children: NDArray[np.int32],
    child_likelihood: NDArray[np.float32],
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    slot: int,
    counts: NDArray[np.int64],
    allowed: int,
) -> None:
    """Write the hands that `count_children` counted, the new card in `slot`, in order."""
    place = 0
    for parent in range(len(packed_hands)):
        left = _cards_left(counts, packed_hands[parent]) & allowed
        for card in range(MAX_CARDS):
            if (left >> card) & 1:
                children[place] = with_card(packed_hands[parent], slot, card)
                if len(likelihood):
                    child_likelihood[place] = likelihood[parent]
                place += 1


@kernel
def keep_possible(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
    possible: NDArray[np.int32],
) -> int:
    """Move the hands that counts [card] and hints [slot] allow to the front; how many they are."""
    kept = 0
    for index in range(len(packed_hands)):
        packed = packed_hands[index]
        allowed = True
        for slot in range(MAX_HAND):
            card = card_at(packed, slot)
            allowed &= card == EMPTY or (possible[slot] >> card) & 1 != 0
        if allowed and weigh(packed, counts) > 0:
            packed_hands[kept] = packed
            if len(likelihood):
                likelihood[kept] = likelihood[index]
            kept += 1
    return kept


@kernel
def keep_slot(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    slot: int,
    card: int,
    moved_from: NDArray[np.int64],
) -> int:
    """Move the hands with `card` in `slot` to the front, and rearrange them; how many they are.

    `moved_from` [slot] tells for each slot of the new hand which slot of the old it had; -1 for a
    slot that is empty now, or to be filled.
    """
    kept = 0
    for index in range(len(packed_hands)):
        packed = packed_hands[index]
        if card_at(packed, slot) != card:
            continue
        moved = NO_CARDS
        for place in range(MAX_HAND):
            if moved_from[place] >= 0:
                moved = with_card(moved, place, card_at(packed, moved_from[place]))
        packed_hands[kept] = moved
        if len(likelihood):
            likelihood[kept] = likelihood[index]
        kept += 1
    return kept


@kernel
def _weight(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
    index: int,
) -> float:
    weight = float(weigh(packed_hands[index], counts))
    return weight * likelihood[index] if len(likelihood) else weight


@kernel
def sum_blocks(
    sums: NDArray[np.float64],
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
) -> float:
    """Fill `sums` [blocks of BLOCK hands] with running sums of weights, and return the total."""
    total = 0.0
    for index in range(len(packed_hands)):
        total += _weight(packed_hands, likelihood, counts, index)
        sums[index // BLOCK] = total
    return total


@kernel
def draw_packed_hand(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
    sums: NDArray[np.float64],
    rng: Rng,
) -> int:
    """Draw a packed hand by weight; `sums` as `sum_blocks` filled it."""
    wanted = draw_unit(rng) * sums[-1]
    block = min(np.searchsorted(sums, wanted, side="right"), len(sums) - 1)
    reached = sums[block - 1] if block > 0 else 0.0
    last = min((block + 1) * BLOCK, len(packed_hands)) - 1
    for index in range(block * BLOCK, last):
        reached += _weight(packed_hands, likelihood, counts, index)
        if wanted < reached:
            return packed_hands[index]
    return packed_hands[last]


@kernel
def most_ways(counts: NDArray[np.int64]) -> int:
    """A bound on `weigh`: ways to deal the hand that can be dealt in most ways."""
    left = counts.copy()
    ways = 1
    for _ in range(MAX_HAND):
        card = left.argmax()
        ways *= max(left[card], 1)
        left[card] -= 1
    return ways


@kernel
def draw_packed_hand_by_trial(
    packed_hands: NDArray[np.int32], counts: NDArray[np.int64], most: int, rng: Rng
) -> int:
    """Draw a packed hand by weight, all likelihoods alike, without sums; -1 if none was found.

    A packed hand drawn evenly is kept with probability weight / `most`, see `most_ways`: for
    ranges that are asked a few hundred times, and too large to be summed for that.
    """
    for _ in range(_MAX_TRIALS):
        packed = packed_hands[draw_below(rng, len(packed_hands))]
        if draw_below(rng, most) < weigh(packed, counts):
            return packed
    return -1


@kernel
def add_marginals(
    marginals: NDArray[np.float64],
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
) -> None:
    """Add each hand's weight to `marginals` [slot, card] where it has its cards."""
    for index in range(len(packed_hands)):
        weight = _weight(packed_hands, likelihood, counts, index)
        for slot in range(MAX_HAND):
            card = card_at(packed_hands[index], slot)
            if card != EMPTY:
                marginals[slot, card] += weight
