"""Many games: a line-up plays numbered games on all cores, the same whatever the number of threads.

Game `i` of a seed has its own deck and its own generator for each seat, so it comes out the same
alone, in any chunk, on any thread. Compiled seats run in kernels without the GIL; batched seats are
asked from Python for all games of a chunk that wait for them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.policy import Agent, BatchedPolicy, CompiledPolicy, Turns, check_players
from hanabilab.agents.registry import make_agent
from hanabilab.arena import loop
from hanabilab.arena.table import COUNTS, make_table
from hanabilab.errors import AgentError, IllegalActionError, StoppedError
from hanabilab.game.games import check_seed, new_states, new_views
from hanabilab.game.rules import MAX_DECK, Rules
from hanabilab.game.words import require_legal

__all__ = ["Lineup", "Results", "Tables", "play_games"]

#: Called with the number of games that have just been finished.
Progress: TypeAlias = Callable[[int], None]

_COMPILED_CHUNK = 8192


@dataclass(frozen=True)
class Lineup:
    """Who sits where.

    Raises:
        AgentError: an agent that cannot play with so many.
    """

    agents: tuple[Agent, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.agents) <= loop.MAX_FUNCTIONS:
            raise AgentError(f"{len(self.agents)} agents; a game has 2 to {loop.MAX_FUNCTIONS}")
        for agent in self.agents:
            check_players(agent, len(self.agents))

    @classmethod
    def of(cls, names: Sequence[str]) -> Lineup:
        """The line-up of agents by name."""
        return cls(tuple(make_agent(name) for name in names))

    @property
    def name(self) -> str:
        """Names in the order of seats, separated by commas."""
        return ", ".join(agent.name for agent in self.agents)

    @cached_property
    def compiled(self) -> NDArray[np.bool_]:
        """[P] which seats play in kernels."""
        return np.array([isinstance(agent, CompiledPolicy) for agent in self.agents])

    @cached_property
    def memory_size(self) -> int:
        """Entries that the agent with most memory needs."""
        return max(agent.memory_size for agent in self.agents)

    @cached_property
    def chunk(self) -> int:
        """Games that one thread plays at a time."""
        batched = [a.games_at_once for a in self.agents if not isinstance(a, CompiledPolicy)]
        return max(batched) if batched else _COMPILED_CHUNK

    @cached_property
    def acts(self) -> tuple[Any, ...]:
        """Native functions of the seats; those of batched seats are never called."""
        natives = [a.native_act for a in self.agents if isinstance(a, CompiledPolicy)]
        filler = natives[0] if natives else make_agent("random").native_act  # type: ignore[union-attr]
        return self._fill([getattr(a, "native_act", filler) for a in self.agents])

    @cached_property
    def observes(self) -> tuple[Any, ...]:
        """Native updates of the seats' memories."""
        return self._fill([agent.native_observe for agent in self.agents])

    @property
    def natives(self) -> tuple[Any, Any, Any]:
        """In the order that the kernels take them."""
        return self.acts, self.observes, self.compiled

    def _fill(self, functions: list[Any]) -> tuple[Any, ...]:
        return (*functions, *(functions[0],) * (loop.MAX_FUNCTIONS - len(functions)))


@dataclass(frozen=True)
class Results:
    """Games that a line-up has played.

    Attributes:
        table: one row a game, in order of game; see `arena.table`.
        seconds: wall time of all; compilation of the loop and of compiled seats left out.
        complete: False if the run was stopped before all games were played.
    """

    rules: Rules
    lineup: Lineup
    seed: int
    table: pl.DataFrame
    seconds: float
    complete: bool = True


def play_games(
    lineup: Lineup,
    rules: Rules,
    *,
    games: int | Sequence[int] = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play games, and tabulate them. Ctrl-C ends the run early and keeps the games finished.

    Args:
        lineup: as many agents as the rules have players.
        rules: of all games.
        games: how many, counted from 0, or which ones by index.
        seed: of decks and agents.
        threads: at once; the default is all cores. Results do not depend on it.
        progress: told whenever games are finished.

    Raises:
        AgentError: wrong number of agents or of games, or an agent that acts illegally.
        StoppedError: Ctrl-C before any game was finished.
    """
    indices = np.arange(games) if isinstance(games, int) else np.asarray(games, np.int64)
    check_seed(seed)
    if len(indices) < 1 or indices.min() < 0:
        raise AgentError(f"games is {games}; at least one game is needed")
    if len(lineup.agents) != rules.players:
        raise AgentError(f"{len(lineup.agents)} agents for a game of {rules.players} players")
    size = max(1, min(lineup.chunk, -(-len(indices) // _threads(threads))))
    chunks = [indices[start : start + size] for start in range(0, len(indices), size)]
    tables: list[pl.DataFrame] = []
    complete = True
    began = time.perf_counter()
    try:
        _compile(lineup, rules)
        began = time.perf_counter()
        for table in _run(lineup, rules, seed, chunks, _threads(threads)):
            tables.append(table)
            if progress:
                progress(len(table))
    except KeyboardInterrupt:
        complete = False
    if not tables:
        raise StoppedError("stopped before any game was finished")
    everything = pl.concat(tables).sort("game")
    return Results(rules, lineup, seed, everything, time.perf_counter() - began, complete)


def _threads(threads: int | None) -> int:
    if threads is not None and threads < 1:
        raise AgentError(f"threads is {threads}; at least one is needed")
    # Python without the JIT gains nothing from threads but contention.
    return (threads or os.cpu_count() or 1) if JIT_ENABLED else 1


def _compile(lineup: Lineup, rules: Rules) -> None:
    """Compile the loop before the clock starts and before threads compete for the compiler."""
    tables = Tables.of(lineup, rules, 0)
    loop.begin(*tables.arrays, *lineup.natives, 0, np.arange(0))
    loop.count_rows(np.empty((len(COUNTS), 0), np.int16), tables.history, tables.states)


def _run(
    lineup: Lineup, rules: Rules, seed: int, chunks: list[NDArray[np.int64]], threads: int
) -> Iterator[pl.DataFrame]:
    """The tables of `chunks` as they are finished; few wait in line, so that a stop is quick."""
    waiting = iter(chunks)
    pool = ThreadPoolExecutor(threads)
    try:
        running: set[Future[pl.DataFrame]] = {
            pool.submit(_play_chunk, lineup, rules, seed, chunk)
            for chunk in islice(waiting, 2 * threads)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for chunk in islice(waiting, len(done)):
                running.add(pool.submit(_play_chunk, lineup, rules, seed, chunk))
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _play_chunk(lineup: Lineup, rules: Rules, seed: int, games: NDArray[np.int64]) -> pl.DataFrame:
    began = time.perf_counter()
    table = Tables.of(lineup, rules, len(games))
    loop.begin(*table.arrays, *lineup.natives, seed, games)
    asked = True
    while asked:
        asked = False
        for seats, agent in _batched_agents(lineup):
            asked |= table.ask(lineup, rules, seats, agent)
    table.require_no_fault(lineup, rules, games)
    columns = np.empty((len(COUNTS), len(games)), np.int16)
    loop.count_rows(columns, table.history, table.states)
    seconds = time.perf_counter() - began
    return make_table(
        rules, lineup.name, seed, games, columns, table.states, table.history, seconds
    )


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

    @classmethod
    def of(cls, lineup: Lineup, rules: Rules, count: int) -> Tables:
        return cls(
            states=new_states(rules, count),
            views=new_views(rules, 1),
            memory=np.zeros((count, rules.players, lineup.memory_size), np.int64),
            rngs=np.zeros((count, rules.players, 2), np.uint64),
            history=np.empty((count, rules.max_turns), np.int16),
            faults=np.full(count, loop.NO_FAULT, np.int64),
        )

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any, Any, Any]:
        """In the order that the kernels take them."""
        return self.states, self.memory, self.rngs, self.history, self.faults, self.views[0]

    def ask(
        self, lineup: Lineup, rules: Rules, seats: NDArray[np.bool_], agent: BatchedPolicy
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
            memory=self.memory[rows, who],
            rngs=self.rngs[rows, who],
            known_decks=np.empty((len(rows), MAX_DECK), np.int16),
            actions=self.history[rows],
        )
        loop.show(turns.views, turns.known_decks, self.states, rows)
        actions = np.ascontiguousarray(agent.act_batch(turns), np.int64)
        if actions.shape != rows.shape:
            raise AgentError(
                f"agent {agent.name!r} gave {actions.shape} actions for {rows.shape} games"
            )
        self.rngs[rows, who] = turns.rngs
        loop.take(rows, actions, *self.arrays, lineup.observes)
        loop.advance(rows, *self.arrays, *lineup.natives)
        return True

    def require_no_fault(self, lineup: Lineup, rules: Rules, games: NDArray[np.int64]) -> None:
        """Do nothing if every action was legal.

        Raises:
            AgentError: which agent acted illegally, where, and why.
        """
        for row in np.flatnonzero(self.faults != loop.NO_FAULT).tolist():
            state = self.states[row]
            name = lineup.agents[state.current_seat].name
            try:
                require_legal(rules, state, int(self.faults[row]))
            except IllegalActionError as error:
                raise AgentError(f"agent {name!r} in game {games[row]}: {error}") from None
