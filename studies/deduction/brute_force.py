"""Deals of a hand by trying every hand: a kernel that shares nothing with `hand_counts`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel


@kernel
def try_every_hand(
    ways: NDArray[np.int64], possible: NDArray[np.int64], copies: NDArray[np.int64]
) -> int:
    """As `knowledge.hand_counts.count_hand`, hand by hand: up to 30^H of them.

    Args:
        ways: [H, C] filled with the deals that have each card in each slot.
        possible: [H] bit set of the cards that each slot may hold; 0 for an empty slot.
        copies: [C] unseen copies of each card; used as scratch, and put back.

    Returns:
        The number of deals.
    """
    num_slots, num_cards = len(possible), len(copies)
    hand = np.full(num_slots, -1, np.int64)
    weight = np.ones(num_slots + 1, np.int64)
    ways[:] = 0
    deals, slot = 0, 0
    while slot >= 0:
        if slot == num_slots:
            deals += weight[slot]
            for each in range(num_slots):
                if hand[each] >= 0:
                    ways[each, hand[each]] += weight[slot]
            slot -= 1
            continue
        if possible[slot] == 0:  # an empty slot is passed once on the way down
            hand[slot] = -1 if hand[slot] == -2 else -2
            weight[slot + 1] = weight[slot]
            slot += 1 if hand[slot] == -2 else -1
            continue
        if hand[slot] >= 0:
            copies[hand[slot]] += 1
        card = hand[slot] + 1
        while card < num_cards and not (possible[slot] >> card & 1 and copies[card] > 0):
            card += 1
        if card == num_cards:
            hand[slot] = -1
            slot -= 1
        else:
            hand[slot] = card
            weight[slot + 1] = weight[slot] * copies[card]
            copies[card] -= 1
            slot += 1
    return deals
