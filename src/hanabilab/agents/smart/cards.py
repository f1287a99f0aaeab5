"""Bit sets of cards, and the slots of a hand by age: small tools of this family.

What a card *can be* is a bit set of card ids. It answers a question about the card with yes (all
its cards do), no (none does) or maybe. An empty slot has the empty set, never surely anything.
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import inlined_kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import DRAW_NEWEST, RuleTables
from hanabilab.game.view import View

#: In place of a slot: there is none.
NO_SLOT = -1
#: In place of a rank, from 0: cards of several ranks.
UNKNOWN_RANK = -1

_SLOTS_IN_ORDER = 0x543210


# --- Sets of cards -------------------------------------------------------------------------------


@inlined_kernel
def count_cards(cards: int) -> int:
    """How many cards a set holds. Compilers know this pattern as one instruction."""
    word = np.int64(cards)
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (word * 0x0101010101010101) >> 56  # type: ignore[return-value]


@inlined_kernel
def first_card(cards: int) -> int:
    """The lowest card id of a set that is not empty."""
    return count_cards((cards & -cards) - 1)


@inlined_kernel
def is_surely(cards: int, kind: int) -> bool:
    """Whether a card that can be `cards` is certainly one of `kind`."""
    return (cards & ~kind == 0) & (cards != 0)


@inlined_kernel
def is_maybe(cards: int, kind: int) -> bool:
    """Whether a card that can be `cards` may be one of `kind`, and may be none."""
    return (cards & kind != 0) & (cards & ~kind != 0)


@inlined_kernel
def is_named(cards: int) -> bool:
    """Whether a set holds one card alone: all know which it is."""
    return (cards & (cards - 1) == 0) & (cards != 0)


@inlined_kernel
def rank_of_all(rules: RuleTables, cards: int) -> int:
    """The rank, from 0, that all `cards` share; UNKNOWN_RANK if they do not, or there are none."""
    for rank in range(rules.num_ranks):
        alike = rules.touches[rules.num_suits + rank]
        if cards & alike != 0:
            return rank if cards & ~alike == 0 else UNKNOWN_RANK
    return UNKNOWN_RANK


@inlined_kernel
def is_one_colored(rules: RuleTables, cards: int) -> bool:
    """Whether `cards` are all of one color; False if there are none."""
    for suit in range(rules.num_suits):
        if cards & rules.touches[suit] != 0:
            return cards & ~rules.touches[suit] == 0
    return False


@inlined_kernel
def valuable_cards(view: View) -> int:
    """Bit set of the cards that are still needed and of which one copy is left."""
    return view.left[0] & ~view.left[1] & ~view.useless


@inlined_kernel
def played_cards(view: View) -> int:
    """Bit set of the cards on the fireworks."""
    rules, played = view.rules, 0
    for suit in range(rules.num_suits):
        played |= ((1 << int(view.fireworks[suit])) - 1) << (suit * int(rules.num_ranks))
    return played


@inlined_kernel
def take_copies(one: int, two: int, three: int, cards: int) -> tuple[int, int, int]:
    """The bit sets of cards with over 0, 1 and 2 copies left, after one more of each of `cards`.

    A card is taken from the highest set that it is in, as in `knowledge.unseen`.
    """
    cards, three = cards & ~three, three & ~cards
    cards, two = cards & ~two, two & ~cards
    return one & ~cards, two, three


# --- Slots by age --------------------------------------------------------------------------------


@inlined_kernel
def slots_by_age(view: View, seat: int) -> int:
    """The slots of a hand from the oldest card to the newest, four bits each; see `slot_at`.

    Empty slots may stand anywhere among them.
    """
    rules = view.rules
    if rules.draw_slot == DRAW_NEWEST:
        return _SLOTS_IN_ORDER
    order = 0
    for slot in range(rules.hand_size):
        age, place = view.deck_index[seat, slot], 0
        for other in range(rules.hand_size):
            other_age = view.deck_index[seat, other]
            place += other_age < age or (other_age == age and other < slot)
        order |= slot << (4 * place)
    return order


@inlined_kernel
def slot_at(order: int, place: int) -> int:
    """The slot with `place` slots before it in an order of `slots_by_age`."""
    return (order >> (4 * place)) & 15


@inlined_kernel
def newest_slot(view: View, seat: int) -> int:
    """The slot of the newest card of a hand; NO_SLOT if it is empty."""
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size - 1, -1, -1):
        if view.hands[seat, slot_at(order, place)] != NO_CARD:
            return slot_at(order, place)
    return NO_SLOT


@inlined_kernel
def oldest_slot_of(view: View, seat: int) -> int:
    """The slot of the oldest card of a hand; NO_SLOT if it is empty."""
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size):
        if view.hands[seat, slot_at(order, place)] != NO_CARD:
            return slot_at(order, place)
    return NO_SLOT
