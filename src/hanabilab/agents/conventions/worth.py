"""What is worth how much, in hundredths of a point: cards that are told of, cards that may be lost.

Kernels. The weights are the agent's numbers.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.chains import Reading
from hanabilab.agents.conventions.memory import MOVED, NOTE, TRASH, TWO, note_of, stamp_of
from hanabilab.agents.conventions.numbers import (
    CLOG,
    DOUBTFUL,
    FAR,
    HINTS,
    KNOWN,
    LOSS,
    SPOILED,
    TOLD,
    WRONG,
)
from hanabilab.agents.conventions.positions import chop_slot
from hanabilab.agents.conventions.reading import read_for
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import seat_after
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import critical_cards, is_single, is_surely, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of


@kernel
def hands_worth(reading: Reading, view: View, memory: Memory, viewer: int) -> int:
    """What is told of the hands that the viewer sees.

    Args:
        reading: scratch.
    """
    worth, told, hinted = wide(0), _named_cards(view, memory, viewer), _hinted_cards(view, memory)
    for offset in range(1, view.rules.num_players):
        seat = seat_after(view.rules, viewer, offset)
        if _is_told(view, memory, seat):
            read_for(reading, view, memory, seat)
        for slot in range(view.rules.hand_size):
            place, card = place_of(seat, slot), int(view.hands[seat, slot])
            if card < 0:
                continue
            is_spare = ((int(view.useless) | told) >> card) & 1 == 1
            if stamp_of(memory, place) == 0:
                worth += _untold_worth(view, memory, place, is_spare)
            elif is_spare:
                worth -= _spare_cost(reading, view, memory, place)
            else:
                worth += _told_worth(reading, view, memory, place, hinted)
                told |= wide(bit(card))
    return worth


@kernel
def _is_told(view: View, memory: Memory, seat: int) -> bool:
    """Whether a hint has touched any card of a hand: else nothing is read of it."""
    told = wide(0)
    for slot in range(view.rules.hand_size):
        told |= stamp_of(memory, place_of(seat, slot))
    return told > 0


@kernel
def _untold_worth(view: View, memory: Memory, place: int, is_spare: bool) -> int:
    """Of a card that no hint has touched: half its value if it is protected."""
    if memory[place] & MOVED == 0:
        return 0
    if is_spare:
        return -int(memory[CLOG])
    return card_value(view, int(view.hands[place // MAX_HAND, place % MAX_HAND])) // 2


@kernel
def _spare_cost(reading: Reading, view: View, memory: Memory, place: int) -> int:
    """Of a hinted card that is useless, or a copy of another that is told of."""
    note, card = reading[place] & NOTE, int(view.hands[place // MAX_HAND, place % MAX_HAND])
    if memory[place] & TRASH or is_surely(note, wide(view.useless)):
        return int(memory[SPOILED]) // 4
    may_play = (int(view.useless) >> card) & 1 and note & wide(view.playable)
    return int(memory[DOUBTFUL] if may_play else memory[SPOILED])


@kernel
def _told_worth(reading: Reading, view: View, memory: Memory, place: int, hinted: int) -> int:
    """Of a hinted card that is useful."""
    note, card = reading[place] & NOTE, int(view.hands[place // MAX_HAND, place % MAX_HAND])
    if memory[place] & TRASH or (note >> card) & 1 == 0:
        return -int(memory[WRONG])
    is_critical = (critical_cards(view) >> card) & 1
    far = 0 if is_critical else memory[FAR] * _missing(view, hinted, card)
    worth = memory[TOLD] * (100 - far) // 100
    if is_surely(note, wide(view.playable)):
        worth += memory[KNOWN]
    elif is_single(note):
        worth += memory[KNOWN] // 2
    return int(worth)


@kernel
def _named_cards(view: View, memory: Memory, seat: int) -> int:
    """The hinted cards of a seat that all know."""
    named = wide(0)
    for slot in range(view.rules.hand_size):
        place = place_of(seat, slot)
        told = stamp_of(memory, place) > 0 and memory[place] & TRASH == 0
        named |= note_of(memory, place) if told and is_single(note_of(memory, place)) else 0
    return named


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
    return 40 if rank == TWO else 15


@kernel
def chop_danger(view: View, memory: Memory, seat: int, free: int) -> int:
    """What a seat without a play may lose with its chop.

    Args:
        free: seats before it that could rescue the card.
    """
    chop = int(chop_slot(memory, seat))
    if chop == NO_SLOT or view.hands[seat, chop] < 0:
        return 0
    card = int(view.hands[seat, chop])
    if _is_elsewhere(view, memory, card):
        return 0
    value = card_value(view, card) * memory[LOSS] // 100
    if view.information_tokens > 0:
        value = value * (100 - memory[HINTS]) // 100
        for _ in range(free):
            value = value * memory[HINTS] // 100
    return value


@kernel
def _is_elsewhere(view: View, memory: Memory, card: int) -> bool:
    """Whether another copy of a card on a chop is in sight, and on no other chop."""
    for other in range(view.rules.num_players):
        chop = int(chop_slot(memory, other))
        for slot in range(view.rules.hand_size):
            if view.hands[other, slot] == card and slot != chop:
                return True
    return False
