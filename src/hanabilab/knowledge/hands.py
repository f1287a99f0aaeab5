"""Slots of a hand: which is the oldest, the newest, the one with a card, the one known to be it.

Kernels on VIEW rows. A card's age is its place in the deck, `view.deck_index`. Hints and visible
cards are taken slot by slot, which is not the whole truth: two slots may compete for one card. See
`knowledge.deduction` for the joint distribution, `beliefs.sampled_worlds` to draw from it.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_DECK, MAX_HAND
from hanabilab.game.view import View

#: In place of a slot: there is none.
NO_SLOT = -1
#: The bit set of all slots.
ALL_SLOTS = (1 << MAX_HAND) - 1

# Above every age, which is a place in the deck.
_NO_AGE = MAX_DECK
_SLOTS_IN_ORDER = 0x543210


# --- Known slots ---------------------------------------------------------------------------------


@kernel
def known_slot(view: View, unseen: int, cards: int) -> int:
    """The oldest slot of the own hand that certainly holds one of `cards`; -1 if there is none.

    Args:
        unseen: bit set of the cards not all seen, `knowledge.unseen.unseen_cards`.
        cards: bit set.
    """
    slots = 0
    for slot in range(MAX_HAND):
        is_known = view.possible[view.seat, slot] & unseen & ~cards == 0
        slots |= int(is_known) << slot
    return oldest_among(view, view.seat, slots)


@inlined_kernel
def unhinted_slots(view: View, seat: int) -> int:
    """Bit set of the cards of a hand that no hint has touched."""
    slots = 0
    for slot in range(MAX_HAND):
        untouched = (view.hinted[seat, slot] == 0) & (view.deck_index[seat, slot] >= 0)
        slots |= int(untouched) << slot
    return slots


# --- Slots by age --------------------------------------------------------------------------------


@inlined_kernel
def oldest_among(view: View, seat: int, slots: int) -> int:
    """The slot of a hand with the oldest card of a bit set of slots; -1 if there is none."""
    oldest = _NO_AGE << 3
    for slot in range(MAX_HAND):
        # Age and slot in one number, the smallest of which no branch has to find.
        age = int(view.deck_index[seat, slot])
        counts = (age >= 0) & ((slots >> slot) & 1 == 1)
        oldest = min(oldest, (age if counts else _NO_AGE) << 3 | slot)
    return oldest & 7 if oldest < _NO_AGE << 3 else NO_SLOT


@kernel
def oldest_slot(view: View) -> int:
    """The oldest slot of the own hand; -1 if the hand is empty."""
    return oldest_among(view, view.seat, ALL_SLOTS)


@kernel
def oldest_unhinted_slot(view: View) -> int:
    """The oldest slot of the own hand that no hint has touched; -1 if there is none."""
    return oldest_among(view, view.seat, unhinted_slots(view, view.seat))


@kernel
def newest_slot(view: View, seat: int, slots: int) -> int:
    """The slot of `seat` with the newest card of a bit set of slots; -1 if there is none."""
    newest, age = NO_SLOT, -1
    for slot in range(MAX_HAND):
        if slots >> slot & 1 and view.deck_index[seat, slot] > age:
            newest, age = slot, int(view.deck_index[seat, slot])
    return newest


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


# --- Slots by what they hold ---------------------------------------------------------------------


@inlined_kernel
def first_held_slot(view: View, seat: int) -> int:
    """The lowest slot of `seat` with a card; -1 if its hand is empty."""
    for slot in range(MAX_HAND):
        if view.hands[seat, slot] != NO_CARD:
            return slot
    return NO_SLOT


@inlined_kernel
def slot_of(view: View, seat: int, index: int) -> int:
    """The slot of the card of `seat` from a place in the deck, 0 or more; -1 if it is gone."""
    for slot in range(MAX_HAND):
        if view.deck_index[seat, slot] == index:
            return slot
    return NO_SLOT
