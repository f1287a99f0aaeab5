"""Ordered hands, each packed into one integer: growing, weighing, drawing. Kernels.

A *code* holds five bits for each slot, slot 0 highest: the card, or EMPTY where the slot holds
none. A range of N hands is `codes` int32 [N], ascending; the nine million hands of five cards take
36 MB. Beside it goes `likelihood` float32 [N], how likely partners' choices are under each hand, or
an array of length 0 where all are alike.

A code stands for all ways to deal its cards from the copies unseen: its *weight* is the product of
the copies left, slot after slot, times its likelihood.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND
from hanabilab.randomness import Rng, draw_below, draw_word

_SLOT_BITS = 5
#: In a code: the slot holds no card.
EMPTY = (1 << _SLOT_BITS) - 1
#: The code of empty slots only.
NO_CARDS = (1 << _SLOT_BITS * MAX_HAND) - 1
#: Codes whose weights are summed together, so that drawing one is quick.
BLOCK = 512
_MAX_TRIALS = 1_000_000


@kernel
def card_at(code: int, slot: int) -> int:
    """The card that `code` has in `slot`, or EMPTY."""
    return (int(code) >> _SLOT_BITS * (MAX_HAND - 1 - slot)) & EMPTY


@kernel
def with_card(code: int, slot: int, card: int) -> int:
    """`code` with `card`, or EMPTY, in `slot`."""
    return int(code) ^ ((card_at(code, slot) ^ int(card)) << _SLOT_BITS * (MAX_HAND - 1 - slot))


@kernel
def _take_copies(counts: NDArray[np.int64], code: int) -> bool:
    """Take the cards of `code` out of `counts` [card]; False if one is not there often enough."""
    enough = True
    for slot in range(MAX_HAND):
        card = card_at(code, slot)
        if card != EMPTY:
            counts[card] -= 1
            enough &= counts[card] >= 0
    return enough


@kernel
def _return_copies(counts: NDArray[np.int64], code: int) -> None:
    for slot in range(MAX_HAND):
        card = card_at(code, slot)
        if card != EMPTY:
            counts[card] += 1


@kernel
def weigh(code: int, counts: NDArray[np.int64]) -> int:
    """Ways to deal `code` from the copies `counts` [card]; 0 if it cannot be dealt."""
    ways = 1
    for slot in range(MAX_HAND):
        card = card_at(code, slot)
        if card != EMPTY:
            ways *= max(counts[card], 0)
            counts[card] -= 1
    _return_copies(counts, code)
    return ways


@kernel
def _cards_left(counts: NDArray[np.int64], code: int) -> int:
    """Bit set of the cards that can be dealt after `code`."""
    left = 0
    if _take_copies(counts, code):
        for card in range(MAX_CARDS):
            if counts[card] > 0:
                left |= bit(card)
    _return_copies(counts, code)
    return left


@kernel
def count_children(codes: NDArray[np.int32], counts: NDArray[np.int64], allowed: int) -> int:
    """How many hands come of dealing one more card, among `allowed`, to each of `codes`."""
    children = 0
    for code in codes:
        left = _cards_left(counts, code) & allowed
        while left:
            left &= left - 1
            children += 1
    return children


@kernel
def fill_children(
    children: NDArray[np.int32],
    child_likelihood: NDArray[np.float32],
    codes: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    slot: int,
    counts: NDArray[np.int64],
    allowed: int,
) -> None:
    """Write the hands that `count_children` counted, the new card in `slot`, in order."""
    place = 0
    for parent in range(len(codes)):
        left = _cards_left(counts, codes[parent]) & allowed
        for card in range(MAX_CARDS):
            if (left >> card) & 1:
                children[place] = with_card(codes[parent], slot, card)
                if len(likelihood):
                    child_likelihood[place] = likelihood[parent]
                place += 1


@kernel
def keep_possible(
    codes: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
    possible: NDArray[np.int32],
) -> int:
    """Move the hands that counts [card] and hints [slot] allow to the front; how many they are."""
    kept = 0
    for index in range(len(codes)):
        code = codes[index]
        allowed = True
        for slot in range(MAX_HAND):
            card = card_at(code, slot)
            allowed &= card == EMPTY or (possible[slot] >> card) & 1 != 0
        if allowed and weigh(code, counts) > 0:
            codes[kept] = code
            if len(likelihood):
                likelihood[kept] = likelihood[index]
            kept += 1
    return kept


@kernel
def keep_slot(
    codes: NDArray[np.int32],
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
    for index in range(len(codes)):
        code = codes[index]
        if card_at(code, slot) != card:
            continue
        moved = NO_CARDS
        for place in range(MAX_HAND):
            if moved_from[place] >= 0:
                moved = with_card(moved, place, card_at(code, moved_from[place]))
        codes[kept] = moved
        if len(likelihood):
            likelihood[kept] = likelihood[index]
        kept += 1
    return kept


@kernel
def _weight(
    codes: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
    index: int,
) -> float:
    weight = float(weigh(codes[index], counts))
    return weight * likelihood[index] if len(likelihood) else weight


@kernel
def sum_blocks(
    sums: NDArray[np.float64],
    codes: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
) -> float:
    """Fill `sums` [blocks of BLOCK codes] with running sums of weights, and return the total."""
    total = 0.0
    for index in range(len(codes)):
        total += _weight(codes, likelihood, counts, index)
        sums[index // BLOCK] = total
    return total


@kernel
def draw_code(
    codes: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
    sums: NDArray[np.float64],
    rng: Rng,
) -> int:
    """Draw a code by weight; `sums` as `sum_blocks` filled it."""
    unit = float(draw_word(rng) >> np.uint64(11)) * 2.0**-53
    wanted = unit * sums[-1]
    block = min(np.searchsorted(sums, wanted, side="right"), len(sums) - 1)
    reached = sums[block - 1] if block > 0 else 0.0
    last = min((block + 1) * BLOCK, len(codes)) - 1
    for index in range(block * BLOCK, last):
        reached += _weight(codes, likelihood, counts, index)
        if wanted < reached:
            return codes[index]
    return codes[last]


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
def draw_code_by_trial(
    codes: NDArray[np.int32], counts: NDArray[np.int64], most: int, rng: Rng
) -> int:
    """Draw a code by weight, all likelihoods alike, without sums; -1 if none was found.

    A code drawn evenly is kept with probability weight / `most`, see `most_ways`: for ranges that
    are asked a few hundred times, and too large to be summed for that.
    """
    for _ in range(_MAX_TRIALS):
        code = codes[draw_below(rng, len(codes))]
        if draw_below(rng, most) < weigh(code, counts):
            return code
    return -1


@kernel
def add_marginals(
    marginals: NDArray[np.float64],
    codes: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    counts: NDArray[np.int64],
) -> None:
    """Add each code's weight to `marginals` [slot, card] where it has its cards."""
    for index in range(len(codes)):
        weight = _weight(codes, likelihood, counts, index)
        for slot in range(MAX_HAND):
            card = card_at(codes[index], slot)
            if card != EMPTY:
                marginals[slot, card] += weight
