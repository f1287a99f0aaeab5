"""What plays, discards and silence say to the promises that wait. Kernels.

A seat that plays a card which the chain of a promise may need has taken a step. If it was a blind
play, or a prompt, it shows that the focus is a play, and of which suit. A seat that does something
else lets the promise pass: the first step is not its own.

From level 5 a blind play of another card than the missing one is a layer: the promise goes on. So a
blind play shows the suit only if a color was hinted. A save that cannot wait is an excuse.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.chains import focus_place
from hanabilab.agents.conventions.memory import (
    COLOR_PROMISE,
    COUNT,
    LAYERS,
    LEVEL,
    MAY_STALL,
    NOTE,
    P_FLAGS,
    P_GIVER,
    P_PASSED,
    P_PLAYED,
    P_PLAYS,
    P_RECEIVER,
    P_SAVES,
    P_STAMP,
    P_YOUNGEST,
    PLAYS,
    RESET,
    SHOWN,
    TRASH,
    age_of,
    at,
    drop_promise,
    height_at,
    note_of,
    set_note,
    stamp_of,
)
from hanabilab.agents.conventions.positions import finesse_slot
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.slot_memory import place_of

_STEP, _OTHER, _BLIND = range(3)


@kernel
def answer_promises(view: View, memory: Memory, slot: int, is_play: bool) -> None:
    """Compare a play or a discard with every promise, before the hand moves."""
    seat, card = int(view.last_seat), int(view.last_card)
    place, steps, layers = place_of(seat, slot), 0, memory[LEVEL] >= LAYERS
    for index in range(memory[COUNT]):
        answer = _kind_of_play(view, memory, index, place) if is_play else _OTHER
        if answer == _STEP:
            _take_step(view, memory, index, place, card)
            steps += 1
        elif answer == _OTHER and not (layers and steps > 0):  # the older hint comes first
            _pass(memory, index, seat)
    if is_play and steps == 0 and stamp_of(memory, place) == 0:
        if layers and view.last_scored:
            _take_layers(view, memory, place)
        else:
            _give_up(view, memory, place)


@kernel
def _take_layers(view: View, memory: Memory, place: int) -> None:
    """A blind play is another card than promises ask for: it lay above the missing one."""
    for index in range(memory[COUNT]):
        if _waits(view, memory, index, memory[at(index, P_SAVES)]) and _is_asked(
            view, memory, index, place
        ):
            memory[at(index, P_PASSED)] = _receiver_bit(memory, index)


@kernel
def _receiver_bit(memory: Memory, index: int) -> int:
    """The receiver as a bit set: it plays nothing blindly while another seat is at it."""
    return wide(1) << memory[at(index, P_RECEIVER)]


@kernel
def _show_indirect(memory: Memory, index: int, ready: int) -> None:
    """A blind play was needed: the focus is no save, and no card that was `ready` before it."""
    focus, plays = focus_place(memory, index), memory[at(index, P_PLAYS)] & ~ready
    note = note_of(memory, focus) & plays
    if note:
        memory[at(index, P_PLAYS)], memory[at(index, P_SAVES)] = plays, 0
        memory[at(index, P_FLAGS)] |= SHOWN
        set_note(memory, focus, note)
        memory[focus] |= PLAYS


@kernel
def _give_up(view: View, memory: Memory, place: int) -> None:
    """A blind play is a step of no promise: those that it may have answered are not understood.

    It can be a layer or a bluff, or a mistake; levels 1 to 4 know neither.
    """
    for index in range(memory[COUNT] - 1, -1, -1):
        focus = focus_place(memory, index)
        asked, saves = _is_asked(view, memory, index, place), memory[at(index, P_SAVES)]
        if not view.last_scored:  # a strike: it may have been asked for behind other cards
            asked = asked or _may_be_asked(view, memory, index, place)
            saves = 0  # who sees copies elsewhere takes no save
        waits = _waits(view, memory, index, saves)
        if focus < 0 or not waits or not asked:
            continue
        # All cards, until notes are compared with what hints tell: in this view hands have moved.
        memory[focus] = (memory[focus] & ~(PLAYS | TRASH)) | NOTE | RESET
        drop_promise(memory, index)


@kernel
def _waits(view: View, memory: Memory, index: int, saves: int) -> bool:
    """Whether the focus may be a card for which others were missing when the promise was made.

    Args:
        saves: bit set of the cards for which it asks for no play.
    """
    direct = _ready_plays(view, memory, index, 0)
    return memory[at(index, P_PLAYS)] & ~saves & ~direct != 0


@kernel
def _ready_plays(view: View, memory: Memory, index: int, played: int) -> int:
    """The cards that could be played when a promise was made, had `played` been played besides."""
    ready, ranks = wide(0), int(view.rules.num_ranks)
    for suit in range(view.rules.num_suits):
        height = height_at(memory, index, suit)
        while height < ranks and (played >> (suit * ranks + height)) & 1:
            height += 1
        ready |= wide(bit(suit * ranks + height)) if height < ranks else 0
    return ready


@kernel
def let_pass(view: View, memory: Memory, seat: int) -> None:
    """A seat has given a hint instead of whatever is asked of it."""
    for index in range(memory[COUNT]):
        if memory[at(index, P_STAMP)] <= view.turn:  # not the hint's own promise
            _pass(memory, index, seat)


@kernel
def _kind_of_play(view: View, memory: Memory, index: int, place: int) -> int:
    """Whether a play is a step of a promise, another blind play, or neither."""
    since, stamp = stamp_of(memory, place), memory[at(index, P_STAMP)]
    told = 0 < since <= stamp
    asked = told or _is_asked(view, memory, index, place)
    if asked and view.last_scored and _above(view, memory, index, int(view.last_card)):
        return _STEP
    misprompt = told and not view.last_scored and memory[place] & PLAYS == 0
    return _BLIND if since == 0 or misprompt else _OTHER


@kernel
def _is_asked(view: View, memory: Memory, index: int, place: int) -> bool:
    """Whether a card lies where a finesse for a promise would ask for it."""
    seat = int(view.last_seat)
    if seat == memory[at(index, P_GIVER)]:
        return False
    slot = finesse_slot(memory, index, seat, 0)
    return slot >= 0 and place_of(seat, slot) == place


@kernel
def _may_be_asked(view: View, memory: Memory, index: int, place: int) -> bool:
    """Whether an unhinted card was there when a promise was made that it may have to play for."""
    is_giver = view.last_seat == memory[at(index, P_GIVER)]
    was_there = age_of(memory, place) <= memory[at(index, P_YOUNGEST)]
    return was_there and not is_giver


@kernel
def _above(view: View, memory: Memory, index: int, card: int) -> int:
    """The plays of a promise for which `card` was missing when it was made."""
    ranks, suit = int(view.rules.num_ranks), int(view.rules.suit_of[card])
    if view.rules.rank_of[card] < height_at(memory, index, suit):
        return wide(0)
    whole = ((wide(1) << ranks) - 1) << (suit * ranks)
    return memory[at(index, P_PLAYS)] & whole & ~((wide(2) << card) - 1)


@kernel
def _take_step(view: View, memory: Memory, index: int, place: int, card: int) -> None:
    """A missing card was played; unless it was to play anyway, the focus is one above it."""
    above = _above(view, memory, index, card)
    ready = _ready_plays(view, memory, index, memory[at(index, P_PLAYED)])
    memory[at(index, P_PLAYED)] |= wide(bit(card))
    memory[at(index, P_PASSED)] = 0
    focus = focus_place(memory, index)
    if memory[place] & PLAYS or focus == place or focus < 0:
        return
    if memory[at(index, P_FLAGS)] & MAY_STALL:
        return
    if view.last_seat == memory[at(index, P_GIVER)]:
        return
    if memory[LEVEL] >= LAYERS and memory[at(index, P_FLAGS)] & COLOR_PROMISE == 0:
        if stamp_of(memory, place) == 0:  # who is prompted may have played what it knew
            _show_indirect(memory, index, ready)
            memory[at(index, P_PASSED)] = _receiver_bit(memory, index)
        return
    note = note_of(memory, focus) & above
    next_up = wide(bit(card)) << 1
    if note & next_up:  # else more is missing, and it may have been a bluff
        memory[at(index, P_PLAYS)], memory[at(index, P_SAVES)] = above, 0
        memory[at(index, P_FLAGS)] |= SHOWN
        set_note(memory, focus, note)
        memory[focus] |= PLAYS
    elif stamp_of(memory, place) == 0:
        silent = _receiver_bit(memory, index)
        memory[at(index, P_PASSED)] = silent | wide(1) << int(view.last_seat)


@kernel
def _pass(memory: Memory, index: int, seat: int) -> None:
    """A seat has let a promise pass."""
    if seat != memory[at(index, P_GIVER)]:
        memory[at(index, P_PASSED)] |= wide(1) << seat
