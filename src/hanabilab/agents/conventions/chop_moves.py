"""Chop moves: cards that are protected although no hint has touched them. Kernels.

From level 4 three actions say it: a hint that can only touch useless cards, a five just off the
chop after the early game, and ones that are played out of order. None of them promises a play. From
level 6 a hint says it that only makes one hinted card playable.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.good_touch import named_cards
from hanabilab.agents.conventions.memory import (
    EARLY,
    FIVE,
    FIVE_MOVE,
    FOCUS,
    KIND,
    MOVED,
    PLAYS,
    TEMPO_MOVE,
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
from hanabilab.knowledge.card_sets import count_members, is_single, is_surely, lowest_member, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of


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
    elif value == view.rules.num_colors + FIVE and not memory[EARLY] and is_single(older):
        memory[KIND], memory[FOCUS] = FIVE_MOVE, place_of(target, oldest) + 1
    else:
        return False
    _flag(memory, target, older, MOVED)
    return True


@kernel
def known_slots(view: View, memory: Memory, seat: int) -> int:
    """The hinted cards of a hand that all know, or know to be playable, as a bit set of slots."""
    slots = 0
    for slot in range(MAX_HAND):
        place = place_of(seat, slot)
        note = note_of(memory, place)
        ready = memory[place] & PLAYS != 0 or is_surely(note, wide(view.playable))
        slots |= int(stamp_of(memory, place) > 0 and (ready or is_single(note))) << slot
    return slots


@kernel
def moves_by_tempo(view: View, memory: Memory, target: int, value: int, told: int) -> None:
    """Take in a hint without new cards, after what it tells: it may move the receiver's chop.

    It does not with two players, nor where the hint was worth giving anyway: it makes several cards
    playable, a prompt would have played a wrong card, the receiver has no chop, or the giver had
    all tokens or no chop.

    Args:
        told: bit set of the slots it touched that were not known before.
    """
    chop = int(chop_slot(memory, target))
    count, slot = 0, NO_SLOT
    for each in range(MAX_HAND):
        note = note_of(memory, place_of(target, each))
        if (told >> each) & 1 and is_surely(note, wide(view.playable)):
            count, slot = count + 1, each
    giver = int(view.last_seat)
    stalls = view.information_tokens + 1 == view.rules.max_information_tokens
    stalls = stalls or chop_slot(memory, giver) == NO_SLOT
    if count != 1 or chop == NO_SLOT or stalls or view.rules.num_players == 2:
        return
    card = lowest_member(note_of(memory, place_of(target, slot)))
    is_five = int(view.rules.rank_of[card]) == FIVE
    if is_five or _prompted(view, memory, target, value, card) == slot:
        _flag(memory, target, 1 << chop, MOVED)
        memory[KIND], memory[FOCUS] = TEMPO_MOVE, place_of(target, slot) + 1


@kernel
def _prompted(view: View, memory: Memory, seat: int, value: int, card: int) -> int:
    """The slot that a prompt for `card` would have asked for before a hint of `value`.

    The newest card that was not known and had been told the color or the rank of `card`.
    """
    found, newest = NO_SLOT, 0
    touches = int(view.rules.touched_by[card])
    for slot in range(MAX_HAND):
        place = place_of(seat, slot)
        is_touched = (int(view.last_touched) >> slot) & 1
        before = int(view.hinted[seat, slot]) & ~(1 << value if is_touched else 0)
        open_to = is_touched or not is_single(note_of(memory, place))
        asked = before & touches != 0 and open_to and memory[place] & (PLAYS | TRASH) == 0
        if asked and age_of(memory, place) > newest:
            found, newest = slot, age_of(memory, place)
    return found


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
