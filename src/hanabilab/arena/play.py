"""Many games: a line-up plays numbered games on all cores, the same whatever the number of threads.

Game `i` of a seed has its own deck and its own generator for each seat. So it comes out the same
alone, in any chunk, and on any thread. Compiled seats run in kernels without the GIL; Python asks
batched seats for all games of a chunk that wait for them.

A run that may be killed hands its games to `keep` as they are finished. It is resumed with what was
kept as `done`; `arena.checkpoint` keeps games in a folder.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from threading import Event
from typing import Any, Literal, TypeAlias

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import ArrayLike, NDArray

from hanabilab._lazy import named
from hanabilab.agents.traits import check_rules
from hanabilab.arena.chunk import Chunk, compile_loop, play_chunk
from hanabilab.arena.decks import Decks, checked_decks, require_decks
from hanabilab.arena.executor import Executor, Work, Workers, executor_of
from hanabilab.arena.lineup import Lineup, Seats
from hanabilab.arena.threads import stoppable, unbroken
from hanabilab.errors import AgentError, RulesError, StoppedError
from hanabilab.game.checks import check_seed, checked_rules, whole_numbers
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_rules
from hanabilab.stats.frames import to_pandas
from hanabilab.stats.spans import first_twice, spans_of

#: Called with the number of games that have just been finished.
Progress: TypeAlias = Callable[[int], None]
#: Called with the table of games that have just been finished.
Keep: TypeAlias = Callable[[pl.DataFrame], object]

COMPILED_CHUNK = 8192
#: Games of a line-up at most.
MAX_GAMES = 1_000_000_000


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

    def to_pandas(self) -> Any:
        """The table as a data frame of pandas; needs no pyarrow.

        Raises:
            HanabiError: pandas is not installed.
        """
        return to_pandas(self.table)

    def _repr_html_(self) -> str:
        """What came of the games, for notebooks."""
        return str(named("hanabilab.web.notebook_tables:results_html")(self))


@dataclass(frozen=True)
class LineupGames(Work[NDArray[np.int64], Chunk]):
    """Games of a line-up and a seed.

    Attributes:
        decks: what they are dealt, see `arena.decks.Decks`.
    """

    lineup: Lineup
    rules: Rules
    seed: int
    decks: Decks = None

    def do(self, task: NDArray[np.int64]) -> Chunk:
        """Some games, played."""
        return play_chunk(self.lineup, self.rules, self.seed, task, self.decks)

    def told(self) -> dict[str, Any]:
        """Names, rules, seed, decks."""
        return {
            "agents": [agent.name for agent in self.lineup.agents],
            "rules": format_rules(self.rules),
            "seed": self.seed,
            "decks": self.decks.tolist() if isinstance(self.decks, np.ndarray) else self.decks,
        }

    @classmethod
    def made(cls, told: dict[str, Any]) -> LineupGames:
        """The games that were told; agents in files run, as the user of the driver named them."""
        lineup, rules = Lineup.of(told["agents"]), parse_rules(told["rules"])
        compile_loop(lineup, rules)
        decks = told["decks"]
        if isinstance(decks, list):
            decks = np.array(decks, np.int16)
        return cls(lineup, rules, told["seed"], decks)

    def pack(self, part: Chunk) -> tuple[bytes, NDArray[np.int64]]:
        """The table as Parquet, and the counters."""
        buffer = BytesIO()
        part.table.write_parquet(buffer, compression="lz4")
        return buffer.getvalue(), part.counters

    def unpack(self, packed: tuple[bytes, NDArray[np.int64]]) -> Chunk:
        """Table and counters."""
        return Chunk(pl.read_parquet(BytesIO(packed[0])), packed[1])


def play_games(
    lineup: Seats,
    rules: Rules | None = None,
    *,
    games: int | Sequence[int] | None = None,
    seed: int = 0,
    decks: ArrayLike | Literal["by-seat"] | None = None,
    threads: Workers = None,
    progress: Progress | None = None,
    done: pl.DataFrame | None = None,
    keep: Keep | None = None,
) -> Results:
    """Play games, and tabulate them. Ctrl-C ends the run early and keeps the games finished.

    Args:
        lineup: agents or their names, as many as the rules have players; or one for all seats.
        rules: of all games; the default is the standard game of so many.
        games: how many, counted from 0, or which ones by index; the default is 1000, or all
            `decks`.
        seed: of decks and agents.
        decks: [games, deck size] card ids in drawing order: game `i` is dealt `decks[i]`. The
            table's column `deck` tells what was dealt, here as always. Or "by-seat": each seat
            draws from its own part of the seed's deck, and the column has cards as they were drawn.
        threads: at once, or another executor; the default is all cores. Results do not depend on
            it.
        progress: told whenever games are finished.
        done: games of the same line-up, rules and seed that an earlier run has finished; they are
            not played again.
        keep: given every game once it is finished, a chunk at a time, on the calling thread.

    Raises:
        AgentError: wrong number of agents or of games, a game twice, or an agent that acts
            illegally.
        RulesError: rules that are none, or a deck that is not theirs.
        StoppedError: Ctrl-C before any game was finished.
    """
    lineup = Lineup.of(lineup, 2 if rules is None else checked_rules(rules).players)
    rules = rules or Rules(players=len(lineup.agents))
    given = checked_decks(rules, decks)
    default = len(given) if isinstance(given, np.ndarray) else 1000
    indices = _indices(default if games is None else games)
    require_decks(indices, given)
    check_seed(seed)
    check_lineup(lineup, rules)
    executor = executor_of(threads)
    if done is not None:
        _refuse_twice("done", done["game"].to_numpy())
    tables = [] if done is None else [done.filter(np.isin(done["game"].to_numpy(), indices))]
    chunks = _chunks(lineup, indices, tables, executor.workers)
    earlier = sum(float(table["seconds"].sum()) for table in tables) / executor.workers

    def take(chunk: Chunk) -> None:
        tables.append(chunk.table)

    work = LineupGames(lineup, rules, seed, given)
    seconds, complete = play_chunks(work, chunks, executor, take, keep, progress)
    if not sum(map(len, tables)):
        raise StoppedError("stopped before any game was finished")
    table = join_tables(tables).sort("game")
    return Results(rules, lineup, seed, table, earlier + seconds, complete)


def play_chunks(
    work: LineupGames,
    chunks: Iterable[NDArray[np.int64]],
    executor: Executor,
    take: Callable[[Chunk], None],
    keep: Keep | None,
    progress: Progress | None,
) -> tuple[float, bool]:
    """Play games by index, `chunks` of [G], and give `take` each as it is played, on this thread.

    Args:
        keep, progress: as in `play_games`.

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
        compile_loop(work.lineup, work.rules)
        began, stopped = time.perf_counter(), Event()
        seats = Lineup(tuple(stoppable(work.lineup.agents, stopped)))
        work = replace(work, lineup=seats)
        for chunk in executor.spread(work, chain([first], waiting), stopped):
            with unbroken():
                if keep:
                    keep(chunk.table)
                take(chunk)
                if progress:
                    progress(len(chunk.table))
    except KeyboardInterrupt:
        complete = False
    return time.perf_counter() - began, complete


def chunk_size(lineup: Lineup, games: int, workers: int) -> int:
    """How many of `games` games are best played together."""
    return max(1, min(lineup.games_at_once or COMPILED_CHUNK, -(-games // workers)))


def check_lineup(lineup: Lineup, rules: Rules) -> None:
    """Do nothing if the line-up has an agent for each seat, and all can play by the rules.

    Raises:
        AgentError: it has not, or one cannot.
    """
    if len(lineup.agents) != rules.players:
        raise AgentError(f"{len(lineup.agents)} agents for a game of {rules.players} players")
    for agent in lineup.agents:
        check_rules(agent, rules)


def join_tables(tables: list[pl.DataFrame]) -> pl.DataFrame:
    """One table of all; a column that one of them lacks, a count, is 0 there."""
    whole = pl.concat(tables, how="diagonal")
    lacking = [name for name in whole.columns if any(name not in each.columns for each in tables)]
    return whole.with_columns((cs.by_name(lacking) & cs.integer()).fill_null(0))


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
    # Told first: NumPy makes no number of more than 64 bits, and a long range fills the memory.
    count: Any = games
    if isinstance(games, range):  # `len` has an end
        count = -((games.start - games.stop) // games.step)
    if isinstance(count, int | np.integer) and count > MAX_GAMES:
        raise AgentError(f"games is {games}; at most {MAX_GAMES:,} games are played")
    if (given := _in_a_row(games)) is None:
        raise AgentError(f"games is {games}; a number, or indices from 0 to 2**63 - 1, is needed")
    is_count = np.ndim(games) == 0
    if not given.size or given.min() < is_count:
        raise AgentError(f"games is {games}; at least one game is needed")
    if is_count:
        return np.arange(int(given[0]))
    _refuse_twice("games", given)
    return given


def _in_a_row(games: ArrayLike) -> NDArray[np.int64] | None:
    """[G] whole numbers, or one; None for anything else."""
    try:
        found = whole_numbers("games", games)
    except RulesError:
        return None
    return found if found.ndim == 1 or not found.size else None


def _refuse_twice(name: str, games: NDArray[np.int64]) -> None:
    """Copies of a game would pass for more games, with errors that are too small."""
    if (twice := first_twice(spans_of(games))) is not None:
        raise AgentError(f"{name} has game {twice} twice; name each once")
