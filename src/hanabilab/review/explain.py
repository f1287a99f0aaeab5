"""Why a recorded game went as it did: before every action an agent is asked what it would do.

The record is replayed, and the agent's memory is kept as the arena keeps it. If the agent played
the game with itself and its memory is common, there is one copy, which observes with the view of
the seat that has just acted. Otherwise every seat has a copy of its own. The reason for an action
comes from the copy of the seat to act; every copy is asked what the action told.

Random numbers are those of the recorded game if its source names seed and game. So an agent that
played the game itself does again what it did.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, CompiledPolicy, Memory, Turns, new_memory
from hanabilab.agents.traits import check_rules
from hanabilab.arena.asking import answer, let_observe
from hanabilab.arena.lineup import Lineup
from hanabilab.beliefs.history import belief_seeds_of, turns_of_one
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.checks import check_seat
from hanabilab.game.games import Game
from hanabilab.game.view import View, look_openly
from hanabilab.notation import Record, replay
from hanabilab.randomness import MAX_SEED, SEAT_STREAM, seed_rng

#: As `arena.table.record_of` writes it.
_SOURCE = re.compile(r"seed=([0-9]{1,19}) game=([0-9]{1,19})")


@dataclass(frozen=True)
class Reading:
    """What an action told by convention, line by line, to the seats that read it so."""

    seats: tuple[int, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ExplainedTurn:
    """One action of a record.

    Attributes:
        turn: counted from 1.
        action: id of what was done.
        choice: id of what the agent would have done; FORFEIT if it had given the game up.
        reason: why, in the agent's words; None if it gives no reasons.
        readings: what `action` told; one if all seats read it alike, none if it told nothing.
    """

    turn: int
    seat: int
    action: int
    choice: int
    reason: str | None
    readings: tuple[Reading, ...]

    @property
    def differs(self) -> bool:
        """Whether the agent would have done something else."""
        return self.action != self.choice


def explain_record(
    agent: Agent,
    record: Record,
    *,
    turn: int | None = None,
    seat: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[ExplainedTurn]:
    """What `agent` says of the actions of a record, or of those of one turn or one seat.

    Args:
        agent: any; it need not have played the game.
        turn: counted from 1.
        progress: told after each action how many are looked at in all.

    Raises:
        AgentError: the agent cannot play this game, acts illegally, or fails to explain.
        NotationError: no such turn.
        RulesError: no such seat.
        IllegalActionError: the record holds an impossible action.
    """
    check_rules(agent, record.rules)
    actors = [int(game.state.current_seat) for game in replay(record)][: len(record.actions)]
    shown = _shown(record, actors, turn, seat)
    asked = {actors[index] for index in shown}
    table = _Table(agent, record)
    found = []
    for index, action in enumerate(record.actions[: max(shown, default=-1) + 1]):
        # Turns before those shown are asked for as well: they draw random numbers of the seat.
        choice = table.choose() if actors[index] in asked else NO_ACTION
        reason = table.reason() if index in shown else None
        before = table.memory.copy()
        table.take(action)
        if index in shown:
            readings = table.readings(before)
            found.append(ExplainedTurn(index + 1, actors[index], action, choice, reason, readings))
        if progress:
            progress(max(shown) + 1)
    return found


def _shown(record: Record, actors: list[int], turn: int | None, seat: int | None) -> set[int]:
    """The indices of the actions asked for."""
    if seat is not None:
        check_seat(record.rules, seat)
    if turn is None:
        return {index for index, actor in enumerate(actors) if seat in (None, actor)}
    if not 1 <= turn <= len(actors):
        raise NotationError(f"turn is {turn}; the record has turns 1 to {len(actors)}")
    if seat not in (None, actors[turn - 1]):
        raise NotationError(f"turn {turn} is of seat {actors[turn - 1]}, not of seat {seat}")
    return {turn - 1}


class _Table:
    """A record's game with the agent in every seat, played on as recorded."""

    def __init__(self, agent: Agent, record: Record) -> None:
        self.agent = agent
        self.game = Game(record.rules, deck=record.deck)
        lineup = Lineup((agent,) * record.rules.players)
        alone = set(record.agents) == {agent.name}
        copies = lineup.memories if alone else record.rules.players
        self.memory = new_memory(agent, copies)
        self.rngs = np.zeros((record.rules.players, 2), np.uint64)
        seed, game = _seed_and_game(record)
        for seat in range(record.rules.players):
            seed_rng(self.rngs[seat], seed, game, SEAT_STREAM + seat)
        seats = np.arange(record.rules.players)
        self.belief_seeds = belief_seeds_of(seed, np.full(len(seats), game), seats)
        self._observe()

    @property
    def seat(self) -> int:
        """Who is to act."""
        return int(self.game.state.current_seat)

    def choose(self) -> int:
        """What the agent would do."""
        turns = self._turns()
        choice = answer(self.agent, turns, self.game)
        self.rngs[self.seat] = turns.rngs[0]
        return choice

    def reason(self) -> str | None:
        """Why it would; None if it gives no reasons."""
        if not isinstance(self.agent, CompiledPolicy) or not self.agent.explain:
            return None
        return str(self._say(self.agent.explain, self._view(), self._memory_of(self.seat)))

    def take(self, action: int) -> None:
        """Take an action, which every seat observes."""
        self.game.act(action)
        self._observe()

    def readings(self, before: NDArray[np.int64]) -> tuple[Reading, ...]:
        """How the seats read the last action, with the memories [copies, size] before it."""
        if not isinstance(self.agent, CompiledPolicy) or not self.agent.interpret:
            return ()
        readers: dict[tuple[str, ...], list[int]] = {}
        for seats, viewer, was, now in zip(*self._copies(), before, self.memory, strict=True):
            lines = self._say(self.agent.interpret, self.game.view(viewer), was, now)
            readers.setdefault(tuple(lines), []).extend(seats)
        return tuple(Reading(tuple(seats), lines) for lines, seats in readers.items() if lines)

    def _copies(self) -> tuple[list[list[int]], list[int]]:
        """For each copy of the memory, whose it is, and the seat with whose view it observes."""
        seats = list(range(self.game.rules.players))
        if len(self.memory) == 1:
            return [seats], [max(int(self.game.state.last_seat), 0)]
        return [[seat] for seat in seats], seats

    def _observe(self) -> None:
        for viewer, memory in zip(self._copies()[1], self.memory, strict=True):
            let_observe(self.agent, self.game.view(viewer), memory)

    def _memory_of(self, seat: int) -> Memory:
        return self.memory[min(seat, len(self.memory) - 1)]

    def _view(self) -> View:
        """What the seat to act sees; a cheat sees more."""
        view = self.game.view()
        if isinstance(self.agent, CompiledPolicy) and self.agent.sees_own_hand:
            look_openly(view, self.game.state, self.seat)
        return view

    def _turns(self) -> Turns:
        """What the seat to act knows, as a batch of one."""
        seat = self.seat
        memory, rngs = self._memory_of(seat)[np.newaxis], self.rngs[[seat]]
        return turns_of_one(self.game, seat, memory, rngs, self.belief_seeds[[seat]])

    def _say(self, words: Callable[..., Any], *arguments: Any) -> Any:
        """What the agent says; a mistake in it is the agent's."""
        try:
            return words(*arguments)
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            turn = len(self.game.actions)
            raise AgentError(
                f"agent {self.agent.name!r} fails to explain after turn {turn}: {reason}"
            ) from error


def _seed_and_game(record: Record) -> tuple[int, int]:
    """Where the record's random numbers are from; (0, 0) if it does not tell."""
    found = _SOURCE.fullmatch(record.source)
    numbers = (int(found[1]), int(found[2])) if found else (0, 0)
    return numbers if max(numbers) <= MAX_SEED else (0, 0)
