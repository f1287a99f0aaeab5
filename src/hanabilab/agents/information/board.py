"""What the fireworks and the discards say, as bit sets of cards, and the weights of such sets.

A set of cards weighs as many copies of them as are left: for all seats those that are neither
played nor discarded, for one seat those of them that it does not see.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards, wide
from hanabilab.knowledge.copies import copies_left, without_copy

#: Slots are members of bit sets as cards are.
count_members = count_cards

#: The share of the whole; shares are counted in 65536ths.
CERTAIN = 1 << 16

# 2**32 / whole, rounded up: a part times this is exact in the 16 binary places that `share` keeps.
_RECIPROCALS = np.array([0, *(-(-(1 << 32) // whole) for whole in range(1, MAX_DECK + 1))])


class Board(NamedTuple):
    """Bit sets of cards, as all seats or as one seat know them."""

    playable: int
    useless: int
    one: int  # a copy is left
    two: int  # over one copy is left
    three: int  # over two are left


@kernel
def public_board(view: View) -> Board:
    """What all seats know: copies are left that are neither played nor discarded."""
    one, two, three = copies_left(view)
    return Board(wide(view.playable), wide(view.useless), one, two, three)


@kernel
def private_board(view: View) -> Board:
    """What the viewing seat knows: copies that it sees in hands are not left."""
    copies = copies_left(view)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            if view.hands[seat, slot] >= 0:
                copies = without_copy(copies, wide(bit(view.hands[seat, slot])))
    one, two, three = copies
    return Board(wide(view.playable), wide(view.useless), one, two, three)


@kernel
def board_before_discard(view: View, useless: int) -> Board:
    """The public board before the discard that `view` shows as the last action.

    Args:
        view: any seat's.
        useless: bit set of the cards that were useless then, which `view` does not tell.
    """
    board = public_board(view)
    mark = wide(bit(view.last_card))
    mark, one = mark & board.one, board.one | mark
    mark, two = mark & board.two, board.two | mark
    return Board(board.playable, useless, one, two, board.three | mark)


@kernel
def lowest_member(members: int) -> int:
    """The lowest member of a bit set that is not empty."""
    return count_members((members & -members) - 1)


@kernel
def weigh(board: Board, cards: int) -> int:
    """Copies left of `cards`, each of which has one at least."""
    twice, thrice = cards & board.two, cards & board.three
    return count_members(cards) + count_members(twice) + count_members(thrice)


@kernel
def share(part: int, whole: int) -> int:
    """floor(part / whole * CERTAIN), for 0 <= part < 2**16 / whole and whole <= MAX_DECK.

    Fractions of weights are in the order of their shares, and equal where these are equal: they
    differ by 1 / MAX_DECK**2 at least. Nothing is a share of 0 of nothing.
    """
    return (part * int(_RECIPROCALS[whole])) >> 16
