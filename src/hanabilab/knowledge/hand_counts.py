"""In how many ways a hand can be dealt, exactly, and how often each card is in each slot. Kernels.

Every way to deal the unseen copies to the slots is equally likely; slots compete for copies. The
count goes card by card: `before` [card, S] is the ways to fill just the slots of the bit set S with
copies of the cards before this one, `after` the ways with this and later ones. A set A of slots
can get copies of a card in n (n - 1) ... ways, n being its copies. With H slots that takes 3^H
steps a card, where trying all hands takes up to 30^H.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.knowledge.card_sets import count_members


@kernel
def count_hand(
    ways: NDArray[np.int64], possible: NDArray[np.int64], copies: NDArray[np.int64]
) -> int:
    """Fill `ways` [H, C] with the deals that have each card in each slot; return all deals.

    Args:
        possible: [H] bit set of the cards that each slot may hold; 0 for an empty slot. H is 1-6.
        copies: [C] unseen copies of each card, 0-3.

    Returns:
        The number of deals; 0 if there is none. It and every entry are exact: 6 slots and 90
        copies give less than 2^39.
    """
    held = _held_slots(possible)
    num_slots, num_cards = len(possible), len(copies)
    before = np.zeros((num_cards + 1, 1 << num_slots), np.int64)
    after = np.zeros((num_cards + 1, 1 << num_slots), np.int64)
    before[0, 0] = 1
    after[num_cards, 0] = 1
    for card in range(num_cards):
        _add_card(before[card + 1], before[card], _slots_for(possible, card), copies[card])
        last = num_cards - 1 - card
        _add_card(after[last], after[last + 1], _slots_for(possible, last), copies[last])
    ways[:] = 0
    for card in range(num_cards):
        allowed, taken = _slots_for(possible, card), _slots_for(possible, card)
        while taken:
            if count_members(taken) <= copies[card]:
                rest = _deals_around(before[card], after[card + 1], held & ~taken)
                _add_to_slots(ways, taken, card, rest * _orders(copies[card], count_members(taken)))
            taken = (taken - 1) & allowed
    return before[num_cards, held]


@kernel
def _held_slots(possible: NDArray[np.int64]) -> int:
    """Bit set of the slots that hold a card."""
    held = 0
    for slot in range(len(possible)):
        held |= (1 << slot) if possible[slot] != 0 else 0
    return held


@kernel
def _slots_for(possible: NDArray[np.int64], card: int) -> int:
    """Bit set of the slots that may hold a card."""
    slots = 0
    for slot in range(len(possible)):
        slots |= ((possible[slot] >> card) & 1) << slot
    return slots


@kernel
def _orders(copies: int, slots: int) -> int:
    """Ways to give so many slots a copy each."""
    ways = 1
    for taken in range(slots):
        ways *= copies - taken
    return ways


@kernel
def _add_card(
    filled: NDArray[np.int64], without: NDArray[np.int64], allowed: int, copies: int
) -> None:
    """Fill `filled` [sets of slots]: ways with a card more than `without` counts."""
    filled[:] = without
    taken = allowed
    while taken:
        num_taken = count_members(taken)
        if num_taken <= copies:
            orders = _orders(copies, num_taken)
            for slots in range(len(without)):
                if slots & taken == 0:
                    filled[slots | taken] += without[slots] * orders
        taken = (taken - 1) & allowed


@kernel
def _deals_around(before: NDArray[np.int64], after: NDArray[np.int64], slots: int) -> int:
    """Ways to fill just `slots`, part of them with earlier cards and the rest with later ones."""
    deals, early = before[0] * after[slots], slots
    while early:
        deals += before[early] * after[slots & ~early]
        early = (early - 1) & slots
    return deals


@kernel
def _add_to_slots(ways: NDArray[np.int64], slots: int, card: int, deals: int) -> None:
    for slot in range(len(ways)):
        if (slots >> slot) & 1:
            ways[slot, card] += deals
