"""What a seat cannot see: counts of the cards that may be in its own hand or in the deck.

Kernels on VIEW rows. Hints say more about single slots; see `knowledge.hands`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.view import View

__all__ = ["count_unseen", "unseen_cards"]


@kernel
def count_unseen(counts: NDArray[np.int64], view: View) -> int:
    """Write into `counts` [card] how many copies `view.seat` cannot see, and return their sum.

    Unseen is what is neither on a firework, nor discarded, nor in another seat's hand: the own
    hand and the deck.
    """
    rules = view.rules
    total = 0
    for card in range(rules.num_cards):
        suit, rank = rules.suit_of[card], rules.rank_of[card]
        counts[card] = rules.copies[card] - view.discards[card] - (rank < view.fireworks[suit])
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
    turn: each card in sight is taken from the highest of the three counts it is in.
    """
    one, two, three = int(view.left[0]), int(view.left[1]), int(view.left[2])
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            card = view.hands[seat, slot]
            if card >= 0:
                mark = bit(card)
                mark, three = mark & ~three, three & ~mark
                mark, two = mark & ~two, two & ~mark
                one &= ~mark
    return one
