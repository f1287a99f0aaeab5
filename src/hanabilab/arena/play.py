"""Many games: a line-up plays numbered games on all cores, the same whatever the number of threads.

Game `i` of a seed has its own deck and its own generator for each seat, so it comes out the same
alone, in any chunk, on any thread. Compiled seats run in kernels without the GIL; batched seats are
asked from Python for all games of a chunk that wait for them.

A run that may be killed hands its games to `keep` as they are finished, and is taken up again with
what was kept as `done`; `arena.checkpoint` keeps them in a folder.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from threading import Event
from typing import TypeAlias

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

from hanabilab.arena.chunk import compile_loop, play_chunk
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.threads import count_threads, in_threads, stoppable
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules

__all__ = [
    "Keep",
    "Progress",
    "Results",
    "check_lineup",
    "chunk_size",
    "join_tables",
    "play_chunks",
    "play_games",
]

#: Called with the number of games that have just been finished.
Progress: TypeAlias = Callable[[int], None]
#: Called with the table of games that have just been finished.
Keep: TypeAlias = Callable[[pl.DataFrame], object]

_COMPILED_CHUNK = 8192
_MAX_GAMES = 1_000_000_000


@dataclass(frozen=True)
class Results:
    """Games that a line-up has played.

    Attributes:
        table: one row a game, in order of game; see `arena.table`.
        seconds: wall time of all, compilation of the loop and of compiled seats left out; games
            done before count with their share, as if on as many threads.
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
    done: pl.DataFrame | None = None,
    keep: Keep | None = None,
) -> Results:
    """Play games, and tabulate them. Ctrl-C ends the run early and keeps the games finished.

    Args:
        lineup: as many agents as the rules have players.
        rules: of all games.
        games: how many, counted from 0, or which ones by index.
        seed: of decks and agents.
        threads: at once; the default is all cores. Results do not depend on it.
        progress: told whenever games are finished.
        done: games of the same line-up, rules and seed that an earlier run has finished; they are
            not played again.
        keep: given every game once it is finished, a chunk at a time, on the calling thread.

    Raises:
        AgentError: wrong number of agents or of games, or an agent that acts illegally.
        StoppedError: Ctrl-C before any game was finished.
    """
    indices = _indices(games)
    check_seed(seed)
    check_lineup(lineup, rules)
    workers = count_threads(threads)
    tables = [] if done is None else [done.filter(np.isin(done["game"].to_numpy(), indices))]
    chunks = _chunks(lineup, indices, tables, workers)
    earlier = sum(float(table["seconds"].sum()) for table in tables) / workers

    def take(table: pl.DataFrame) -> None:
        if keep:
            keep(table)
        tables.append(table)
        if progress:
            progress(len(table))

    seconds, complete = play_chunks(lineup, rules, seed, chunks, workers, take)
    if not sum(map(len, tables)):
        raise StoppedError("stopped before any game was finished")
    table = join_tables(tables).sort("game")
    return Results(rules, lineup, seed, table, earlier + seconds, complete)


def play_chunks(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    chunks: Iterable[NDArray[np.int64]],
    workers: int,
    take: Keep,
) -> tuple[float, bool]:
    """Play games by index, `chunks` of [G], and give `take` the table of each, on this thread.

    Returns:
        Wall time, compilation left out, and whether all were played: False after Ctrl-C.
    """
    waiting = iter(chunks)
    first = next(waiting, None)
    if first is None:
        return 0.0, True
    began = time.perf_counter()
    complete = True
    try:
        compile_loop(lineup, rules)
        began = time.perf_counter()
        for table in _run(lineup, rules, seed, chain([first], waiting), workers):
            take(table)
    except KeyboardInterrupt:
        complete = False
    return time.perf_counter() - began, complete


def chunk_size(lineup: Lineup, games: int, workers: int) -> int:
    """How many of `games` games are best played together."""
    return max(1, min(lineup.games_at_once or _COMPILED_CHUNK, -(-games // workers)))


def check_lineup(lineup: Lineup, rules: Rules) -> None:
    """Do nothing if the line-up has an agent for each seat.

    Raises:
        AgentError: it has not.
    """
    if len(lineup.agents) != rules.players:
        raise AgentError(f"{len(lineup.agents)} agents for a game of {rules.players} players")


def join_tables(tables: list[pl.DataFrame]) -> pl.DataFrame:
    """One table of all; a column that one of them lacks, a count, is 0 there."""
    return pl.concat(tables, how="diagonal").with_columns(cs.integer().fill_null(0))


def _chunks(
    lineup: Lineup, indices: NDArray[np.int64], done: list[pl.DataFrame], workers: int
) -> list[NDArray[np.int64]]:
    """The games of `indices` that are not done, dealt out in the order given."""
    for table in done:
        indices = indices[~np.isin(indices, table["game"].to_numpy())]
    size = chunk_size(lineup, len(indices), workers)
    return [indices[start : start + size] for start in range(0, len(indices), size)]


def _indices(games: int | Sequence[int]) -> NDArray[np.int64]:
    """The games asked for, by index."""
    # Told first: NumPy makes no number of more than 64 bits.
    if isinstance(games, int | np.integer) and games > _MAX_GAMES:
        raise AgentError(f"games is {games}; at most {_MAX_GAMES:,} fit one table")
    given = np.asarray(games)
    whole = given.dtype.kind in "iu" and given.ndim <= 1
    if not whole or not given.size or given.min() < (given.ndim == 0):
        raise AgentError(f"games is {games}; at least one game is needed")
    return np.arange(int(given)) if given.ndim == 0 else given.astype(np.int64)


def _run(
    lineup: Lineup, rules: Rules, seed: int, chunks: Iterable[NDArray[np.int64]], workers: int
) -> Iterator[pl.DataFrame]:
    """The tables of `chunks` as they are finished."""
    stopped = Event()
    seats = Lineup(tuple(stoppable(lineup.agents, stopped)))
    return in_threads(partial(play_chunk, seats, rules, seed), chunks, workers, stopped)
