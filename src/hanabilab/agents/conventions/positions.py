"""Where conventions look: chop, finesse position, prompt, focus, the order of ones. Kernels.

What a promise says is about hands as they were when it was made. So finesse position and prompt
are found for a promise: they take cards that were there and not hinted, or hinted, at its stamp.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.memory import (
    AGE_BITS,
    DEALT,
    FIRST,
    MOVED,
    P_CHOPS,
    P_RECEIVER,
    P_STAMP,
    P_TOUCHED,
    P_YOUNGEST,
    PLAYS,
    TRASH,
    age_of,
    at,
    note_of,
    stamp_of,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

#: The order of ones: what was the chop, what was drawn, what was dealt.
_CHOP_FIRST, _DRAWN, _DEALT = 0, 1, 2


@kernel
def chop_slot(memory: Memory, seat: int) -> int:
    """The oldest card that is neither hinted nor protected; NO_SLOT if there is none."""
    found, oldest = NO_SLOT, 1 << 10
    for slot in range(MAX_HAND):
        place = place_of(seat, slot)
        age = age_of(memory, place)
        free = stamp_of(memory, place) == 0 and memory[place] & (MOVED | TRASH) == 0
        if age > 0 and free and age < oldest:
            found, oldest = slot, age
    return found


@kernel
def pack_chops(memory: Memory, seats: int) -> int:
    """The ages of the chops of all seats, for `P_CHOPS`; 0 for a seat without one."""
    packed = wide(0)
    for seat in range(seats):
        chop = chop_slot(memory, seat)
        if chop != NO_SLOT:
            packed |= age_of(memory, place_of(seat, chop)) << (AGE_BITS * seat)
    return packed


@kernel
def chop_before(memory: Memory, index: int, seat: int) -> int:
    """The chop of a seat just before a promise was made; NO_SLOT if the card is gone."""
    age = (memory[at(index, P_CHOPS)] >> (AGE_BITS * seat)) & ((1 << AGE_BITS) - 1)
    for slot in range(MAX_HAND):
        if age > 0 and age_of(memory, place_of(seat, slot)) == age:
            return slot
    return NO_SLOT


@kernel
def finesse_slot(memory: Memory, index: int, seat: int, used: int) -> int:
    """The newest card that no hint up to that of the promise had touched; NO_SLOT if there is none.

    Args:
        used: bit set of the places that are not looked at.
    """
    found, newest = NO_SLOT, 0
    youngest, stamp = memory[at(index, P_YOUNGEST)], memory[at(index, P_STAMP)]
    for slot in range(MAX_HAND):
        place = place_of(seat, slot)
        age, since = age_of(memory, place), stamp_of(memory, place)
        free = (since == 0 or since > stamp) and memory[place] & MOVED == 0
        if newest < age <= youngest and free and (used >> place) & 1 == 0:
            found, newest = slot, age
    return found


@kernel
def prompt_slot(view: View, memory: Memory, index: int, seat: int, card: int, used: int) -> int:
    """The newest card hinted before the promise that may be `card` and was told its color or rank.

    NO_SLOT if there is none. Cards that play anyway, or that everybody knows, are not prompted, nor
    are cards that the promise's own hint touched.
    """
    found, newest = NO_SLOT, 0
    stamp = memory[at(index, P_STAMP)]
    touched = memory[at(index, P_TOUCHED)] if memory[at(index, P_RECEIVER)] == seat else 0
    touches = int(view.rules.touched_by[card])
    for slot in range(MAX_HAND):
        place = place_of(seat, slot)
        if age_of(memory, place) <= newest or (used >> place) & 1 or (touched >> slot) & 1:
            continue
        told = 0 < stamp_of(memory, place) < stamp and view.hinted[seat, slot] & touches != 0
        note = note_of(memory, place) & view.possible[seat, slot]
        open_to = memory[place] & (PLAYS | TRASH) == 0 and not is_single(note)
        if told and open_to and (note >> card) & 1:
            found, newest = slot, age_of(memory, place)
    return found


@kernel
def newest_of(memory: Memory, seat: int, slots: int) -> int:
    """The newest card of a bit set of slots; NO_SLOT if there is none."""
    found, newest = NO_SLOT, 0
    for slot in range(MAX_HAND):
        age = age_of(memory, place_of(seat, slot))
        if (slots >> slot) & 1 and age > newest:
            found, newest = slot, age
    return found


@kernel
def focus_slot(memory: Memory, seat: int, touched: int, new: int, chop: int) -> int:
    """The one card that a hint is about.

    Args:
        touched: bit set of the slots that the hint touches.
        new: those of them that no hint had touched.
        chop: the slot of the chop before the hint, or NO_SLOT.
    """
    if new == 0:
        moved = 0
        for slot in range(MAX_HAND):
            moved |= int(memory[place_of(seat, slot)] & MOVED != 0) << slot
        return newest_of(memory, seat, (touched & moved) or touched)
    if chop != NO_SLOT and (new >> chop) & 1:
        return chop
    return newest_of(memory, seat, new)


@kernel
def first_one(memory: Memory, seat: int, slots: int) -> int:
    """Which of several ones is played first; NO_SLOT if there is none.

    What was the chop, then cards drawn since the deal, the newest first, then cards dealt, the
    oldest first.
    """
    found, best = NO_SLOT, 1 << 20
    for slot in range(MAX_HAND):
        if (slots >> slot) & 1 == 0:
            continue
        place = place_of(seat, slot)
        age, dealt = age_of(memory, place), memory[place] & DEALT != 0
        group = _CHOP_FIRST if memory[place] & FIRST else _DEALT if dealt else _DRAWN
        key = (group << 10) + (age if dealt else 1000 - age)
        if key < best:
            found, best = slot, key
    return found
