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
from itertools import islice
from typing import TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab._jit import JIT_ENABLED
from hanabilab.arena.chunk import compile_loop, play_chunk
from hanabilab.arena.lineup import Lineup
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.games import check_seed
from hanabilab.game.rules import Rules

__all__ = ["Results", "play_games"]

#: Called with the number of games that have just been finished.
Progress: TypeAlias = Callable[[int], None]

_COMPILED_CHUNK = 8192
_MAX_GAMES = 1_000_000_000


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
    indices = _indices(games)
    check_seed(seed)
    if len(lineup.agents) != rules.players:
        raise AgentError(f"{len(lineup.agents)} agents for a game of {rules.players} players")
    share = -(-len(indices) // _threads(threads))
    size = min(lineup.games_at_once or _COMPILED_CHUNK, share)
    chunks = [indices[start : start + size] for start in range(0, len(indices), size)]
    tables: list[pl.DataFrame] = []
    complete = True
    began = time.perf_counter()
    try:
        compile_loop(lineup, rules)
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


def _indices(games: int | Sequence[int]) -> NDArray[np.int64]:
    """The games asked for, by index."""
    given = np.asarray(games)
    whole = given.dtype.kind in "iu" and given.ndim <= 1
    if not whole or not given.size or given.min() < (given.ndim == 0):
        raise AgentError(f"games is {games}; at least one game is needed")
    if given.ndim == 0 and given > _MAX_GAMES:
        raise AgentError(f"games is {games}; at most {_MAX_GAMES:,} fit one table")
    return np.arange(int(given)) if given.ndim == 0 else given.astype(np.int64)


def _threads(threads: int | None) -> int:
    if threads is not None and threads < 1:
        raise AgentError(f"threads is {threads}; at least one is needed")
    # Python without the JIT gains nothing from threads but contention.
    return (threads or os.cpu_count() or 1) if JIT_ENABLED else 1


def _run(
    lineup: Lineup, rules: Rules, seed: int, chunks: list[NDArray[np.int64]], threads: int
) -> Iterator[pl.DataFrame]:
    """The tables of `chunks` as they are finished; few wait in line, so that a stop is quick."""
    waiting = iter(chunks)
    pool = ThreadPoolExecutor(threads)
    try:
        running: set[Future[pl.DataFrame]] = {
            pool.submit(play_chunk, lineup, rules, seed, chunk)
            for chunk in islice(waiting, 2 * threads)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for chunk in islice(waiting, len(done)):
                running.add(pool.submit(play_chunk, lineup, rules, seed, chunk))
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
