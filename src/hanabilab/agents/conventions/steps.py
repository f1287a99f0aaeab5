"""Who would play a card that is missing before a focus: prompts, finesses and layers. Kernels.

A seat looks for a missing card in its prompt, else on its finesse position. From level 5 the card
there may be another one that can be played: it is played first, and the seat looks again. So a
finesse may have *layers*, and a prompt may be *hidden*. Only who sees the cards knows.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel
from hanabilab.agents.conventions.memory import (
    LAYERS,
    LEVEL,
    P_GIVER,
    P_PASSED,
    P_RECEIVER,
    at,
    height_at,
)
from hanabilab.agents.conventions.positions import finesse_slot, prompt_slot
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import UNKNOWN_CARD, bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

#: No place; a place whose card the viewer does not see.
NO_PLACE, UNSEEN = -1, -2
#: What a step of the reader's own costs; the fewest blind plays first, then the fewest prompts.
BLIND_COST, PROMPT_COST = 16, 1


class Asked(NamedTuple):
    """What is looked for.

    Attributes:
        reader: the seat that reads.
        promise: its index.
        card: that is missing.
        used: bit set of the places that are taken.
        ready: bit set of the cards that can be played by then.
        is_first: whether it would be the first step.
    """

    reader: int
    promise: int
    card: int
    used: int
    ready: int
    is_first: bool


class Step(NamedTuple):
    """What a seat plays until the missing card is played.

    Attributes:
        place: of the first card that it plays; NO_PLACE, or UNSEEN.
        cost: of a step of the reader's own.
        used: bit set of all places from which it plays.
        ready: bit set of the cards that can be played before the missing one is.
    """

    place: int
    cost: int
    used: int
    ready: int


NO_STEP = Step(NO_PLACE, 0, 0, 0)


@kernel
def step_in_sight(view: View, memory: Memory, asked: Asked, seat: int) -> Step:
    """The step of a seat whose cards the reader sees; NO_STEP if it would play a wrong card."""
    used, ready, first = wide(asked.used), wide(asked.ready), NO_PLACE
    if not _may_hold(view, seat, asked.card):
        return NO_STEP
    for _ in range(MAX_HAND):
        place, cost = asked_place(view, memory, asked, seat, used)
        if place == NO_PLACE:
            return NO_STEP
        card = int(view.hands[seat, place % MAX_HAND])
        if card < 0:
            return Step(UNSEEN, 0, 0, 0)
        first = place if first == NO_PLACE else first
        used |= wide(1) << place
        if card == asked.card:
            return Step(first, cost, used, ready)
        if memory[LEVEL] < LAYERS:
            return NO_STEP
        if (ready >> card) & 1:
            ready = played_on(view, ready, card)
        elif not _was_played_since(view, memory, asked.promise, card):
            return NO_STEP
    return NO_STEP


@kernel
def _was_played_since(view: View, memory: Memory, index: int, card: int) -> bool:
    """Whether a copy of a layer's card was played after the promise: the layer is still there."""
    suit, rank = int(view.rules.suit_of[card]), int(view.rules.rank_of[card])
    return height_at(memory, index, suit) <= rank < int(view.fireworks[suit])


@kernel
def _may_hold(view: View, seat: int, card: int) -> bool:
    """Whether a seat has a card, or one that the viewer does not see."""
    for slot in range(view.rules.hand_size):
        if view.hands[seat, slot] == card or view.hands[seat, slot] == UNKNOWN_CARD:
            return True
    return False


@kernel
def played_on(view: View, ready: int, card: int) -> int:
    """The cards that can be played once `card` was, too."""
    is_top = int(view.rules.rank_of[card]) == int(view.rules.num_ranks) - 1
    return (ready & ~wide(bit(card))) | (wide(0) if is_top else wide(bit(card)) << 1)


@kernel
def may_act(memory: Memory, asked: Asked, seat: int) -> bool:
    """Whether a seat can be asked for a step: it has not let the first one pass."""
    return not (asked.is_first and (memory[at(asked.promise, P_PASSED)] >> seat) & 1)


@kernel
def asked_place(view: View, memory: Memory, asked: Asked, seat: int, used: int) -> tuple[int, int]:
    """Where a seat looks for the missing card: its prompt, else its finesse position; or -1.

    Args:
        used: bit set of the places that are taken.
    """
    slot = prompt_slot(view, memory, asked.promise, seat, asked.card, used)
    if slot != NO_SLOT:
        return place_of(seat, slot), PROMPT_COST
    slot = finesse_slot(memory, asked.promise, seat, used)
    if slot == NO_SLOT or (int(view.possible[seat, slot]) >> asked.card) & 1 == 0:
        return NO_PLACE, 0
    if memory[LEVEL] == 1 and not _is_forward(view, memory, asked, seat):
        return NO_PLACE, 0
    return place_of(seat, slot), BLIND_COST


@kernel
def _is_forward(view: View, memory: Memory, asked: Asked, seat: int) -> bool:
    """Whether a finesse is one of level 1: a single one, on a seat before the receiver."""
    giver, seats = memory[at(asked.promise, P_GIVER)], int(view.rules.num_players)
    receiver = memory[at(asked.promise, P_RECEIVER)]
    return asked.is_first and (seat - giver) % seats < (receiver - giver) % seats
