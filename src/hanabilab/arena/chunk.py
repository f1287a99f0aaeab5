"""One chunk of games: its arrays, and the loop that asks batched agents in between."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.policy import BatchedPolicy, CompiledPolicy, Turns
from hanabilab.arena import loop
from hanabilab.arena.faults import StoppedGame, answers
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.measure_kernels import NUM_MEASURES
from hanabilab.arena.table import COUNTS, make_table
from hanabilab.arena.threads import aside
from hanabilab.game.batch import score_all
from hanabilab.game.games import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules


def compile_loop(lineup: Lineup, rules: Rules) -> None:
    """Compile before the clock starts and before threads compete for the compiler."""
    aside(partial(_play_nothing, lineup, rules))


def _play_nothing(lineup: Lineup, rules: Rules) -> None:
    tables = Tables.of(lineup, rules, 0)
    loop.begin(*tables.arrays, *lineup.natives, lineup.openings, 0, np.arange(0))
    loop.count_rows(np.empty((len(COUNTS), 0), np.int16), tables.history, tables.states)


def play_chunk(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    games: NDArray[np.int64],
    decks: NDArray[np.int16] | None = None,
) -> pl.DataFrame:
    """Play `games` [G] of `seed` to their end, and tabulate them; game `i` is dealt `decks[i]`.

    Raises:
        AgentError: an agent that acts illegally; names agent, game, turn and reason.
    """
    began = time.perf_counter()
    table = _played(lineup, rules, seed, games, decks)
    columns = np.empty((len(COUNTS), len(games)), np.int16)
    loop.count_rows(columns, table.history, table.states)
    seconds = time.perf_counter() - began
    games_table = make_table(
        rules,
        lineup.name,
        seed,
        games,
        columns,
        table.states,
        table.history,
        table.measures,
        seconds,
    )
    return games_table.with_columns(**{name: pl.Series(a) for name, a in table.counters.items()})


def play_scores(
    lineup: Lineup, rules: Rules, seed: int, games: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Play `games` [G] of `seed` to their end; scores [G] and what seats did [P, NUM_MEASURES].

    For line-ups by the thousand, which cannot have a table each.

    Raises:
        AgentError: an agent that acts illegally; names agent, game, turn and reason.
    """
    table = _played(lineup, rules, seed, games)
    scores = np.empty(len(games), np.int16)
    score_all(scores, table.states)
    return scores, table.measures.sum(axis=0)


def _played(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    games: NDArray[np.int64],
    decks: NDArray[np.int16] | None = None,
) -> Tables:
    """The arrays of `games` after their end."""
    table = Tables.of(lineup, rules, len(games))
    if decks is not None:
        table.states["deck"][:, : rules.deck_size] = decks[games]
        table.states["status"] = loop.DECK_GIVEN
    loop.begin(*table.arrays, *lineup.natives, lineup.openings, seed, games)
    asked = True
    while asked:
        asked = False
        for seats, agent in _batched_agents(lineup):
            asked |= table.ask(rules, games, seats, agent, lineup)
    for row in np.flatnonzero(table.faults[:, 0] != loop.NO_FAULT)[:1]:
        stopped = table.faults[row], table.states[row], table.history[row]
        StoppedGame(lineup, rules, seed, int(games[row]), *stopped).raise_fault()
    return table


def _batched_agents(lineup: Lineup) -> list[tuple[NDArray[np.bool_], BatchedPolicy]]:
    """Each batched agent with the seats [P] it sits in; one call can serve several seats."""
    found: list[tuple[NDArray[np.bool_], BatchedPolicy]] = []
    for agent in lineup.agents:
        seats = np.array([other is agent for other in lineup.agents])
        if not isinstance(agent, CompiledPolicy) and all(agent is not old for _, old in found):
            found.append((seats, agent))
    return found


@dataclass(frozen=True)
class Tables:
    """The arrays of a chunk; shapes as in `arena.loop`."""

    states: NDArray[Any]
    views: NDArray[Any]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]
    history: NDArray[np.int16]
    faults: NDArray[np.int64]
    measures: NDArray[np.int64]
    counters: dict[str, NDArray[np.int64]] = field(default_factory=dict)

    @classmethod
    def of(cls, lineup: Lineup, rules: Rules, count: int) -> Tables:
        """Tables for `count` games, not dealt."""
        return cls(
            states=new_states(rules, count),
            views=new_views(rules, 1),
            memory=np.zeros((count, lineup.memories, lineup.memory_size), np.int64),
            rngs=np.zeros((count, rules.players, 2), np.uint64),
            history=np.empty((count, rules.max_turns), np.int16),
            faults=np.full((count, 2), loop.NO_FAULT, np.int64),
            measures=np.zeros((count, rules.players, NUM_MEASURES), np.int64),
        )

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
        """In the order that the kernels take them."""
        arrays = self.states, self.memory, self.rngs, self.history, self.faults, self.measures
        return *arrays, self.views[0]

    def ask(
        self,
        rules: Rules,
        games: NDArray[np.int64],
        seats: NDArray[np.bool_],
        agent: BatchedPolicy,
        lineup: Lineup,
    ) -> bool:
        """Let a batched agent act in the games that wait for it; False if none does."""
        rows = np.empty(len(self.states), np.int64)
        rows = rows[: loop.wait_for(rows, self.states, self.faults, seats)]
        if not len(rows):
            return False
        who = self.states["current_seat"][rows]
        turns = Turns(
            rules=rules,
            views=new_views(rules, len(rows)),
            memory=self.memory[rows, who, : agent.memory_size],
            rngs=self.rngs[rows, who],
            known_decks=np.empty((len(rows), MAX_DECK), np.int16),
            actions=self.history[rows],
        )
        loop.show(turns.views, turns.known_decks, self.states, rows)
        actions = answers(agent, turns, games[rows])
        self.rngs[rows, who] = turns.rngs
        for name, amounts in turns.counters.items():
            counter = self.counters.setdefault(name, np.zeros(len(self.states), np.int64))
            counter[rows] += amounts
        loop.take(rows, actions, *self.arrays, lineup.observes)
        loop.advance(rows, *self.arrays, *lineup.natives)
        return True
