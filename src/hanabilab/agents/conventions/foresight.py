"""What the next round brings after an action: who plays what, who discards what. Kernels.

Every other seat is taken to do what the reader says: it plays what it is called for or knows, or
discards what it knows to be useless. A seat with neither may discard its chop; with tokens it may
give a hint instead, of which nothing is known. The same look tells what is wrong: a card that would
be played and does not fit, a card that its holder takes for another, a card touched in vain.
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
from hanabilab.agents.conventions.memory import (
    COUNT,
    MOVED,
    NOTE,
    P_STAMP,
    TRASH,
    at,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.numbers import (
    CLOG,
    DOUBTFUL,
    FAR,
    HINTS,
    KNOWN,
    LOSS,
    MISTAKEN,
    PLAYED,
    SPOILED,
    STRIKE,
    TOLD,
    WRONG,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.positions import chop_slot
from hanabilab.agents.conventions.reading import due_place, read_for
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import discard_action, play_action, seat_after
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    critical_cards,
    is_single,
    is_surely,
    wide,
)
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

_TWO = 1


class Outlook(NamedTuple):
    """What a round brings, in hundredths of a point.

    Attributes:
        gain: by cards played, told and known, less what is wrong with them.
        danger: what may be lost: last copies on a chop, strikes.
    """

    gain: int
    danger: int


@kernel
def look_ahead(view: View, memory: Memory, viewer: int) -> Outlook:
    """What the other seats will do until it is the viewer's turn again.

    Args:
        view: the viewer's, after its action; changed in place.
        memory: after it, too; changed in place.
        viewer: the seat that has acted.
    """
    reading = scratch(READING_SIZE)
    gain = danger = wide(0)
    told, free = wide(0), wide(0)
    stamp = wide(view.turn)
    for _ in range(view.rules.num_players - 1):
        if view.turns_left <= 0 or view.life_tokens <= 0:
            break
        seat = int(view.current_seat)
        read_for(reading, view, memory, seat)
        due = int(due_place(reading, view, memory))
        if due >= 0 and view.hands[seat, due % MAX_HAND] >= 0:
            gained, lost = _play(reading, view, memory, due)
            gain += gained
            danger += lost
            continue
        slot = _useless_slot(reading, view, memory, seat)
        if slot != NO_SLOT and view.information_tokens < view.rules.max_information_tokens:
            imagine(view, discard_action(view.rules, slot))
            observe(view, memory)
            continue
        danger += _chop_danger(view, memory, seat, free)
        if view.information_tokens == 0:
            chop = int(chop_slot(memory, seat))
            if chop != NO_SLOT:
                imagine(view, discard_action(view.rules, chop))
                observe(view, memory)
                continue
        free += 1
        pass_turn(view)
        let_pass(view, memory, seat)
    hinted = _hinted_cards(view, memory)
    for offset in range(1, view.rules.num_players):
        seat = seat_after(view.rules, viewer, offset)
        read_for(reading, view, memory, seat)
        worth, told = _hand_worth(reading, view, memory, seat, told, hinted)
        gain += worth
    if _promise_of(memory, stamp) >= 0:
        danger += _later_strikes(reading, view, memory, viewer)
        danger += _misread(reading, view, memory, stamp)
    return Outlook(gain, danger)


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
    pass_turn(view)
    let_pass(view, memory, viewer)
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
            pass_turn(view)
            let_pass(view, memory, seat)
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
        danger = memory[STRIKE] * (4 if view.life_tokens == 1 else 1)
    imagine(view, play_action(view.rules, slot))
    observe(view, memory)
    return gain, danger


@kernel
def _useless_slot(reading: Reading, view: View, memory: Memory, seat: int) -> int:
    """A card that its holder knows to be useless; NO_SLOT if there is none."""
    for slot in range(view.rules.hand_size):
        place = place_of(seat, slot)
        note = reading[place] & NOTE
        known = memory[place] & TRASH != 0 or is_surely(note, wide(view.useless))
        if note != 0 and known:
            return slot
    return NO_SLOT


@kernel
def _hand_worth(
    reading: Reading, view: View, memory: Memory, seat: int, told: int, hinted: int
) -> tuple[int, int]:
    """What is told of a hand, and the cards that are told of in this hand or one before."""
    worth, critical = wide(0), critical_cards(view)
    for slot in range(view.rules.hand_size):
        place, card = place_of(seat, slot), int(view.hands[seat, slot])
        if card < 0:
            continue
        note, mark = reading[place] & NOTE, wide(bit(card))
        useless = (int(view.useless) >> card) & 1 == 1
        if stamp_of(memory, place) == 0:
            if memory[place] & MOVED:
                spare = useless or told & mark != 0
                worth += -memory[CLOG] if spare else card_value(view, card) // 2
            continue
        if useless or told & mark:
            known = memory[place] & TRASH != 0 or is_surely(note, wide(view.useless))
            if known:
                worth -= memory[SPOILED] // 4
            elif useless and note & wide(view.playable):
                worth -= memory[DOUBTFUL]
            else:
                worth -= memory[SPOILED]
            continue
        told |= mark
        if memory[place] & TRASH or note & mark == 0:
            worth -= memory[WRONG]
            continue
        far = 0 if critical & mark else memory[FAR] * _missing(view, hinted, card)
        worth += memory[TOLD] * (100 - far) // 100
        if is_surely(note, wide(view.playable)):
            worth += memory[KNOWN]
        elif is_single(note):
            worth += memory[KNOWN] // 2
    return worth, told


@kernel
def _hinted_cards(view: View, memory: Memory) -> int:
    """The cards that hints have touched, in all hands; of the viewer's those that are named."""
    hinted = wide(0)
    for place in range(view.rules.num_players * MAX_HAND):
        card, note = int(view.hands[place // MAX_HAND, place % MAX_HAND]), note_of(memory, place)
        if stamp_of(memory, place) > 0 and memory[place] & TRASH == 0:
            hinted |= wide(bit(card)) if card >= 0 else note if is_single(note) else 0
    return hinted


@kernel
def _missing(view: View, hinted: int, card: int) -> int:
    """How many cards that no hint has touched must be played before a useful card."""
    suit, rank = int(view.rules.suit_of[card]), int(view.rules.rank_of[card])
    count = 0
    for below in range(int(view.fireworks[suit]), rank):
        count += 1 - ((hinted >> (suit * int(view.rules.num_ranks) + below)) & 1)
    return count


@kernel
def card_value(view: View, card: int) -> int:
    """What is lost if a card is discarded, in hundredths of a point."""
    if (int(view.useless) >> card) & 1:
        return 0
    rank, ranks = int(view.rules.rank_of[card]), int(view.rules.num_ranks)
    if (critical_cards(view) >> card) & 1:
        return 100 + 50 * (ranks - 1 - rank)
    if (int(view.playable) >> card) & 1:
        return 50
    return 40 if rank == _TWO else 15


@kernel
def _chop_danger(view: View, memory: Memory, seat: int, free: int) -> int:
    """What a seat without a play may lose with its chop.

    Args:
        free: seats before it that could rescue the card.
    """
    chop = int(chop_slot(memory, seat))
    if chop == NO_SLOT or view.hands[seat, chop] < 0:
        return 0
    card = int(view.hands[seat, chop])
    if _is_elsewhere(view, memory, card, seat, chop):
        return 0
    value = card_value(view, card) * memory[LOSS] // 100
    if view.information_tokens > 0:
        value = value * (100 - memory[HINTS]) // 100
        for _ in range(free):
            value = value * memory[HINTS] // 100
    return value


@kernel
def _is_elsewhere(view: View, memory: Memory, card: int, seat: int, slot: int) -> bool:
    """Whether another copy of a card is in sight: hinted, or in another place of a hand."""
    for other in range(view.rules.num_players):
        for each in range(view.rules.hand_size):
            same = int(view.hands[other, each]) == card
            if same and (other != seat or each != slot):
                return True
    return False
