"""Sets of cards: what is in one, and which cards are played, critical, needed.

Kernels. A set is the bit set of its card ids. What a card *can be* is such a set; it answers a
question about the card with surely (all its cards do), never or maybe. An empty slot has the empty
set, which is never surely anything. Slots of a hand and hint values form bit sets, too; they are
counted and picked by the same kernels.
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import inlined_kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.stacks import played_places
from hanabilab.game.view import View

#: In place of a color or a rank: cards of several, or no cards.
SEVERAL = -1


@inlined_kernel
def wide(number: int) -> int:
    """64 bits, compiled or not: kernels that always get the same type compile once."""
    return np.int64(number)  # type: ignore[return-value]


# --- Counting and picking ------------------------------------------------------------------------


@inlined_kernel
def count_members(cards: int) -> int:
    """How many cards a set holds. Compilers know this pattern as one instruction."""
    word = np.int64(cards)
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (word * 0x0101010101010101) >> 56  # type: ignore[return-value]


@inlined_kernel
def lowest_member(members: int) -> int:
    """The lowest card id, slot or hint value in a bit set that is not empty."""
    return count_members((members & -members) - 1)


@inlined_kernel
def is_single(cards: int) -> bool:
    """Whether a set holds exactly one card: who knows the set can name it."""
    return (cards & (cards - 1) == 0) & (cards != 0)


@inlined_kernel
def is_surely(cards: int, kind: int) -> bool:
    """Whether a card that can be `cards` is certainly one of `kind`."""
    return (cards & ~kind == 0) & (cards != 0)


@inlined_kernel
def is_maybe(cards: int, kind: int) -> bool:
    """Whether a card that can be `cards` may be one of `kind`, and may be none."""
    return (cards & kind != 0) & (cards & ~kind != 0)


@inlined_kernel
def common_color(rules: RuleTables, cards: int) -> int:
    """The color that all `cards` share; SEVERAL if they do not, or there are none."""
    if cards == 0:
        return SEVERAL
    suit = int(rules.suit_of[lowest_member(cards)])
    return suit if cards & ~rules.touches[suit] == 0 else SEVERAL


@inlined_kernel
def common_rank(rules: RuleTables, cards: int) -> int:
    """The rank, from 0, that all `cards` share; SEVERAL if they do not, or there are none."""
    if cards == 0:
        return SEVERAL
    rank = int(rules.rank_of[lowest_member(cards)])
    return rank if cards & ~rules.touches[rules.num_suits + rank] == 0 else SEVERAL


# --- The table -----------------------------------------------------------------------------------


@inlined_kernel
def all_cards(rules: RuleTables) -> int:
    """Every card of the rules."""
    return wide(bit(rules.num_cards) - 1)


@inlined_kernel
def played_cards(view: View) -> int:
    """The cards on the fireworks."""
    rules = view.rules
    played = wide(0)
    for suit in range(rules.num_suits):
        played |= wide(played_places(rules, view.fireworks[suit])) << (suit * rules.num_ranks)
    return played


@inlined_kernel
def needed_cards(view: View) -> int:
    """The cards that can still score. The others are *useless*: `view.useless`."""
    return all_cards(view.rules) & ~view.useless


@inlined_kernel
def critical_cards(view: View) -> int:
    """The needed cards of which one copy is left: to discard it costs points."""
    return wide(view.left[0] & ~view.left[1] & ~view.useless)


@inlined_kernel
def last_unplayed_copies(view: View) -> int:
    """The cards not played of which one copy is left, whether they can still score or not."""
    return wide(view.left[0] & ~view.left[1] & ~played_cards(view))


@inlined_kernel
def lowest_rank_open(view: View) -> int:
    """The lowest rank, from 0, that some suit still waits for; `num_ranks` if all are complete."""
    lowest = view.rules.num_ranks
    for suit in range(view.rules.num_suits):
        lowest = min(lowest, view.fireworks[suit])
    return lowest


@inlined_kernel
def hand_cards(view: View, seat: int) -> int:
    """The cards of a seat whose hand the viewer sees."""
    cards = wide(0)
    for slot in range(view.rules.hand_size):
        if view.hands[seat, slot] >= 0:
            cards |= bit(view.hands[seat, slot])
    return cards


@inlined_kernel
def other_hands(view: View, seat: int) -> int:
    """The cards that the viewer sees in the hands of all seats but one."""
    cards = wide(0)
    for other in range(view.rules.num_players):
        if other != seat:
            cards |= hand_cards(view, other)
    return cards
