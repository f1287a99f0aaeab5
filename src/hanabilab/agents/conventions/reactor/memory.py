"""What everybody knows: what each card can be, who is called to do what, which reaction is due.

Memory has, by place in the deck, the cards that a card in hand is known not to be (as
`hats.public_cards` keeps them); then, by place, what its holder is called to do with it; then the
reaction that the next seat owes. All of it follows from what is public: no hand is ever read.

Slots are counted as people do: place 1 is the newest card of a hand.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_DECK, MAX_HAND, MAX_PLAYERS
from hanabilab.game.view import View
from hanabilab.knowledge.hands import NO_SLOT

#: By place in the deck: 0, or the stamp of a call to play; minus the stamp of one to discard.
CALLS = MAX_DECK
#: The reaction that is due: its anchor, 0 for none; whether a rank was hinted; who owes it; by slot
#: the place of each of that seat's cards, four bits each.
ANCHOR, BY_RANK, REACTER, PLACES = range(2 * MAX_DECK, 2 * MAX_DECK + 4)
#: By seat, bit set of the slots that hints had touched before the last action.
HINTED = PLACES + 1
MEMORY_SIZE = HINTED + MAX_PLAYERS


@kernel
def held_cards(view: View, seat: int) -> int:
    """How many cards a hand has."""
    held = 0
    for slot in range(MAX_HAND):
        held += int(view.deck_index[seat, slot] >= 0)
    return held


@kernel
def place_in_hand(view: View, seat: int, slot: int) -> int:
    """The place of a held card: how many cards of the hand are as new, itself among them."""
    if view.rules.draw_slot == DRAW_NEWEST:
        return held_cards(view, seat) - slot
    age, place = int(view.deck_index[seat, slot]), 0
    for other in range(MAX_HAND):
        place += view.deck_index[seat, other] >= age
    return place


@kernel
def slot_at_place(view: View, seat: int, place: int) -> int:
    """The slot of a place; NO_SLOT if the hand has fewer cards, or for place 0."""
    if view.rules.draw_slot == DRAW_NEWEST:
        slot = int(held_cards(view, seat)) - place
        return slot if slot >= 0 and place > 0 else NO_SLOT
    for slot in range(MAX_HAND):
        if view.deck_index[seat, slot] >= 0 and place_in_hand(view, seat, slot) == place:
            return slot
    return NO_SLOT


@kernel
def places_of(view: View, seat: int) -> int:
    """The place of each card of a hand by its slot, four bits each; 0 for an empty slot."""
    places = 0
    for slot in range(MAX_HAND):
        if view.deck_index[seat, slot] >= 0:
            places |= place_in_hand(view, seat, slot) << (4 * slot)
    return places


@kernel
def hinted_slots(view: View, seat: int) -> int:
    """Bit set of the cards of a hand that some hint has touched."""
    slots = 0
    for slot in range(MAX_HAND):
        touched = view.hinted[seat, slot] != 0 and view.deck_index[seat, slot] >= 0
        slots |= int(touched) << slot
    return slots


@kernel
def call_of(view: View, memory: Memory, seat: int, slot: int) -> int:
    """The call of a card: a stamp to play it, minus one to discard it, 0 for none."""
    index = int(view.deck_index[seat, slot])
    return int(memory[CALLS + index]) if index >= 0 else 0


@kernel
def first_called(view: View, memory: Memory, seat: int, sign: int) -> int:
    """The slot that was called first, to play (`sign` 1) or to discard (-1); NO_SLOT for none."""
    found, first = NO_SLOT, 1 << 20
    for slot in range(MAX_HAND):
        stamp = sign * call_of(view, memory, seat, slot)
        if 0 < stamp < first:
            found, first = slot, stamp
    return found
