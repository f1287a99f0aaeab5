"""What all seats know of all hands, and how `smart` keeps it in memory.

The entry of a slot (`knowledge.slot_memory`) is the bit set of what its card can be, by hints, by
conventions and by counting; 0 for an empty slot. Two more entries sum up the table as it is before
the next action: the *chop*, the slot of the card that the seat after the one to act would discard,
and the *valuable* cards, those that are critical.

Sets only shrink. A set that play off the conventions has made impossible is begun anew from the
hints.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    count_members,
    critical_cards,
    is_maybe,
    is_surely,
    needed_cards,
)
from hanabilab.knowledge.hands import NO_SLOT, slot_at, slots_by_age
from hanabilab.knowledge.slot_memory import NO_PROMISES, NUM_PLACES, count_out_named, place_of

#: Memory entry: the chop of the seat after the one to act, NO_SLOT if it has none.
CHOP = NUM_PLACES
#: Memory entry: bit set of the valuable cards, `critical_cards`.
VALUABLE = CHOP + 1
MEMORY_SIZE = VALUABLE + 1


@inlined_kernel
def conclude(view: View, memory: Memory) -> None:
    """Draw the conclusions that every seat can draw, ready for the next action."""
    count_out_named(view, memory, NO_PROMISES)
    memory[VALUABLE] = critical_cards(view)
    memory[CHOP] = find_chop(view, memory, seat_at(view, 1))


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
        useless, count = count_members(cards & view.useless), count_members(cards)
        if useless * found_count > found_useless * count:
            found, found_useless, found_count = slot, useless, count
    return found


@inlined_kernel
def may_warn(view: View, cards: int, value: int, valuable: int) -> bool:
    """Whether a rank hint that touches the chop is read as a warning of it.

    Args:
        cards: what the chop could be before.
        value: the hint value of the rank.
    """
    return is_maybe(cards, valuable) and cards & view.rules.touches[value] & valuable != 0


@inlined_kernel
def knows_playable(view: View, memory: Memory, seat: int, playable: int) -> bool:
    """Whether all know that a seat holds one of the cards that are playable, a bit set."""
    found = False
    for slot in range(view.rules.hand_size):
        found |= is_surely(memory[place_of(seat, slot)], playable)
    return found


@inlined_kernel
def spare_draws(view: View) -> int:
    """How many cards the table can discard, and still play all that it needs.

    Every play or discard draws a card, and after the last one each seat has a turn.
    """
    rules = view.rules
    turns = rules.deck_size - view.deck_drawn + rules.num_players
    return turns - count_members(needed_cards(view))
