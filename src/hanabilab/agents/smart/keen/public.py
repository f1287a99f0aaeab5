"""What all seats know before the next action: the memory of `smart`, and two entries more.

The *routine* is what the seat to act does by what all know, if it does not have to care for the
next seat: play, or discard the card in a slot. It gives a meaning to actions without tokens. A seat
is *warned* if the last action told it that its chop is valuable.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart import public as of_smart
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_surely
from hanabilab.knowledge.hands import NO_SLOT, slot_at, slots_by_age
from hanabilab.knowledge.slot_memory import place_of

#: Memory entry: 1 if the seat to act has just been warned, else 0.
WARNED = of_smart.MEMORY_SIZE
#: Memory entry: the slot that the seat to act discards by routine, TO_PLAY, or NO_SLOT.
ROUTINE = WARNED + 1
MEMORY_SIZE = ROUTINE + 1

#: In place of the slot that a seat discards by routine: it holds a card known to be playable.
TO_PLAY = MAX_HAND


@inlined_kernel
def conclude(view: View, memory: Memory) -> None:
    """Draw the conclusions that every seat can draw, ready for the next action."""
    of_smart.conclude(view, memory)
    memory[ROUTINE] = _find_routine(view, memory)


@inlined_kernel
def _find_routine(view: View, memory: Memory) -> int:
    """What the seat to act does by routine; NO_SLOT if it could not signal by another discard."""
    routine = _find_plain_routine(view, memory)
    for slot in range(view.rules.hand_size):
        if routine != NO_SLOT and may_signal(view, memory, routine, slot):
            return routine
    return NO_SLOT


@inlined_kernel
def _find_plain_routine(view: View, memory: Memory) -> int:
    """Play, or discard the oldest useless card or the chop."""
    seat = view.current_seat
    if of_smart.knows_playable(view, memory, seat, view.playable):
        return TO_PLAY
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        if is_surely(memory[place_of(seat, slot)], view.useless):
            return slot
    return of_smart.find_chop(view, memory, seat)


@inlined_kernel
def may_signal(view: View, memory: Memory, routine: int, slot: int) -> bool:
    """Whether the seat to act may discard a card against the routine, as far as all know."""
    cards = memory[place_of(view.current_seat, slot)]
    is_dear = is_surely(cards, view.playable) or is_surely(cards, memory[of_smart.VALUABLE])
    return slot != routine and cards != 0 and not is_dear


@inlined_kernel
def tells_playable(view: View, before: Memory, after: Memory, seat: int) -> bool:
    """Whether all know of a card of a seat that it is playable, and did not before."""
    found = False
    for slot in range(view.rules.hand_size):
        place = place_of(seat, slot)
        known = is_surely(before[place], view.playable)
        found |= is_surely(after[place], view.playable) and not known
    return found
