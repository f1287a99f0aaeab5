"""What all seats know of all hands, and how `smart` keeps it in memory.

The entry of a slot (`slots`) is the bit set of what its card can be, by hints, by conventions and
by counting; 0 for an empty slot. Two entries sum up the table as it is before the next action: the
*chop*, the slot of the card that the seat after the one to act would discard, and the valuable
cards.

Sets only shrink. A set that play off the conventions has made impossible is begun anew from the
hints.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.cards import (
    NO_SLOT,
    count_cards,
    is_named,
    is_surely,
    slot_at,
    slots_by_age,
    take_copies,
    valuable_cards,
)
from hanabilab.agents.smart.slots import NUM_PLACES, place_of
from hanabilab.game.actions import seat_at
from hanabilab.game.view import View

#: Memory entry: the chop of the seat after the one to act, NO_SLOT if it has none.
CHOP = NUM_PLACES
#: Memory entry: bit set of the valuable cards.
VALUABLE = CHOP + 1
MEMORY_SIZE = VALUABLE + 1


@inlined_kernel
def conclude(view: View, memory: Memory) -> None:
    """Draw the conclusions that every seat can draw, ready for the next action."""
    _count_copies(view, memory)
    memory[VALUABLE] = valuable_cards(view)
    memory[CHOP] = find_chop(view, memory, seat_at(view, 1))


@inlined_kernel
def _count_copies(view: View, memory: Memory) -> None:
    """No unnamed card is one whose copies are all used or named; again if that names more."""
    one, two, three = int(view.left[0]), int(view.left[1]), int(view.left[2])
    counted, before = 0, -1
    while counted != before:
        unnamed, before = one, counted
        for seat in range(view.rules.num_players):
            for slot in range(view.rules.hand_size):
                place = place_of(seat, slot)
                cards = _narrowed(view, memory[place], unnamed, seat, slot)
                memory[place] = cards
                news = is_named(cards) & ((counted >> place) & 1 == 0)
                counted |= int(news) << place
                one, two, three = take_copies(one, two, three, cards if news else 0)


@inlined_kernel
def _narrowed(view: View, cards: int, unnamed: int, seat: int, slot: int) -> int:
    """`cards` without those that no unnamed card can be; what cannot be true is begun anew."""
    if cards & view.left[0] == 0:
        return view.possible[seat, slot] & view.left[0]
    return cards & unnamed if cards & unnamed != 0 else cards


@inlined_kernel
def find_chop(view: View, memory: Memory, seat: int) -> int:
    """The slot that `seat` discards next as far as all know; NO_SLOT if it has better to do.

    It has if it holds a card known to be playable, or to be useless. Else it is, of the cards not
    known to be valuable, the one most likely useless if all that it can be is equally likely; the
    oldest on ties.
    """
    order, valuable = slots_by_age(view, seat), memory[VALUABLE]
    found, found_useless, found_count = NO_SLOT, -1, 1
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        cards = memory[place_of(seat, slot)]
        if is_surely(cards, view.playable) or is_surely(cards, view.useless):
            return NO_SLOT
        if cards & ~valuable == 0:
            continue
        useless, count = count_cards(cards & view.useless), count_cards(cards)
        if useless * found_count > found_useless * count:
            found, found_useless, found_count = slot, useless, count
    return found
