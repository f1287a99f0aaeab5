"""The knowledge of `information`: the table as a board, hands as sets of cards, weights of sets.

A hand is what all seats know of it: for each slot the bit set of what its card can be. All hands
are in one `int64` array, MAX_HAND entries a seat. A set holds only cards of which a copy is left;
the set of an empty slot is empty. The weight of a set is the number of copies that a board has left
of its cards.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.hats.information.numbers import USELESS
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, wide
from hanabilab.knowledge.copies import Copies, copies_left, copies_unseen, count_copies, with_copy

#: `int64[NUM_PLACES]` or longer: all hands, in the places of `knowledge.slot_memory`.
Hands: TypeAlias = NDArray[np.int64]
#: `int64[hand_size]`: one of them, by slot.
Hand: TypeAlias = NDArray[np.int64]

#: The share of the whole; shares are counted in 65536ths.
CERTAIN = 1 << 16

# 2**32 / whole, rounded up: a part times this is exact in the 16 binary places that `share` keeps.
_RECIPROCALS = np.array([0, *(-(-(1 << 32) // whole) for whole in range(1, MAX_DECK + 1))])


class Board(NamedTuple):
    """What the fireworks and the discards say, as all seats or as one seat know it.

    Attributes:
        playable: bit set of cards.
        useless: bit set of cards.
        copies: the copies left; for one seat those of them that it does not see.
    """

    playable: int
    useless: int
    copies: Copies


@kernel
def public_board(view: View) -> Board:
    """What all seats know: copies are left that are neither played nor discarded."""
    return Board(wide(view.playable), wide(view.useless), copies_left(view))


@kernel
def private_board(view: View) -> Board:
    """What the viewing seat knows: copies that it sees in hands are not left."""
    return Board(wide(view.playable), wide(view.useless), copies_unseen(view))


@kernel
def board_before_discard(view: View, memory: Memory) -> Board:
    """The public board before the discard that `view` shows as the last action.

    Args:
        view: any seat's.
        memory: as it was before the discard; it has the cards that were useless then.
    """
    copies = with_copy(copies_left(view), wide(bit(view.last_card)))
    return Board(wide(view.playable), memory[USELESS], copies)


@kernel
def weigh(board: Board, cards: int) -> int:
    """How many copies of `cards` are left."""
    return count_copies(board.copies, cards)


@kernel
def share(part: int, whole: int) -> int:
    """floor(part / whole * CERTAIN), for 0 <= part < 2**16 / whole and whole <= MAX_DECK.

    Fractions of weights are in the order of their shares, and equal where these are equal: they
    differ by 1 / MAX_DECK**2 at least. Nothing is a share of 0 of nothing.
    """
    return (part * int(_RECIPROCALS[whole])) >> 16


# --- Hands ---------------------------------------------------------------------------------------


@kernel
def hand_of(hands: Hands, view: View, seat: int) -> Hand:
    """The hand of a seat, a part of `hands`."""
    start = int(seat) * MAX_HAND
    return hands[start : start + view.rules.hand_size]


@kernel
def is_settled(cards: int, board: Board) -> bool:
    """Whether nothing is left to tell: the card is named or useless, or the slot is empty."""
    return cards & (cards - 1) == 0 or cards & ~board.useless == 0


@kernel
def knows_one_of(hand: Hand, cards: int) -> bool:
    """Whether some slot certainly holds one of `cards`."""
    known = False
    for possible in hand:
        known |= possible & ~cards == 0 and possible != 0
    return known


@kernel
def useless_slots(hand: Hand, board: Board) -> int:
    """Bit set of the slots whose cards are certainly useless, or named and held more than once."""
    once, twice = 0, 0
    for cards in hand:
        if is_single(cards):
            twice |= once & cards
            once |= cards
    slots = 0
    for slot in range(len(hand)):
        cards = hand[slot]
        wasted = cards & ~board.useless == 0 or (is_single(cards) and cards & twice != 0)
        slots |= int(wasted and cards != 0) << slot
    return slots


@kernel
def exclude_playable(hands: Hands, view: View, actor: int) -> None:
    """The seats did without a hint of `actor`: those that know no playable card hold none."""
    for seat in range(view.rules.num_players):
        hand = hand_of(hands, view, seat)
        if seat != actor and not knows_one_of(hand, view.playable):
            for slot in range(len(hand)):
                hand[slot] &= ~view.playable
