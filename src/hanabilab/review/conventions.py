"""A game read by conventions of people: what each action said, and whether it kept them.

The reader is that of `agents.conventions`. It reads from the seats: the note of a focus is the
receiver's, from what it sees. The true cards are used only to say afterwards whether a note was
right. Where the reader has no rule for an action, the verdict is that it is not covered.

Source: docs/conventions.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from hanabilab.agents.conventions.chains import (
    R_CALL,
    R_CALL_CARDS,
    R_CALL_FOCUS,
    R_UNREAD,
    Reading,
)
from hanabilab.agents.conventions.memory import (
    BUILT_LEVELS,
    COUNT,
    FOCUS,
    HINT_KINDS,
    KIND,
    LEVEL,
    MEMORY_SIZE,
    MOVED,
    NO_HINT,
    P_FOCUS,
    P_PASSED,
    P_RECEIVER,
    PLAY_HINT,
    PLAY_OR_SAVE,
    SAVE_HINT,
    UNREAD,
    USUAL_LEVEL,
    age_of,
    at,
    stamp_of,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.reading import due_place, reading_of
from hanabilab.agents.policy import Memory
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.actions import action_kind, action_slot
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_HAND, MAX_PLAYERS, PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name
from hanabilab.knowledge.card_sets import is_single
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.notation import Record
from hanabilab.review.convention_judging import Why, why_used
from hanabilab.review.convention_turn import ConventionTurn, Mark, Verdict
from hanabilab.review.convention_words import ToldHint, hint_words, one_of, slot_words, use_words

#: The conventions that games can be read by.
CONVENTIONS = ("h-group",)


class _Asked(NamedTuple):
    """An action, and what was asked of its seat: the slot to play, and a call in words."""

    action: int
    expected: int | None
    asked: str


def check_convention(convention: str, level: int, rules: Rules) -> None:
    """Do nothing if games by `rules` can be read by a convention at a level.

    Raises:
        AgentError: there is no such convention, or the level is not built.
        RulesError: a variant.
    """
    if convention not in CONVENTIONS:
        raise AgentError(f"unknown convention {convention!r}; known is {', '.join(CONVENTIONS)}")
    if level not in BUILT_LEVELS:
        first, last = BUILT_LEVELS[0], BUILT_LEVELS[-1]
        raise AgentError(f"level is {level}; levels {first} to {last} are built")
    if not rules.is_usual or (rules.suits, rules.ranks) != (5, 5):
        raise RulesError(
            f"{convention} reads games of five suits of five ranks by the usual rules, no variant"
        )
    if rules.draw_slot != "newest":
        raise RulesError(
            f"draw_slot is {rules.draw_slot}; {convention} reads games in which the card drawn is "
            "the newest of its hand"
        )


def read_by_convention(
    record: Record,
    *,
    convention: str = "h-group",
    level: int = USUAL_LEVEL,
    progress: Callable[[int], None] | None = None,
) -> list[ConventionTurn]:
    """What the actions of a record say by a convention.

    Args:
        progress: told after each action how many there are.

    Raises:
        AgentError: there is no such convention, or the level is not built.
        RulesError: a variant, or the deck is not the rules' deck.
        IllegalActionError: the record holds an impossible action.
    """
    check_convention(convention, level, record.rules)
    table = _Table(Game(record.rules, deck=record.deck), level)
    turns = []
    for action in record.actions:
        turns.append(table.take(action))
        if progress:
            progress(len(record.actions))
    return turns


def new_convention_memory(level: int) -> Memory:
    """The memory of a reader before the deal."""
    memory = np.zeros(MEMORY_SIZE, np.int64)
    memory[LEVEL] = level
    return memory


class _Table:
    """A game, played on, with the memory that all seats share."""

    def __init__(self, game: Game, level: int) -> None:
        self.game, self.memory = game, new_convention_memory(level)
        observe(game.view(0), self.memory)

    def read(self, seat: int, memory: Memory | None = None) -> Reading:
        """What a seat makes of what is promised."""
        return reading_of(self.game.view(seat), self.memory if memory is None else memory, seat)

    def take(self, action: int) -> ConventionTurn:
        """Take an action, and say what it told."""
        seat, rules = self.game.current_seat, self.game.rules
        own, before = self.read(seat), self.memory.copy()
        due = int(due_place(own, self.game.view(seat), before))
        kind, slot = int(action_kind(rules.tables, action)), int(action_slot(rules.tables, action))
        called = int(own[R_CALL])
        asked = "" if called < 0 else self._asked(called, int(own[R_CALL_CARDS]))
        turn = _Asked(action, due % MAX_HAND if due >= 0 else None, asked)
        if kind > PLAY:
            return self._hint(turn, {each: self.read(each) for each in range(rules.players)})
        used = seat * MAX_HAND + slot if slot < rules.hand_size else -1
        why = why_used(self.game.view(seat), before, own, used, is_play=kind == PLAY, due=due)
        return self._use(turn, used, int(own[used]) if used >= 0 else 0, why)

    def _asked(self, place: int, cards: int) -> str:
        """What the seat to act is called to do, to be told if it does not."""
        state = self.game.state
        card = one_of(state.rules, cards)
        return f"Seat {state.current_seat} was called to play {slot_words(state, place)}, {card}"

    def _use(self, turn: _Asked, used: int, note: int, why: Why) -> ConventionTurn:
        """A play or a discard."""
        before, (kind, kept, leaves_out) = self.memory.copy(), why
        self._act(turn.action)
        state = self.game.state
        asked = turn.asked if leaves_out else ""
        return ConventionTurn(
            turn=int(state.turn),
            seat=int(state.last_seat),
            action=turn.action,
            kind=kind,
            place=divmod(used, MAX_HAND) if used >= 0 else None,
            note_before=note,
            note_after=1 << int(state.last_card),
            expected=turn.expected,
            kept=kept,
            verdict=Verdict.NOT_COVERED if kept is None else Verdict.CLEAR,
            marks=self._marks(),
            words=use_words(self.game.view(0), kind, before, self.memory, asked=asked),
        )

    def _hint(self, turn: _Asked, was: dict[int, Reading]) -> ConventionTurn:
        """A hint."""
        self._act(turn.action)
        state, kind, place = self.game.state, int(self.memory[KIND]), int(self.memory[FOCUS]) - 1
        told = self._told(place)
        note = int(told.reading[place]) if place >= 0 else 0
        right = place < 0 or bool(note >> int(state.hands[divmod(place, MAX_HAND)]) & 1)
        kept: bool | None = None if told.is_unread else right
        words = hint_words(told)
        if kept is False:
            words += f" It is {card_name(state.rules, state.hands[divmod(place, MAX_HAND)])}."
        if turn.asked:
            kept = None if kind in (SAVE_HINT, PLAY_OR_SAVE) else False
            words += f" {turn.asked}."
        return ConventionTurn(
            turn=int(state.turn),
            seat=int(state.last_seat),
            action=turn.action,
            kind=HINT_KINDS[kind],
            place=divmod(place, MAX_HAND) if place >= 0 else None,
            note_before=int(was[place // MAX_HAND][place]) if place >= 0 else 0,
            note_after=note,
            expected=turn.expected,
            kept=kept,
            verdict=_verdict(kind, note, is_unread=told.is_unread),
            marks=self._marks(),
            words=words,
        )

    def _marks(self) -> tuple[Mark, ...]:
        """The cards that are called for, and those that are protected without a hint."""
        found = []
        for seat in range(self.game.rules.players):
            call = int(self.read(seat)[R_CALL])
            for slot in range(self.game.rules.hand_size):
                place = seat * MAX_HAND + slot
                is_new = stamp_of(self.memory, place) == 0
                if place == call:
                    found.append(Mark(seat, slot, "finessed" if is_new else "called"))
                elif is_new and self.memory[place] & MOVED:
                    found.append(Mark(seat, slot, "chop moved"))
        return tuple(found)

    def _act(self, action: int) -> None:
        self.game.act(action)
        observe(self.game.view(0), self.memory)

    def _told(self, place: int) -> ToldHint:
        """What the seats make of the last hint, whose focus is at `place`."""
        target, kind = int(hinted_seat(self.game.view(0))), int(self.memory[KIND])
        reading = self.read(target)
        age = int(age_of(self.memory, place)) if place >= 0 else 0
        calls = {}
        for seat in range(self.game.rules.players):
            found = self.read(seat)
            if int(found[R_CALL]) >= 0 and int(found[R_CALL_FOCUS]) == age > 0:
                calls[seat] = (int(found[R_CALL]), int(found[R_CALL_CARDS]))
        unread = kind in (UNREAD, NO_HINT)
        unread |= place >= 0 and int(reading[R_UNREAD]) >> place & 1 == 1
        silent = 0 if place < 0 else int(self.read(target, _passed(self.memory, age))[place])
        view = self.game.view(target)
        return ToldHint(view, self.memory, place, reading, calls, silent, unread)


def _passed(memory: Memory, age: int) -> Memory:
    """The memory if all seats but the receiver had let the promise of a focus pass."""
    memory = memory.copy()
    for index in range(memory[COUNT]):
        if memory[at(index, P_FOCUS)] == age:
            seats = (1 << MAX_PLAYERS) - 1
            memory[at(index, P_PASSED)] = seats & ~(1 << int(memory[at(index, P_RECEIVER)]))
    return memory


def _verdict(kind: int, note: int, *, is_unread: bool) -> Verdict:
    """How sure the reading of a hint is."""
    if is_unread:
        return Verdict.NOT_COVERED
    may_differ = kind in (PLAY_HINT, PLAY_OR_SAVE)
    return Verdict.SEVERAL if may_differ and not is_single(note) else Verdict.CLEAR
