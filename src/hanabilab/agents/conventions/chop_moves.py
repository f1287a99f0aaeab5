"""Chop moves, level 4: cards that are protected although no hint has touched them. Kernels.

Three actions say it: a hint that can only touch useless cards, a five just off the chop after the
early game, and ones that are played out of order. None of them promises a play.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.good_touch import named_cards
from hanabilab.agents.conventions.memory import (
    EARLY,
    FIVE_MOVE,
    FOCUS,
    KIND,
    MOVED,
    PLAYS,
    TRASH,
    TRASH_MOVE,
    age_of,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.positions import chop_slot, first_one
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_single, lowest_member, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

_FIVE = 4


@kernel
def moves_chop(view: View, memory: Memory, target: int, value: int, new: int, focus: int) -> bool:
    """Take in a hint that is a chop move; whether it is one.

    Args:
        target: the seat it was given to.
        value: what it said; its letter is in the notes already.
        new: bit set of the slots it touched that were neither hinted nor protected.
        focus: the slot of its focus.
    """
    if new == 0:
        return False
    oldest = _oldest_of(memory, target, new)
    older = _free_below(memory, target, int(age_of(memory, place_of(target, oldest))))
    if older == 0:
        return False
    named = wide(0)
    for seat in range(view.rules.num_players):
        named |= named_cards(view, memory, seat)
    if note_of(memory, place_of(target, focus)) & ~wide(view.useless) & ~named == 0:
        _flag(memory, target, new, TRASH)
        memory[KIND], memory[FOCUS] = TRASH_MOVE, place_of(target, focus) + 1
    elif value == view.rules.num_colors + _FIVE and not memory[EARLY] and is_single(older):
        memory[KIND], memory[FOCUS] = FIVE_MOVE, place_of(target, oldest) + 1
    else:
        return False
    _flag(memory, target, older, MOVED)
    return True


@kernel
def read_order(view: View, memory: Memory, seat: int, slot: int) -> None:
    """A one played out of order protects the chop of a seat, before the hand moves.

    The next one of the order says the next seat's, the one after it the seat after that.
    """
    ones, left, players = _all_ones(view), 0, int(view.rules.num_players)
    for each in range(MAX_HAND):
        place = place_of(seat, each)
        note = note_of(memory, place)
        unknown = memory[place] & PLAYS != 0 and note & ~ones == 0 and count_members(note) > 1
        left |= int(unknown) << each
    if (left >> slot) & 1 == 0:
        return
    skipped = 0
    while first_one(memory, seat, left) != slot:
        left &= ~(1 << first_one(memory, seat, left))
        skipped += 1
    chop = chop_slot(memory, (seat + skipped) % players)
    if 0 < skipped < players and chop != NO_SLOT:
        memory[place_of((seat + skipped) % players, chop)] |= MOVED


@kernel
def _all_ones(view: View) -> int:
    """The cards of the first rank."""
    return wide(view.rules.touches[view.rules.num_colors])


@kernel
def _oldest_of(memory: Memory, seat: int, slots: int) -> int:
    """The oldest card of a bit set of slots that is not empty."""
    found = lowest_member(slots)
    for slot in range(MAX_HAND):
        older = age_of(memory, place_of(seat, slot)) < age_of(memory, place_of(seat, found))
        if (slots >> slot) & 1 and older:
            found = slot
    return found


@kernel
def _free_below(memory: Memory, seat: int, age: int) -> int:
    """The slots of a hand with cards older than `age` that are neither hinted nor protected."""
    slots = 0
    for slot in range(MAX_HAND):
        place = place_of(seat, slot)
        free = stamp_of(memory, place) == 0 and memory[place] & (MOVED | TRASH) == 0
        slots |= int(free and 0 < age_of(memory, place) < age) << slot
    return slots


@kernel
def _flag(memory: Memory, seat: int, slots: int, flag: int) -> None:
    """Set a flag of the cards of a bit set of slots."""
    for slot in range(MAX_HAND):
        if (slots >> slot) & 1:
            memory[place_of(seat, slot)] |= flag
