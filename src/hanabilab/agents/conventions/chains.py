"""Which cards must be played before the focus of a promise, and who would play them. Kernels.

For one seat, the *reader*, and for one card that the focus may be: the cards between firework and
focus are looked for, the lowest first. Each is either *free*, because a card plays anyway, or a
*step*: a prompt or a finesse. Another seat's card is a step only if the reader sees that it is the
right one. The reader's own card is a step if nobody else's is and if it may be the right one.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.conventions.memory import (
    COLOR_PROMISE,
    FIVE_HINT,
    LAYERS,
    LEVEL,
    NOTE,
    P_FLAGS,
    P_FOCUS,
    P_GIVER,
    P_PLAYED,
    P_RECEIVER,
    P_STAMP,
    PLAYS,
    TRASH,
    age_of,
    at,
    height_at,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.positions import prompt_slot
from hanabilab.agents.conventions.steps import (
    BLIND_COST,
    NO_PLACE,
    NO_STEP,
    PROMPT_COST,
    UNSEEN,
    Asked,
    Step,
    asked_place,
    may_act,
    played_on,
    step_in_sight,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import NUM_PLACES, place_of

#: What a reading holds, `int64[READING_SIZE]`: for each place the note as the reader has it, and
#: the fields below.
Reading: TypeAlias = NDArray[np.int64]
#: Bit set of places that older promises ask for.
R_TAKEN = NUM_PLACES
#: The place that the reader is called to play, or -1; what its card may be; the age of the focus
#: that it is for.
R_CALL, R_CALL_CARDS, R_CALL_FOCUS = range(NUM_PLACES + 1, NUM_PLACES + 4)
#: Bit sets of places of the reader: focuses that wait for another seat, focuses that no card fits.
R_WAITS, R_UNREAD = NUM_PLACES + 4, NUM_PLACES + 5
#: 1 if it depends on a card of the viewer, which the reader sees and the viewer does not.
R_MAYBE = NUM_PLACES + 6
#: The seat that reads.
R_READER = NUM_PLACES + 7
READING_SIZE = NUM_PLACES + 8

_NOBODY = -1


class Chain(NamedTuple):
    """What must happen before a card can be played.

    Attributes:
        is_open: whether every card that is missing has somebody to play it.
        actor: the seat of the first step; -1 if there is none.
        place: of the first step's card.
        card: that the first step plays.
        cost: of the reader's own steps. If a rank was hinted and another seat acts first, the
            reader's first step does not count: it decides once that seat has acted.
    """

    is_open: bool
    actor: int
    place: int
    card: int
    cost: int


@kernel
def find_chain(view: View, memory: Memory, reading: Reading, index: int, card: int) -> Chain:
    """The chain of a promise, if its focus is `card`, as the reader of `reading` sees it."""
    rules, reader = view.rules, int(reading[R_READER])
    suit, rank = int(rules.suit_of[card]), int(rules.rank_of[card])
    played, top = memory[at(index, P_PLAYED)], int(view.fireworks[suit])
    actor, place, first, cost = _NOBODY, NO_PLACE, -1, 0
    used, waits = reading[R_TAKEN] | _focus_bit(memory, index), False
    ready = wide(view.playable)
    steps, most = 0, _most_steps(view, memory, index)
    is_color = memory[at(index, P_FLAGS)] & COLOR_PROMISE != 0
    for height in range(height_at(memory, index, suit), rank):
        want = suit * int(rules.num_ranks) + height
        if (played >> want) & 1:
            continue
        if top > height:  # it was played by what no promise is about
            return Chain(False, _NOBODY, NO_PLACE, -1, 0)
        asked = Asked(reader, int(index), want, int(used), int(ready), actor == _NOBODY)
        found = _free_place(view, memory, reading, asked)
        if found == NO_PLACE:
            step = _find_step(view, memory, reading, asked)
            found, weight = step.place, step.cost
            if found == NO_PLACE:
                return Chain(False, _NOBODY, NO_PLACE, -1, 0)
            seat = found // MAX_HAND
            used, ready = used | step.used, wide(step.ready)
            steps += int(weight > 0)
            if steps > most:
                return Chain(False, _NOBODY, NO_PLACE, -1, 0)
            if actor == _NOBODY and weight > 0:
                actor, place, first = seat, found, want
            if seat == reader:
                cost, waits = cost + (0 if waits else weight), False
            elif actor == seat and steps == 1:
                waits = not is_color
        used |= wide(1) << found
        ready = played_on(view, ready, want)
    return Chain(True, actor, place, first, int(cost))


@kernel
def _most_steps(view: View, memory: Memory, index: int) -> int:
    """How many cards a promise may ask for; one, if a five was hinted as a five."""
    five = memory[at(index, P_FLAGS)] & FIVE_HINT != 0 and memory[at(index, P_PLAYED)] == 0
    return 1 if five else int(view.rules.num_ranks)


@kernel
def _focus_bit(memory: Memory, index: int) -> int:
    """The place of the focus of a promise as a bit set; 0 if its card is gone."""
    place = focus_place(memory, index)
    return wide(1) << place if place >= 0 else wide(0)


@kernel
def focus_place(memory: Memory, index: int) -> int:
    """The place of the focus of a promise; -1 if its card is gone."""
    first = memory[at(index, P_RECEIVER)] * MAX_HAND
    for place in range(first, first + MAX_HAND):
        if age_of(memory, place) == memory[at(index, P_FOCUS)]:
            return int(place)
    return NO_PLACE


@kernel
def _free_place(view: View, memory: Memory, reading: Reading, asked: Asked) -> int:
    """A card that was hinted, is the one that is missing, and plays without being asked; or -1."""
    stamp, want = memory[at(asked.promise, P_STAMP)], wide(bit(asked.card))
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            place, card = place_of(seat, slot), int(view.hands[seat, slot])
            if card >= 0 and card != asked.card and seat != asked.reader:
                continue
            since = stamp_of(memory, place)
            if (asked.used >> place) & 1 or since == 0 or since > stamp:
                continue
            literal = wide(view.possible[seat, slot])
            if since == stamp and literal != want:
                continue  # of new cards only what this very hint makes known can connect
            if _is_free(view, memory, reading, asked, place):
                return place
    return NO_PLACE


@kernel
def _is_free(view: View, memory: Memory, reading: Reading, asked: Asked, place: int) -> bool:
    """Whether a hinted card is the missing one, and its holder will play it unasked.

    The giver is taken to know a hinted card of its own where it needs to.
    """
    seat, slot, want = place // MAX_HAND, place % MAX_HAND, wide(bit(asked.card))
    if seat == asked.reader:
        return reading[place] & NOTE == want
    note, card = note_of(memory, place), int(view.hands[seat, slot])
    if card < 0:
        return note == want
    if card != asked.card or memory[place] & TRASH:
        return False
    if is_single(note) or memory[place] & PLAYS:
        return True
    return seat == int(memory[at(asked.promise, P_GIVER)]) and (note >> asked.card) & 1 == 1


@kernel
def _find_step(view: View, memory: Memory, reading: Reading, asked: Asked) -> Step:
    """The card that a prompt or a finesse would play; `NO_STEP` if nobody is asked for one.

    A hinted card of the receiver that may be the missing one is asked first, and then nobody else
    is, right or wrong. Otherwise whoever sees another seat with the card leaves it to that seat.
    """
    receiver = int(memory[at(asked.promise, P_RECEIVER)])
    slot = prompt_slot(view, memory, asked.promise, receiver, asked.card, asked.used)
    if slot != NO_SLOT and receiver != asked.reader:
        step, _ = _step_of(view, memory, reading, asked, receiver)
        return step
    if slot == NO_SLOT:
        step, is_settled = _step_of_others(view, memory, reading, asked)
        if is_settled:
            return step
    return _own_step(view, memory, reading, asked)


@kernel
def _step_of_others(
    view: View, memory: Memory, reading: Reading, asked: Asked
) -> tuple[Step, bool]:
    """The step of another seat, and whether that settles it: the reader is not asked then.

    The seat that acts last before the giver comes first.
    """
    giver, seats = int(memory[at(asked.promise, P_GIVER)]), int(view.rules.num_players)
    for back in range(1, seats):
        seat = (giver + seats - back) % seats
        if seat != asked.reader:
            step, is_settled = _step_of(view, memory, reading, asked, seat)
            if is_settled:
                return step, True
    return NO_STEP, False


@kernel
def _step_of(
    view: View, memory: Memory, reading: Reading, asked: Asked, seat: int
) -> tuple[Step, bool]:
    """The step of one other seat, and whether that settles it.

    Below level 5 nobody need play for a seat that has the card and let it pass, because it did not
    take the hint so; from level 5 the next one must.
    """
    step = step_in_sight(view, memory, asked, seat)
    if step.place == UNSEEN:
        reading[R_MAYBE] = 1
        return NO_STEP, False
    is_blind = step.cost != PROMPT_COST
    if step.place == NO_PLACE or (is_blind and _hinted_copy(view, memory, asked)):
        return NO_STEP, False
    if may_act(memory, asked, seat):
        return step, True
    return NO_STEP, bool(memory[LEVEL] < LAYERS)


@kernel
def _own_step(view: View, memory: Memory, reading: Reading, asked: Asked) -> Step:
    """The step of the reader itself, if its card may be the missing one."""
    giver = int(memory[at(asked.promise, P_GIVER)])
    if asked.reader == giver or not may_act(memory, asked, asked.reader):
        return NO_STEP
    pending = _own_pending(view, memory, reading, asked)
    if pending != NO_PLACE:
        return Step(pending, 0, 0, asked.ready)
    found, cost = asked_place(view, memory, asked, asked.reader, asked.used)
    if found == NO_PLACE or (cost == BLIND_COST and _hinted_copy(view, memory, asked)):
        return NO_STEP
    if (reading[found] >> asked.card) & 1 == 0:
        return NO_STEP
    return Step(found, cost, 0, asked.ready)


@kernel
def _hinted_copy(view: View, memory: Memory, asked: Asked) -> bool:
    """Whether the reader sees a hinted copy of the missing card: no other copy is asked for."""
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            same = int(view.hands[seat, slot]) == asked.card and seat != asked.reader
            if (
                same
                and 0 < stamp_of(memory, place_of(seat, slot)) <= memory[at(asked.promise, P_STAMP)]
            ):
                return True
    return False


@kernel
def _own_pending(view: View, memory: Memory, reading: Reading, asked: Asked) -> int:
    """A card of the reader's own that plays anyway and may be the missing one; or -1."""
    stamp = memory[at(asked.promise, P_STAMP)]
    for slot in range(view.rules.hand_size):
        place = place_of(asked.reader, slot)
        since = stamp_of(memory, place)
        plays = memory[place] & PLAYS != 0 and (reading[place] >> asked.card) & 1 != 0
        if plays and 0 < since < stamp and (asked.used >> place) & 1 == 0:
            return place
    return NO_PLACE
