"""What the next round brings after an action: who plays what, who discards what. Kernels.

Every other seat is taken to do what the reader says: it plays what it is called for or knows, or
discards what it knows to be useless. A seat with neither may discard its chop; with tokens it may
give a hint instead, of which nothing is known. A second round is looked at if a hint still waits
then: who lets a promise pass changes what it means to others.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel, scratch
from hanabilab.agents.conventions.answering import let_pass
from hanabilab.agents.conventions.chains import (
    R_CALL,
    R_CALL_CARDS,
    READING_SIZE,
    Reading,
    focus_place,
)
from hanabilab.agents.conventions.imagining import imagine, pass_turn
from hanabilab.agents.conventions.memory import COUNT, NOTE, P_STAMP, TRASH, at
from hanabilab.agents.conventions.numbers import MISTAKEN, PLAYED, STRIKE, WRONG
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.positions import chop_slot
from hanabilab.agents.conventions.reading import due_place, read_for
from hanabilab.agents.conventions.worth import chop_danger, hands_worth
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import discard_action, play_action
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_surely, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

#: How much worse the strike is that ends the game.
_LAST_STRIKE = 4


class Outlook(NamedTuple):
    """What a round brings, in hundredths of a point.

    Attributes:
        gain: by cards played, told and known, less what is wrong with them.
        danger: what may be lost: last copies on a chop, strikes.
    """

    gain: int
    danger: int


@kernel
def look_ahead(view: View, memory: Memory, viewer: int, least: int) -> Outlook:
    """What the other seats will do until it is the viewer's turn again.

    Args:
        view: the viewer's, after its action; changed in place.
        memory: after it, too; changed in place.
        viewer: the seat that has acted.
        least: what the action must bring; if it brings no more by the end of the round, the look
            ends there, for the second round only adds danger.
    """
    reading, stamp = scratch(READING_SIZE), wide(view.turn)
    gain = danger = free = wide(0)
    for _ in range(view.rules.num_players - 1):
        if view.turns_left <= 0 or view.life_tokens <= 0:
            break
        seat = int(view.current_seat)
        read_for(reading, view, memory, seat)
        due = int(due_place(reading, view, memory))
        if due >= 0 and view.hands[seat, due % MAX_HAND] >= 0:
            gained, lost = _play(reading, view, memory, due)
            gain, danger = gain + gained, danger + lost
            continue
        slot, is_useless = _slot_to_lose(reading, view, memory, seat)
        if not is_useless:
            danger += chop_danger(view, memory, seat, free)
        if slot != NO_SLOT:
            imagine(view, discard_action(view.rules, slot))
            observe(view, memory)
        else:
            free += 1
            _let_pass(view, memory, seat)
    gain += hands_worth(reading, view, memory, viewer)
    if gain - danger > least and _promise_of(memory, stamp) >= 0:
        danger += _later_strikes(reading, view, memory, viewer)
        danger += _misread(reading, view, memory, stamp)
    return Outlook(gain, danger)


@kernel
def _let_pass(view: View, memory: Memory, seat: int) -> None:
    """A seat does something of which nothing is known, but that it answers no promise."""
    pass_turn(view)
    let_pass(view, memory, seat)


@kernel
def _promise_of(memory: Memory, stamp: int) -> int:
    """The index of the promise that an action made, if it still waits; else -1."""
    for index in range(memory[COUNT]):
        if memory[at(index, P_STAMP)] == stamp:
            return int(index)
    return -1


@kernel
def _misread(reading: Reading, view: View, memory: Memory, stamp: int) -> int:
    """What it costs if the receiver of a promise takes its focus for another card in the end."""
    index = _promise_of(memory, stamp)
    place = focus_place(memory, index) if index >= 0 else -1
    card = int(view.hands[place // MAX_HAND, place % MAX_HAND]) if place >= 0 else -1
    if card < 0 or (int(view.useless) >> card) & 1:
        return 0
    read_for(reading, view, memory, place // MAX_HAND)
    return 0 if (reading[place] >> card) & 1 else int(memory[WRONG])


@kernel
def _later_strikes(reading: Reading, view: View, memory: Memory, viewer: int) -> int:
    """Strikes in the round after, if the viewer and who has no play let all promises pass."""
    danger = wide(0)
    _let_pass(view, memory, viewer)
    for _ in range(view.rules.num_players - 1):
        if view.turns_left <= 0 or view.life_tokens <= 0:
            break
        seat = int(view.current_seat)
        read_for(reading, view, memory, seat)
        due = int(due_place(reading, view, memory))
        if due >= 0 and view.hands[seat, due % MAX_HAND] >= 0:
            _, lost = _play(reading, view, memory, due)
            danger += lost
        else:
            _let_pass(view, memory, seat)
    return danger


@kernel
def _play(reading: Reading, view: View, memory: Memory, due: int) -> tuple[int, int]:
    """Let a seat play what it is to play; the gain, and the danger."""
    seat, slot = due // MAX_HAND, due % MAX_HAND
    card = int(view.hands[seat, slot])
    gain = danger = wide(0)
    if (int(view.playable) >> card) & 1:
        gain = wide(memory[PLAYED])
        if reading[R_CALL] == due and (reading[R_CALL_CARDS] >> card) & 1 == 0:
            danger = memory[MISTAKEN]
    else:
        danger = memory[STRIKE] * (_LAST_STRIKE if view.life_tokens == 1 else 1)
    imagine(view, play_action(view.rules, slot))
    observe(view, memory)
    return gain, danger


@kernel
def _slot_to_lose(reading: Reading, view: View, memory: Memory, seat: int) -> tuple[int, bool]:
    """What a seat without a play discards, and whether it knows that to be useless.

    NO_SLOT if it is taken to give a hint: it has tokens, or nothing that may be discarded.
    """
    full = view.information_tokens == view.rules.max_information_tokens
    for slot in range(view.rules.hand_size):
        place = place_of(seat, slot)
        note = reading[place] & NOTE
        known = memory[place] & TRASH != 0 or is_surely(note, wide(view.useless))
        if note != 0 and known and not full:
            return slot, True
    if full or view.information_tokens > 0:
        return NO_SLOT, False
    return int(chop_slot(memory, seat)), False
