"""Good touch: a hinted card is neither useless nor what another hinted card is known to be.

Kernels. Notes are compared after every action; promises that are done are forgotten.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.chains import focus_place
from hanabilab.agents.conventions.memory import (
    COUNT,
    P_PLAYS,
    P_SAVES,
    PLAYS,
    RESET,
    TRASH,
    at,
    drop_promise,
    note_of,
    set_note,
    stamp_of,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, wide
from hanabilab.knowledge.slot_memory import place_of

#: How often notes are compared with each other; each round can name more cards.
_ROUNDS = 3


@kernel
def settle(view: View, memory: Memory) -> None:
    """Take out of notes what cannot be, and forget promises that are done."""
    for _ in range(_ROUNDS):
        if not _compare_notes(view, memory):
            break
    index = memory[COUNT] - 1
    while index >= 0:
        place = focus_place(memory, index)
        if place < 0 or _is_done(memory, index, place):
            drop_promise(memory, index)
        index -= 1


@kernel
def _is_done(memory: Memory, index: int, place: int) -> bool:
    """Whether a promise asks for nothing, and its focus is known."""
    asks = memory[at(index, P_PLAYS)] & ~memory[at(index, P_SAVES)] != 0
    return is_single(note_of(memory, place)) and not asks


@kernel
def _compare_notes(view: View, memory: Memory) -> bool:
    """Take out of the notes of hinted cards what they should not be; whether any note changes.

    What hints name by the letter is known of every hand. What conventions name may be wrong, and
    other seats may see that: it counts in its own hand alone.
    """
    named = named_cards(view, memory, -1)
    changed = False
    for seat in range(view.rules.num_players):
        known = named | named_cards(view, memory, seat)
        for slot in range(view.rules.hand_size):
            place = place_of(seat, slot)
            if stamp_of(memory, place) > 0 and memory[place] & TRASH == 0:
                literal = wide(view.possible[seat, slot])
                changed = _narrow(view, memory, place, literal, known) or changed
    return changed


@kernel
def _narrow(view: View, memory: Memory, place: int, literal: int, known: int) -> bool:
    """Take useless and known cards out of a note; a note that has nothing else begins anew."""
    note = note_of(memory, place)
    good = note & literal & ~wide(view.useless) & ~(known & ~(note if is_single(note) else 0))
    if good == note:
        return False
    left = literal & ~wide(view.useless) & ~known
    if good == 0:
        memory[place] = (memory[place] & ~PLAYS) | (RESET if left else TRASH)
        good = left
    set_note(memory, place, good or literal)
    return True


@kernel
def named_cards(view: View, memory: Memory, seat: int) -> int:
    """The hinted cards that are known in a hand, by notes; in all hands, -1, by the letter."""
    known = wide(0)
    first, last = (seat, seat + 1) if seat >= 0 else (0, int(view.rules.num_players))
    for holder in range(first, last):
        for slot in range(view.rules.hand_size):
            place = place_of(holder, slot)
            note = note_of(memory, place) if seat >= 0 else wide(view.possible[holder, slot])
            told = stamp_of(memory, place) > 0 and memory[place] & TRASH == 0
            known |= note if told and is_single(note) else 0
    return known
