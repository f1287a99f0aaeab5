"""Which saves a seat believes in, and which save a giver owed instead of a stall. Kernels.

Both look at chops as they were just before the hint: what was drawn or hinted since does not count.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.chains import R_MAYBE, R_READER, Reading
from hanabilab.agents.conventions.memory import (
    FIVE,
    P_GIVER,
    P_RECEIVER,
    P_SAVES,
    TWO,
    at,
    stamp_of,
)
from hanabilab.agents.conventions.positions import chop_before
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import UNKNOWN_CARD, bit
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import critical_cards, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of


@kernel
def seen_saves(view: View, memory: Memory, index: int, reader: int) -> int:
    """The cards that a save may be about, without twos of which the reader sees another copy.

    A copy on another chop does not count: one of the two is to be saved.
    """
    saves = memory[at(index, P_SAVES)]
    spare = saves & ~critical_cards(view) if saves else saves
    if spare == 0:
        return saves
    giver, receiver = int(memory[at(index, P_GIVER)]), int(memory[at(index, P_RECEIVER)])
    for seat in range(view.rules.num_players):
        if seat in (reader, giver, receiver):
            continue
        chop = int(chop_before(memory, index, seat))
        for slot in range(view.rules.hand_size):
            card = int(view.hands[seat, slot])
            if card >= 0 and view.rules.rank_of[card] == TWO and slot != chop:
                saves &= ~(wide(bit(card)) & spare)
    return saves


@kernel
def owed_save(reading: Reading, view: View, memory: Memory, index: int) -> bool:
    """Whether the giver of a stall saw a five or a two on a chop, which it should have saved.

    The reader does not know this of its own chop, nor of a card that is gone.
    """
    giver, reader = int(memory[at(index, P_GIVER)]), int(reading[R_READER])
    for seat in range(view.rules.num_players):
        chop = int(chop_before(memory, index, seat))
        if seat in (giver, reader) or chop == NO_SLOT:
            continue
        card = int(view.hands[seat, chop])
        if card < 0:
            reading[R_MAYBE] = 1
            continue
        rank = int(view.rules.rank_of[card])
        if rank in (TWO, FIVE) and _is_clean(reading, view, memory, index, seat, rank):
            return True
    return False


@kernel
def _is_clean(
    reading: Reading, view: View, memory: Memory, index: int, seat: int, rank: int
) -> bool:
    """Whether a hint of a rank would touch no new card that is useless or a copy of another."""
    for slot in range(view.rules.hand_size):
        card = int(view.hands[seat, slot])
        if card < 0 or int(view.rules.rank_of[card]) != rank:
            continue
        told = stamp_of(memory, place_of(seat, slot)) > 0
        is_useless = (int(view.useless) >> card) & 1 == 1
        if not told and (is_useless or _copies_in_sight(reading, view, memory, index, card) > 1):
            return False
    return True


@kernel
def _copies_in_sight(reading: Reading, view: View, memory: Memory, index: int, card: int) -> int:
    """How many copies of a card both the giver of a promise and the reader see in hands."""
    count = 0
    for seat in range(view.rules.num_players):
        if seat in (int(memory[at(index, P_GIVER)]), int(reading[R_READER])):
            continue
        for slot in range(view.rules.hand_size):
            count += int(view.hands[seat, slot] == card)
            if view.hands[seat, slot] == UNKNOWN_CARD:
                reading[R_MAYBE] = 1
    return count
