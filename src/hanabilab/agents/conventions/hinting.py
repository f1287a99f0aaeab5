"""What a hint changes in the memory that all share. Kernels; none of them looks at a hand.

What it tells to the letter, its focus, whether it repairs a wrong note or moves a chop, and which
cards the focus may be as a save and as a play.

Source: docs/conventions.md.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel
from hanabilab.agents.conventions.answering import let_pass
from hanabilab.agents.conventions.chop_moves import known_slots, moves_by_tempo, moves_chop
from hanabilab.agents.conventions.memory import (
    COLOR_PROMISE,
    COUNT,
    EARLY,
    FILL_IN,
    FIRST,
    FIVE,
    FIVE_HINT,
    FIX,
    FOCUS,
    KIND,
    LAYERS,
    LEVEL,
    MAY_STALL,
    MOVED,
    ONE,
    P_CHOPS,
    P_FLAGS,
    P_FOCUS,
    P_GIVER,
    P_PLAYS,
    P_RECEIVER,
    P_SAVES,
    P_TOUCHED,
    PLAY_HINT,
    PLAY_OR_SAVE,
    PLAYS,
    RESET,
    SAVE_HINT,
    STALL,
    TEMPO,
    TRASH,
    TWO,
    UNREAD,
    add_promise,
    age_of,
    at,
    note_of,
    set_hinted,
    set_note,
    stamp_of,
)
from hanabilab.agents.conventions.positions import chop_slot, first_one, focus_slot, pack_chops
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import hint_value
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, critical_cards, is_single, wide
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.knowledge.slot_memory import place_of


class _Hint(NamedTuple):
    """A hint that has just been given.

    Attributes:
        target: the seat it was given to.
        value: what it said.
        touched: bit set of the slots it touched.
        new: of these, the ones that no hint had touched.
        fresh: of these, the ones that were not protected either.
        chop: the slot of the chop before it, or NO_SLOT.
        known: bit set of the slots of which it was known before that they can be played, or what
            they are.
    """

    target: int
    value: int
    touched: int
    new: int
    fresh: int
    chop: int
    known: int


@kernel
def observe_hint(view: View, memory: Memory) -> None:
    """Take in a hint."""
    target, touched = int(hinted_seat(view)), int(view.last_touched)
    new = fresh = 0
    for slot in range(MAX_HAND):
        place = place_of(target, slot)
        is_new = (touched >> slot) & 1 == 1 and stamp_of(memory, place) == 0
        new |= int(is_new) << slot
        fresh |= int(is_new and memory[place] & MOVED == 0) << slot
    value, chop = int(hint_value(view.rules, view.last_action)), int(chop_slot(memory, target))
    hint = _Hint(target, value, touched, new, fresh, chop, int(known_slots(view, memory, target)))
    repaired = _take_literally(view, memory, hint)
    repaired = repaired or _stops(view, memory, hint)
    if repaired and memory[LEVEL] >= 3:
        memory[KIND] = FIX
    elif touched:
        _read_hint(view, memory, hint)
    _mark_hinted(view, memory, hint)
    if memory[LEVEL] < LAYERS or memory[KIND] not in (SAVE_HINT, PLAY_OR_SAVE):
        let_pass(view, memory, int(view.last_seat))


@kernel
def _stops(view: View, memory: Memory, hint: _Hint) -> bool:
    """Whether ones are hinted as ones again: the first of them is bad, and known to be useless."""
    if hint.new != 0 or hint.value != view.rules.num_colors + ONE or memory[LEVEL] < 3:
        return False
    ones = 0
    for slot in range(MAX_HAND):
        place = place_of(hint.target, slot)
        told = (hint.touched >> slot) & 1 and memory[place] & PLAYS != 0
        if told and note_of(memory, place) & view.playable == 0:
            return False
        ones |= int(told) << slot
    if ones == 0:
        return False
    place = place_of(hint.target, first_one(memory, hint.target, ones))
    memory[place] = (memory[place] & ~PLAYS) | TRASH
    return True


@kernel
def _mark_hinted(view: View, memory: Memory, hint: _Hint) -> None:
    """New cards are hinted now; ones among them are promised in their order."""
    for slot in range(MAX_HAND):
        if (hint.new >> slot) & 1:
            place = place_of(hint.target, slot)
            set_hinted(memory, place, int(view.turn) + 1, int(view.last_seat))
            memory[place] &= ~MOVED
            if slot == hint.chop:
                memory[place] |= FIRST
    is_one = hint.value == view.rules.num_colors + ONE
    if is_one and memory[LEVEL] >= 3 and memory[KIND] != FIX:
        _promise_ones(view, memory, hint)


@kernel
def _promise_ones(view: View, memory: Memory, hint: _Hint) -> None:
    """Ones play in their order, as many as there are suits to begin; those beyond are useless."""
    ones = wide(view.rules.touches[hint.value])
    left = 0
    for slot in range(MAX_HAND):
        place = place_of(hint.target, slot)
        known = stamp_of(memory, place) > 0 and note_of(memory, place) & ~ones == 0
        left |= int(known and age_of(memory, place) > 0) << slot
    free = count_members(ones & ~wide(view.useless))
    while left:
        slot = first_one(memory, hint.target, left)
        left &= ~(1 << slot)
        place = place_of(hint.target, slot)
        flag = PLAYS if free > 0 else TRASH
        memory[place] = (memory[place] & ~(PLAYS | TRASH)) | flag
        free -= 1


@kernel
def _take_literally(view: View, memory: Memory, hint: _Hint) -> bool:
    """Take a hint to the letter; whether it repairs: a card that was promised cannot play."""
    repaired = False
    for slot in range(MAX_HAND):
        place, literal = place_of(hint.target, slot), wide(view.possible[hint.target, slot])
        old, was_new = note_of(memory, place), (hint.new >> slot) & 1
        if literal == 0 or old & literal == old:
            continue
        plays = memory[place] & PLAYS != 0
        note = old & literal
        wrong = note == 0
        if wrong:
            memory[place] = (memory[place] & ~PLAYS) | RESET
            note = literal
        set_note(memory, place, note)
        stuck = plays and note & view.playable == 0 and old & view.playable != 0
        if (hint.touched >> slot) & 1 and not was_new and (wrong or stuck):
            memory[place] &= ~PLAYS
            repaired = True
    return repaired


@kernel
def _read_hint(view: View, memory: Memory, hint: _Hint) -> None:
    """Find the focus, and promise what it may be."""
    slot = _focus_of(view, memory, hint)
    place = place_of(hint.target, slot)
    memory[FOCUS] = place + 1
    note = note_of(memory, place)
    if hint.new == 0 and _tells_enough(view, memory, hint):
        memory[KIND] = FILL_IN
        if memory[LEVEL] >= TEMPO:
            moves_by_tempo(view, memory, hint.target, hint.value, hint.touched & ~hint.known)
        return
    moves = memory[LEVEL] >= 4
    if moves and moves_chop(view, memory, hint.target, hint.value, hint.fresh, slot):
        return
    plays = note & ~wide(view.useless)
    saves = wide(0)
    if slot == hint.chop and (hint.new >> slot) & 1:
        saves = _savable(view, hint.value) & note
    if plays | saves == 0:
        memory[KIND] = UNREAD
        return
    may_stall = _may_stall(view, memory, hint, slot)
    _promise(view, memory, hint, place, plays, saves)
    if may_stall:
        memory[at(memory[COUNT] - 1, P_FLAGS)] |= MAY_STALL
        memory[KIND] = STALL
    elif plays & ~saves == 0:
        memory[KIND] = SAVE_HINT
    else:
        memory[KIND] = PLAY_OR_SAVE if saves else PLAY_HINT
    if memory[KIND] == PLAY_HINT:
        memory[place] |= PLAYS
    set_note(memory, place, plays | saves)


@kernel
def _focus_of(view: View, memory: Memory, hint: _Hint) -> int:
    """The slot of the focus; of new ones, from level 3, the one that plays first."""
    is_one = hint.value == view.rules.num_colors + ONE
    if is_one and hint.new and memory[LEVEL] >= 3:
        if hint.chop != NO_SLOT and (hint.new >> hint.chop) & 1:
            return hint.chop
        return first_one(memory, hint.target, hint.new)
    return focus_slot(memory, hint.target, hint.touched, hint.fresh, hint.chop)


@kernel
def _tells_enough(view: View, memory: Memory, hint: _Hint) -> bool:
    """Whether a hint without new cards makes a card playable to all, or names one."""
    for slot in range(MAX_HAND):
        if (hint.touched >> slot) & 1:
            note = note_of(memory, place_of(hint.target, slot))
            if is_single(note) or note & ~wide(view.playable) == 0:
                return True
    return False


@kernel
def _savable(view: View, value: int) -> int:
    """The cards that a hint on the chop may save."""
    rules = view.rules
    touches, useful = wide(rules.touches[value]), ~wide(view.useless)
    critical = critical_cards(view)
    if value < rules.num_colors:
        fives = wide(rules.touches[rules.num_colors + rules.num_ranks - 1])
        return touches & critical & ~fives
    rank = value - rules.num_colors
    if rank in (TWO, FIVE):
        return touches & useful
    return touches & critical


@kernel
def _may_stall(view: View, memory: Memory, hint: _Hint, slot: int) -> bool:
    """Whether a hint is a five off the chop in the early game, from level 2."""
    five = hint.value == view.rules.num_colors + FIVE and (hint.new >> slot) & 1 == 1
    return five and slot != hint.chop and memory[EARLY] == 1 and memory[LEVEL] >= 2


@kernel
def _promise(view: View, memory: Memory, hint: _Hint, place: int, plays: int, saves: int) -> None:
    """Write a promise of the last hint about its focus."""
    index = add_promise(view, memory)
    memory[at(index, P_PLAYS)], memory[at(index, P_SAVES)] = plays, saves
    memory[at(index, P_GIVER)] = view.last_seat
    memory[at(index, P_RECEIVER)] = hint.target
    memory[at(index, P_FOCUS)] = age_of(memory, place)
    memory[at(index, P_TOUCHED)] = hint.touched
    memory[at(index, P_CHOPS)] = pack_chops(memory, int(view.rules.num_players))
    if hint.value < view.rules.num_colors:
        memory[at(index, P_FLAGS)] = COLOR_PROMISE
    elif hint.value == view.rules.num_colors + FIVE:
        memory[at(index, P_FLAGS)] = FIVE_HINT
