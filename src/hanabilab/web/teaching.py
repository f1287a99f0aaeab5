"""Conventions taught while one plays: what hints meant, and what one's own would be read as.

All of it comes from the view of the person who asks. The reader's memory knows no hand, and what
another seat makes of a hint is read from what the person sees: cards of the own hand stay unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hanabilab.agents.conventions.chains import (
    R_CALL,
    R_CALL_CARDS,
    R_CALL_FOCUS,
    R_UNREAD,
)
from hanabilab.agents.conventions.imagining import imagine
from hanabilab.agents.conventions.memory import FOCUS, KIND, NO_HINT, UNREAD, age_of
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.reading import reading_of
from hanabilab.agents.numbers import values_of
from hanabilab.agents.policy import CompiledPolicy, Memory
from hanabilab.errors import AgentError, IllegalActionError
from hanabilab.game.actions import action_kind
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.notation import Record, replay
from hanabilab.notation.call import parse_call
from hanabilab.review.convention_words import ToldHint, hint_words
from hanabilab.review.conventions import CONVENTIONS, check_convention, new_convention_memory
from hanabilab.web.live import LiveTable


class Meaning(NamedTuple):
    """What a hint of a game meant: its turn from 1, who gave it, and sentences."""

    turn: int
    seat: int
    words: str


class Lesson(NamedTuple):
    """A game so far, the seat that asks about it, and the level by which hints are read."""

    record: Record
    seat: int
    level: int


def may_teach(table: LiveTable) -> bool:
    """Whether a table has an agent of conventions, and allows questions."""
    return table.setting.may_undo and _level(table) is not None


def lesson_at(table: LiveTable, seat: int) -> Lesson:
    """What `seat` may ask about now.

    Raises:
        AgentError: nobody here plays by conventions that can be told.
        IllegalActionError: the table allows no questions.
    """
    if not table.setting.may_undo:
        raise IllegalActionError("no questions at this table")
    level = _level(table)
    if level is None:
        raise AgentError(
            "nobody here plays by conventions that can be told; sit down with: "
            'hanabi play human "h-group(level=3)"'
        )
    return Lesson(table.record, seat, level)


def hints_explained(lesson: Lesson) -> list[Meaning]:
    """What the hints since the last action of the seat meant, as far as it sees."""
    memory, seat = new_convention_memory(lesson.level), lesson.seat
    found: list[Meaning] = []
    for game in replay(lesson.record):
        view = game.view(seat)
        observe(view, memory)
        if not game.actions:
            continue
        if view.last_seat == seat:
            found.clear()
        elif action_kind(view.rules, view.last_action) > PLAY:
            words = hint_words(_told(view, memory))
            found.append(Meaning(len(game.actions), int(view.last_seat), words))
    return found


def hints_would_mean(lesson: Lesson) -> dict[int, str]:
    """What each hint that the seat may give now would be read as, as far as it sees; by action.

    Empty if it is not the seat's turn.
    """
    memory, seat = new_convention_memory(lesson.level), lesson.seat
    for game in replay(lesson.record):
        observe(game.view(seat), memory)
    found: dict[int, str] = {}
    for action in [] if game.is_over or game.current_seat != seat else game.legal_actions():
        if action_kind(game.rules.tables, action) > PLAY:
            ahead, after = game.view(seat), memory.copy()
            imagine(ahead, action)
            observe(ahead, after)
            found[action] = hint_words(_told(ahead, after))
    return found


def meanings(lesson: Lesson) -> Iterator[dict[str, Any]]:
    """Both, as the page shows them: one item, `told` and `would`."""
    told = [each._asdict() for each in hints_explained(lesson)]
    would = hints_would_mean(lesson)
    yield {"told": told, "would": [{"id": each, "words": would[each]} for each in would]}


def _level(table: LiveTable) -> int | None:
    """The level of the first agent of conventions; None if there is none."""
    for agent in table.agents:
        name = parse_call(agent.name).name if agent else ""
        if name in CONVENTIONS and isinstance(agent, CompiledPolicy):
            level = values_of(agent)["level"]
            check_convention(name, level, table.setting.rules)
            return level
    return None


def _told(view: View, memory: Memory) -> ToldHint:
    """What the seats make of the last hint, as far as the viewer sees."""
    target, kind, place = int(hinted_seat(view)), int(memory[KIND]), int(memory[FOCUS]) - 1
    reading, calls = reading_of(view, memory, target), {}
    age = int(age_of(memory, place)) if place >= 0 else 0
    for seat in range(view.rules.num_players):
        found = reading_of(view, memory, seat)
        if int(found[R_CALL]) >= 0 and int(found[R_CALL_FOCUS]) == age > 0:
            calls[seat] = (int(found[R_CALL]), int(found[R_CALL_CARDS]))
    is_unread = kind in (UNREAD, NO_HINT)
    is_unread |= place >= 0 and int(reading[R_UNREAD]) >> place & 1 == 1
    return ToldHint(view, memory, place, reading, calls, 0, is_unread)
