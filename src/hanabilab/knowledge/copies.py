"""Copies of cards, for all cards at once: which are left, which are unseen, how many of a set.

Kernels. Copies are counted as three bit sets: the cards with over 0, over 1 and over 2 of them, as
`PublicTable.left` has them. `unseen` counts card by card.
"""

from __future__ import annotations

from typing import TypeAlias

from hanabilab._jit import inlined_kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, wide

#: Copies of each card: bit sets of those with over 0, over 1 and over 2.
Copies: TypeAlias = tuple[int, int, int]


@inlined_kernel
def copies_left(view: View) -> Copies:
    """Copies neither played nor discarded."""
    return wide(view.left[0]), wide(view.left[1]), wide(view.left[2])


@inlined_kernel
def copies_unseen(view: View) -> Copies:
    """Copies that the viewing seat does not see: in its own hand or in the deck."""
    copies = copies_left(view)
    for seat in range(view.rules.num_players):
        for slot in range(MAX_HAND):
            card = view.hands[seat, slot]
            if card >= 0:
                copies = without_copy(copies, wide(bit(card)))
    return copies


@inlined_kernel
def without_copy(copies: Copies, cards: int) -> Copies:
    """`copies` with one copy less of each card of a set, taken from the highest that it is in."""
    one, two, three = copies
    cards, three = cards & ~three, three & ~cards
    cards, two = cards & ~two, two & ~cards
    return one & ~cards, two, three


@inlined_kernel
def with_copy(copies: Copies, cards: int) -> Copies:
    """`copies` with one copy more of each card of a set, none of which has three."""
    one, two, three = copies
    cards, one = cards & one, one | cards
    cards, two = cards & two, two | cards
    return one, two, three | cards


@inlined_kernel
def count_copies(copies: Copies, cards: int) -> int:
    """How many copies there are of the cards of a set: its weight in a fair draw."""
    one, two, three = copies
    return count_members(one & cards) + count_members(two & cards) + count_members(three & cards)
