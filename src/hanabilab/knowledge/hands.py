"""What hints and visible cards together say about a hand, slot by slot. Kernels on VIEW rows.

Slot by slot is not the whole truth: two slots may compete for one card. `beliefs.sampled` draws
from the joint distribution.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.view import View


@kernel
def known_slot(view: View, unseen: int, cards: int) -> int:
    """The oldest slot of the own hand that certainly holds one of `cards`; -1 if there is none.

    Args:
        unseen: bit set of the cards not all seen, `knowledge.unseen.unseen_cards`.
        cards: bit set.
    """
    found, found_age = -1, 0
    for slot in range(view.rules.hand_size):
        if view.hands[view.seat, slot] == NO_CARD:
            continue
        possible = view.possible[view.seat, slot] & unseen
        age = view.deck_index[view.seat, slot]
        if possible & ~cards == 0 and (found < 0 or age < found_age):
            found, found_age = slot, age
    return found


@kernel
def oldest_unhinted_slot(view: View) -> int:
    """The oldest slot of the own hand that no hint has touched; -1 if there is none."""
    found, found_age = -1, 0
    for slot in range(view.rules.hand_size):
        age = view.deck_index[view.seat, slot]
        if age >= 0 and view.hinted[view.seat, slot] == 0 and (found < 0 or age < found_age):
            found, found_age = slot, age
    return found


@kernel
def newest_slot(view: View, seat: int, slots: int) -> int:
    """The slot of `seat` with the newest card of a bit set of slots; -1 if there is none."""
    newest, age = -1, -1
    for slot in range(view.rules.hand_size):
        if slots >> slot & 1 and view.deck_index[seat, slot] > age:
            newest, age = slot, int(view.deck_index[seat, slot])
    return newest


@kernel
def oldest_slot(view: View) -> int:
    """The oldest slot of the own hand; -1 if the hand is empty."""
    found, found_age = -1, 0
    for slot in range(view.rules.hand_size):
        age = view.deck_index[view.seat, slot]
        if age >= 0 and (found < 0 or age < found_age):
            found, found_age = slot, age
    return found
