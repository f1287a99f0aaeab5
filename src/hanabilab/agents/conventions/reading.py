"""What one seat makes of all that is promised: its own cards, and what it is called to play.

Kernels. `read_for` is the one place where conventions look at hands. The hand of the reader is
hidden from it, even where the viewer sees it. So any seat can read for any other; where that
depends on the viewer's own hand, the reading says so (`R_MAYBE`).
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import kernel
from hanabilab.agents.conventions.chains import (
    R_CALL,
    R_CALL_CARDS,
    R_CALL_FOCUS,
    R_MAYBE,
    R_READER,
    R_TAKEN,
    R_UNREAD,
    R_WAITS,
    READING_SIZE,
    Reading,
    find_chain,
    focus_place,
)
from hanabilab.agents.conventions.memory import (
    COUNT,
    FIVE_HINT,
    MAY_STALL,
    NOTE,
    P_FLAGS,
    P_FOCUS,
    P_GIVER,
    P_PLAYS,
    P_RECEIVER,
    PLAYS,
    TRASH,
    at,
    giver_of,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.positions import first_one
from hanabilab.agents.conventions.saves import owed_save, seen_saves
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, is_surely, lowest_member, wide
from hanabilab.knowledge.copies import copies_left, without_copy
from hanabilab.knowledge.slot_memory import place_of

_NO_COST = 1 << 20


def reading_of(view: View, memory: Memory, reader: int) -> Reading:
    """What `read_for` fills in, as an array of its own; for Python."""
    reading = np.zeros(READING_SIZE, np.int64)
    read_for(reading, view, memory, reader)
    return reading


@kernel
def read_for(reading: Reading, view: View, memory: Memory, reader: int) -> None:
    """Fill `reading` [READING_SIZE] with what the seat `reader` makes of what is promised.

    Args:
        view: of any seat.
        memory: of the conventions.
    """
    reading[:] = 0
    reading[R_READER], reading[R_CALL] = reader, -1
    _read_hand(reading, view, memory)
    for index in range(memory[COUNT]):
        if memory[at(index, P_RECEIVER)] == reader:
            _read_focus(reading, view, memory, index)
        elif memory[at(index, P_GIVER)] != reader:
            _read_call(reading, view, memory, index)
    _name_once(reading, view, memory)


# --- Cards in hand -------------------------------------------------------------------------------


@kernel
def _read_hand(reading: Reading, view: View, memory: Memory) -> None:
    """The notes, without copies that the reader sees: all of a card, or a hinted one elsewhere."""
    reader, copies = int(reading[R_READER]), copies_left(view)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            reading[place_of(seat, slot)] = note_of(memory, place_of(seat, slot))
            if seat != reader and view.hands[seat, slot] >= 0:
                copies = without_copy(copies, wide(bit(view.hands[seat, slot])))
    claimed, by = wide(0), -1
    for slot in range(view.rules.hand_size):
        place = place_of(reader, slot)
        note = reading[place] & copies[0]
        note = note or wide(view.possible[reader, slot]) & copies[0]
        is_told = stamp_of(memory, place) > 0 and memory[place] & TRASH == 0
        if is_told and not is_single(note):
            giver = int(giver_of(memory, place))
            if giver != by:
                claimed, by = _claimed(view, memory, reader, giver), giver
            note = note & ~claimed or note
        reading[place] = note


@kernel
def _claimed(view: View, memory: Memory, reader: int, giver: int) -> int:
    """Cards that a good hint would not touch again: hinted ones that reader and giver both know."""
    claimed = wide(0)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            place = place_of(seat, slot)
            if seat == reader or stamp_of(memory, place) == 0 or memory[place] & TRASH:
                continue
            note, card = note_of(memory, place), int(view.hands[seat, slot])
            if card < 0:
                claimed |= note if is_single(note) else 0
            elif seat != giver or note == wide(bit(card)):
                claimed |= wide(bit(card))
    return claimed


@kernel
def _name_once(reading: Reading, view: View, memory: Memory) -> None:
    """A hinted card of the reader is not what another one of its cards is known to be."""
    first, known = reading[R_READER] * MAX_HAND, wide(0)
    for place in range(first, first + view.rules.hand_size):
        if stamp_of(memory, place) > 0 and memory[place] & TRASH == 0 and is_single(reading[place]):
            known |= reading[place]
    for place in range(first, first + view.rules.hand_size):
        if stamp_of(memory, place) > 0 and reading[place] & ~known:
            reading[place] &= ~known


# --- Focuses of the reader -----------------------------------------------------------------------


@kernel
def _read_focus(reading: Reading, view: View, memory: Memory, index: int) -> None:
    """Which cards the reader's own focus may be, and whether the reader must act for it."""
    place = focus_place(memory, index)
    if place < 0:
        return
    own = reading[place]
    saves = seen_saves(view, memory, index, int(reading[R_READER])) & own
    if memory[at(index, P_FLAGS)] & (MAY_STALL | FIVE_HINT):
        return
    kept, cost, calls = _cheapest(reading, view, memory, index, saves)
    kept |= saves
    if kept == 0:
        reading[R_UNREAD] |= wide(1) << place
        return
    reading[place] = kept
    if saves == 0 and cost > 0 and calls >= 0:
        _call(reading, view, memory, index, calls)


@kernel
def _cheapest(
    reading: Reading, view: View, memory: Memory, index: int, saves: int
) -> tuple[int, int, int]:
    """The plays that ask the reader for least: the cards, the cost, and the place it must play.

    The place is -1 if another seat, or nobody, is to act first for one of the cards.
    """
    reader, place = int(reading[R_READER]), focus_place(memory, index)
    kept, least, calls = wide(0), 0 if saves else _NO_COST, -1
    left = memory[at(index, P_PLAYS)] & reading[place]
    while left:
        card = lowest_member(left)
        left &= left - 1
        chain = find_chain(view, memory, reading, index, card)
        if not chain.is_open or chain.cost > least:  # nor do higher cards of the suit ask for less
            end = (int(view.rules.suit_of[card]) + 1) * int(view.rules.num_ranks)
            left = left >> end << end
            continue
        if chain.cost < least:
            kept, least, calls = wide(0), chain.cost, chain.place
        kept |= wide(bit(card))
        if chain.actor not in (-1, reader):
            reading[R_WAITS] |= wide(1) << place
        if chain.actor != reader:
            calls = -1
    return kept, least, calls


@kernel
def _call(reading: Reading, view: View, memory: Memory, index: int, place: int) -> None:
    """The reader is called to play for its own focus: what the card may be follows from it."""
    focus = focus_place(memory, index)
    left, cards = reading[focus], wide(0)
    while left:
        card = lowest_member(left)
        left &= left - 1
        chain = find_chain(view, memory, reading, index, card)
        if chain.is_open and chain.place == place:
            cards |= wide(bit(chain.card))
    _be_called(reading, view, memory, index, place, cards)


@kernel
def _be_called(
    reading: Reading, view: View, memory: Memory, index: int, place: int, cards: int
) -> None:
    """Note that the reader is to play a place, of which `cards` is what it may be."""
    reading[place] = cards
    reading[R_TAKEN] |= wide(1) << place
    if reading[R_CALL] >= 0 or cards & view.playable == 0:
        return
    reading[R_CALL], reading[R_CALL_CARDS] = place, cards
    reading[R_CALL_FOCUS] = memory[at(index, P_FOCUS)]


# --- Focuses of others ---------------------------------------------------------------------------


@kernel
def _read_call(reading: Reading, view: View, memory: Memory, index: int) -> None:
    """Whether another seat's focus needs a card of the reader's."""
    place = focus_place(memory, index)
    if place < 0:
        return
    reader = int(reading[R_READER])
    card = int(view.hands[place // MAX_HAND, place % MAX_HAND])
    if card < 0:
        reading[R_MAYBE] = 1
        return
    if (memory[at(index, P_PLAYS)] >> card) & 1 == 0:
        return
    if memory[at(index, P_FLAGS)] & MAY_STALL and not owed_save(reading, view, memory, index):
        return
    if (seen_saves(view, memory, index, reader) >> card) & 1:
        return
    chain = find_chain(view, memory, reading, index, card)
    if not chain.is_open or chain.place < 0:
        return
    if chain.actor == reader:
        _be_called(reading, view, memory, index, chain.place, wide(bit(chain.card)))
    else:
        reading[R_TAKEN] |= wide(1) << chain.place


# --- What it comes to ----------------------------------------------------------------------------


@kernel
def due_place(reading: Reading, view: View, memory: Memory) -> int:
    """The place that the reader is to play now: one it is called for, else one it knows; or -1.

    Of several that it knows, the lowest rank; ones in their order. With one life left it plays what
    is promised, or known by the letter of hints.
    """
    if reading[R_CALL] >= 0:
        return int(reading[R_CALL])
    reader, found, best, ones = int(reading[R_READER]), -1, 1 << 20, 0
    for slot in range(view.rules.hand_size):
        place = place_of(reader, slot)
        note = reading[place] & NOTE
        ready = is_surely(note, view.playable) and memory[place] & TRASH == 0
        if view.life_tokens == 1 and memory[place] & PLAYS == 0:  # good touch may err
            ready = ready and is_surely(wide(view.possible[reader, slot]), view.playable)
        if not ready or (reading[R_WAITS] >> place) & 1:
            continue
        rank = int(view.rules.rank_of[lowest_member(note)])
        ones |= int(rank == 0) << slot
        if rank < best:
            found, best = int(place), rank
    return place_of(reader, first_one(memory, reader, ones)) if ones else found
