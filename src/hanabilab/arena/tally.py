"""Games of a line-up, summed up as they are finished: memory does not grow with them.

A tally has the sums of `stats.Totals`, the best and the worst game, and what is needed to find the
median game again among tables that have been written and left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena.chunk import Chunk
from hanabilab.arena.decks import Decks
from hanabilab.arena.executor import Workers, executor_of
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.luck import Luck
from hanabilab.arena.measures import MEASURES, measure_table
from hanabilab.arena.play import (
    Keep,
    LineupGames,
    Progress,
    Results,
    check_lineup,
    chunk_size,
    play_chunks,
)
from hanabilab.errors import HanabiError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.stats import Summary, Totals, summarize
from hanabilab.stats.spans import Span, first_twice, joined, spans_of


@dataclass
class Tally:
    """The games of a line-up that have been added, summed up.

    Attributes:
        by_seat: whether to count what each seat did.
        decks: what the games are dealt, see `arena.decks.Decks`.
        luck: the luck of the games, if it is to be told.
        seconds: wall time of all; set by whoever plays them.
        complete: False if the run was stopped before all games were played.
        counters: [P, NUM_MEASURES] what each seat did, if it is counted `by_seat`.
    """

    rules: Rules
    lineup: Lineup
    seed: int
    by_seat: bool = False
    decks: Decks = None
    luck: Luck | None = None
    seconds: float = 0.0
    complete: bool = True
    totals: Totals = field(default_factory=Totals)
    counters: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.counters = np.zeros((self.rules.players, len(MEASURES)), np.int64)
        self._ends: dict[str, dict[str, Any]] = {}
        self._ranks = np.zeros((self.rules.max_score + 1) ** 2, np.int64)
        self._spans: list[Span] = []
        self._shares = 0.0

    @classmethod
    def of(cls, results: Results) -> Tally:
        """The games of a table."""
        tally = cls(results.rules, results.lineup, results.seed)
        tally.add(results.table)
        tally.seconds, tally.complete = results.seconds, results.complete
        return tally

    @property
    def summary(self) -> Summary:
        """The summary of at least one game.

        Raises:
            HanabiError: a game was added twice, so that errors would be too small.
        """
        if (twice := first_twice(self._spans)) is not None:
            raise HanabiError(f"game {twice} is there twice; sum up tables that have it once")
        return summarize(
            self.totals,
            agents=[agent.name for agent in self.lineup.agents],
            seed=self.seed,
            max_score=self.rules.max_score,
            seconds=self.seconds,
        )

    def as_json(self) -> dict[str, Any]:
        """The contract of `play --json`: the summary, and the luck if it is to be told."""
        told = self.summary.as_json()
        return told | {"without_luck": self.luck.as_json()} if self.luck else told

    def add(self, table: pl.DataFrame, counters: NDArray[np.int64] | None = None) -> None:
        """Add finished games.

        Args:
            counters: [P, NUM_MEASURES] what each seat did in them; None to replay them if need be.
        """
        if not len(table):
            return
        self.totals.add(table)
        self._spans += spans_of(table["game"].to_numpy())
        self._shares += float(table["seconds"].sum())
        self._ranks += np.bincount(self._rank(table), minlength=len(self._ranks))
        self._keep_ends(table)
        if self.luck:
            self.luck.add(table)
        if self.by_seat:
            if counters is None:
                counters = measure_table(self.rules, table).sum(axis=0)
            self.counters += counters

    def missing(self, games: range) -> list[tuple[int, int]]:
        """Those of `games` that have not been added, as spans: the first, and the end."""
        found, end = [], games.start
        for start, stop in [*joined(self._spans), (games.stop, games.stop)]:
            if end < min(start, games.stop):
                found.append((end, min(start, games.stop)))
            end = max(end, stop)
        return found

    def begin(self, workers: int) -> None:
        """Count the time of the games that are there already, as if on as many threads."""
        self.seconds = self._shares / workers

    def typical_games(self, tables: Iterable[pl.DataFrame]) -> dict[str, dict[str, Any]]:
        """The rows of the best, the median and the worst game, as `arena.table.typical_games`.

        Args:
            tables: all games once more, in order of game; read as far as the median.
        """
        return {
            "best": self._ends["best"],
            "median": self._median(tables),
            "worst": self._ends["worst"],
        }

    def _rank(self, table: pl.DataFrame) -> NDArray[np.int64]:
        """[G] a number for each game: by score, then by points."""
        score, points = (table[name].to_numpy().astype(np.int64) for name in ("score", "points"))
        return score * (self.rules.max_score + 1) + points

    def _keep_ends(self, table: pl.DataFrame) -> None:
        ranks, games = self._rank(table), table["game"].to_numpy()
        for name, order in (("best", (games, -ranks)), ("worst", (-games, ranks))):
            place = int(np.lexsort(order)[0])
            row = table.row(place, named=True)
            if name not in self._ends or _key(name, row) < _key(name, self._ends[name]):
                self._ends[name] = row

    def _median(self, tables: Iterable[pl.DataFrame]) -> dict[str, Any]:
        """Of the games in order, best first, the middle one, or the first of two."""
        better = np.cumsum(self._ranks[::-1])
        middle = (int(better[-1]) - 1) // 2
        place = int(np.searchsorted(better, middle, side="right"))
        rank, left = len(better) - 1 - place, middle - int(better[place - 1] if place else 0)
        for table in tables:
            rows = np.flatnonzero(self._rank(table) == rank)
            if left < len(rows):
                return table.row(int(rows[left]), named=True)
            left -= len(rows)
        raise ValueError("the games are not those that were added")


def _key(name: str, row: dict[str, Any]) -> tuple[int, ...]:
    """Smaller for what comes first in the order of best or worst games."""
    best = -row["score"], -row["points"], row["game"]
    return best if name == "best" else tuple(-number for number in best)


def play_on(
    tally: Tally,
    games: range,
    *,
    threads: Workers = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
) -> None:
    """Play what `tally` misses of `games`; more can follow. Ctrl-C ends it early.

    Args:
        threads, progress, keep: as in `play_games`.

    Raises:
        AgentError: an agent that acts illegally.
        StoppedError: Ctrl-C before any game was finished.
    """
    executor = executor_of(threads)
    workers = executor.workers
    check_lineup(tally.lineup, tally.rules)
    missing = tally.missing(games)
    if not tally.seconds:
        tally.begin(workers)

    def take(chunk: Chunk) -> None:
        tally.add(*chunk)

    chunks = _chunks(missing, chunk_size(tally.lineup, sum(b - a for a, b in missing), workers))
    work = LineupGames(tally.lineup, tally.rules, tally.seed, tally.decks)
    seconds, tally.complete = play_chunks(work, chunks, executor, take, keep, progress)
    tally.seconds += seconds
    if not tally.complete and not tally.totals.games:
        raise StoppedError("stopped before any game was finished")


def _chunks(spans: Iterable[tuple[int, int]], size: int) -> Iterator[NDArray[np.int64]]:
    for first, end in spans:
        for start in range(first, end, size):
            yield np.arange(start, min(start + size, end))
