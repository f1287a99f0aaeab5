"""Hands as all seats know them: for each slot the bit set of what its card can be.

All hands are in one `int64` array, MAX_HAND entries a seat. A set holds only cards of which a copy
is left; that of an empty slot is empty.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.information.board import Board
from hanabilab.game.rule_tables import MAX_HAND, MAX_PLAYERS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single

#: `int64[NUM_SLOTS]` or longer: all hands, seat by seat.
Hands: TypeAlias = NDArray[np.int64]
#: `int64[hand_size]`: one of them, by slot.
Hand: TypeAlias = NDArray[np.int64]

NUM_SLOTS = MAX_PLAYERS * MAX_HAND


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
