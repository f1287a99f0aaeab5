"""What `value` and `holmes` keep of a card: what it can be, and what they take for granted of it.

A memory entry (`slots`) holds the bit set of what the card can be, and above it three flags, which
conventions set and which stay until events take them back. A card can be playable and valuable; a
useless card is neither.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.cards import (
    NO_SLOT,
    UNKNOWN_RANK,
    played_cards,
    rank_of_all,
    slot_at,
    slots_by_age,
)
from hanabilab.agents.smart.slots import place_of
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.view import View

#: The part of an entry that is the bit set of what the card can be.
CARDS = (1 << MAX_CARDS) - 1
#: The flags of an entry.
PLAYABLE, VALUABLE, USELESS = (1 << (MAX_CARDS + index) for index in range(3))


# --- The table -----------------------------------------------------------------------------------


@inlined_kernel
def last_copies(view: View) -> int:
    """Bit set of the cards not yet played of which one copy is left, needed or not."""
    return view.left[0] & ~view.left[1] & ~played_cards(view)


@inlined_kernel
def lowest_rank_open(view: View) -> int:
    """The lowest rank, from 0, that some suit still waits for; `num_ranks` if all are complete."""
    lowest = view.rules.num_ranks
    for suit in range(view.rules.num_suits):
        lowest = min(lowest, view.fireworks[suit])
    return lowest


@inlined_kernel
def forget_twins(view: View, memory: Memory, spared: int) -> None:
    """A card that could be the one just played is no longer known to be playable.

    It stays so if it has a flag of `spared`, or if no copy of the card played is left.
    """
    card = view.last_card
    if (view.left[0] >> card) & 1 == 0:
        return
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            entry = memory[place_of(seat, slot)]
            if entry & (PLAYABLE | spared) == PLAYABLE and (entry >> card) & 1 != 0:
                memory[place_of(seat, slot)] = entry ^ PLAYABLE


# --- Slots of a hand -----------------------------------------------------------------------------


@inlined_kernel
def flagged_slots(view: View, memory: Memory, seat: int, flags: int) -> int:
    """Bit set of the slots of a hand that have any of `flags`."""
    slots = 0
    for slot in range(view.rules.hand_size):
        slots |= int(memory[place_of(seat, slot)] & flags != 0) << slot
    return slots


@inlined_kernel
def oldest_flagged(view: View, memory: Memory, seat: int, flags: int) -> int:
    """The slot of the oldest card with any of `flags`; NO_SLOT if there is none."""
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size):
        if memory[place_of(seat, slot_at(order, place))] & flags != 0:
            return slot_at(order, place)
    return NO_SLOT


@inlined_kernel
def find_chop(view: View, memory: Memory, seat: int) -> int:
    """The slot that `seat` discards next: its oldest card not known to be valuable.

    NO_SLOT if there is none, or if the seat knows a card to be playable or useless.
    """
    if flagged_slots(view, memory, seat, PLAYABLE | USELESS) != 0:
        return NO_SLOT
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size):
        entry = memory[place_of(seat, slot_at(order, place))]
        if entry & CARDS != 0 and entry & VALUABLE == 0:
            return slot_at(order, place)
    return NO_SLOT


@inlined_kernel
def playable_slot(view: View, memory: Memory) -> int:
    """The lowest of the own cards known to be playable, one of unknown rank before all; the oldest
    on ties; NO_SLOT if there is none.
    """
    order, found, lowest = slots_by_age(view, view.seat), NO_SLOT, int(view.rules.num_ranks)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        entry = memory[place_of(view.seat, slot)]
        if entry & PLAYABLE != 0 and rank_of_all(view.rules, entry & CARDS) < lowest:
            found, lowest = slot, rank_of_all(view.rules, entry & CARDS)
    return found


@inlined_kernel
def highest_slot(view: View, memory: Memory) -> int:
    """The own card known to be of the highest rank, the oldest on ties."""
    order, found, best = slots_by_age(view, view.seat), NO_SLOT, UNKNOWN_RANK - 1
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        cards = memory[place_of(view.seat, slot)] & CARDS
        rank = rank_of_all(view.rules, cards)
        if cards != 0 and rank > best:
            found, best = slot, rank
    return found
