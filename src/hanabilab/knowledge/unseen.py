"""What a seat cannot see: counts of the cards that may be in its own hand or in the deck.

Kernels on VIEW rows. `knowledge.copies` has the same counts as bit sets. Hints say more about
single slots; see `knowledge.hands`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.rule_tables import MAX_COPIES
from hanabilab.game.state import PublicTable
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members
from hanabilab.knowledge.copies import copies_unseen


@kernel
def count_unseen(counts: NDArray[np.int64], view: View) -> int:
    """Write into `counts` [card] how many copies `view.seat` cannot see, and return their sum.

    Unseen is what is neither on a firework, nor discarded, nor in another seat's hand: the own
    hand and the deck.
    """
    rules = view.rules
    total = 0
    for card in range(rules.num_cards):
        counts[card] = 0
        for more in range(MAX_COPIES):
            counts[card] += (view.left[more] >> card) & 1
        total += counts[card]
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            if view.hands[seat, slot] >= 0:
                counts[view.hands[seat, slot]] -= 1
                total -= 1
    return total


@kernel
def unseen_cards(view: View) -> int:
    """Bit set of the cards of which `view.seat` cannot see every copy.

    The cards counted as in `count_unseen`, but only whether any is left, for agents that ask every
    turn.
    """
    return copies_unseen(view)[0]


@inlined_kernel
def count_unseen_copies(table: PublicTable, seat: int, possible: int, some: int) -> tuple[int, int]:
    """Copies that `seat` cannot see of the cards in `possible`, and how many are also in `some`.

    The sums of `count_unseen` over bit sets of cards, for who asks about one slot and not about
    all. Of a STATE or a VIEW row.
    """
    both = possible & some
    count, among = 0, 0
    for more in range(MAX_COPIES):
        count += count_members(table.left[more] & possible)
        among += count_members(table.left[more] & both)
    for other in range(table.rules.num_players):
        if other == seat:
            continue
        for slot in range(table.rules.hand_size):
            card = int(table.hands[other, slot])
            if card >= 0:
                count -= (possible >> card) & 1
                among -= (both >> card) & 1
    return count, among
