"""Conventions taught while one plays: what hints meant, and what one's own would be read as.

All of it comes from the view of the person who asks. The reader's memory knows no hand, and what
another seat makes of a hint is read from what the person sees: cards of the own hand stay unknown.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanabilab.agents.conventions.chains import (
    R_CALL,
    R_CALL_CARDS,
    R_CALL_FOCUS,
    R_UNREAD,
    READING_SIZE,
    Reading,
)
from hanabilab.agents.conventions.imagining import imagine
from hanabilab.agents.conventions.memory import FOCUS, KIND, NO_HINT, UNREAD, age_of
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.reading import read_for
from hanabilab.agents.numbers import values_of
from hanabilab.agents.policy import CompiledPolicy, Memory
from hanabilab.errors import AgentError, IllegalActionError
from hanabilab.game.actions import action_kind
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.notation import replay
from hanabilab.notation.call import parse_call
from hanabilab.review.convention_words import ToldHint, hint_words
from hanabilab.review.conventions import CONVENTIONS, check_convention, new_convention_memory
from hanabilab.web.live import LiveTable


class Meaning(NamedTuple):
    """What a hint of a game meant: its turn from 1, who gave it, and sentences."""

    turn: int
    seat: int
    words: str


def hints_explained(table: LiveTable, seat: int) -> list[Meaning]:
    """What the hints since the last action of `seat` meant, as far as that seat sees.

    Raises:
        AgentError: nobody here plays by conventions that can be told.
        IllegalActionError: the table allows no questions.
    """
    memory = _memory(table)
    found: list[Meaning] = []
    for game in replay(table.record):
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


def hint_would_mean(table: LiveTable, seat: int, action: int) -> str:
    """What a hint of `seat`, which is to act, would be read as, as far as it sees.

    Raises:
        AgentError: nobody here plays by conventions that can be told.
        IllegalActionError: it is no legal hint, or the table allows no questions.
    """
    memory = _memory(table)
    for before in replay(table.record):
        observe(before.view(seat), memory)
    game: Game = table.game
    if action_kind(game.rules.tables, action) <= PLAY:
        raise IllegalActionError("only a hint has a meaning to ask for: means hint 1 red")
    if action not in game.legal_actions():
        raise IllegalActionError("this hint may not be given now; legal lists what may")
    ahead = game.view(seat)
    imagine(ahead, action)
    observe(ahead, memory)
    return hint_words(_told(ahead, memory))


def _memory(table: LiveTable) -> Memory:
    """A reader's memory before the deal, at the level of the first seat that has one."""
    if not table.setting.may_undo:
        raise IllegalActionError("no questions at this table")
    for agent in table.agents:
        name = parse_call(agent.name).name if agent else ""
        if name in CONVENTIONS and isinstance(agent, CompiledPolicy):
            level = values_of(agent)["level"]
            check_convention(name, level, table.setting.rules)
            return new_convention_memory(level)
    raise AgentError(
        "nobody here plays by conventions that can be told; sit down with: "
        'hanabi play human "h-group(level=3)"'
    )


def _told(view: View, memory: Memory) -> ToldHint:
    """What the seats make of the last hint, as far as the viewer sees."""
    target, kind, place = int(hinted_seat(view)), int(memory[KIND]), int(memory[FOCUS]) - 1
    reading, calls = _read(view, memory, target), {}
    age = int(age_of(memory, place)) if place >= 0 else 0
    for seat in range(view.rules.num_players):
        found = _read(view, memory, seat)
        if int(found[R_CALL]) >= 0 and int(found[R_CALL_FOCUS]) == age > 0:
            calls[seat] = (int(found[R_CALL]), int(found[R_CALL_CARDS]))
    is_unread = kind in (UNREAD, NO_HINT)
    is_unread |= place >= 0 and int(reading[R_UNREAD]) >> place & 1 == 1
    return ToldHint(view, memory, place, reading, calls, 0, is_unread)


def _read(view: View, memory: Memory, seat: int) -> Reading:
    """What a seat makes of what is promised."""
    reading = np.zeros(READING_SIZE, np.int64)
    read_for(reading, view, memory, seat)
    return reading
