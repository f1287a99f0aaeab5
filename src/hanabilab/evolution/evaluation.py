"""Individuals play with copies of themselves, on all cores.

The run's seed and numbers alone say which games an individual plays; threads and other individuals
play no part. There are three series of games, each with a seed of its own:

- candidates: individual `n` plays games n * G to n * G + G - 1 of the run's seed;
- replays of elites, and elites measured anew: seeds drawn from the run's, see `series_seed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.rules.agent import memory_size_of, policy_of_base, settings_of
from hanabilab.agents.rules.catalogue import base_of
from hanabilab.arena.chunk import new_arrays
from hanabilab.arena.executor import Work, Workers, executor_of, spread_few
from hanabilab.arena.lineup import Lineup
from hanabilab.errors import AgentError
from hanabilab.evolution import kernels
from hanabilab.evolution.individuals import Individuals
from hanabilab.evolution.settings import Settings
from hanabilab.randomness import derived_seed

T = TypeVar("T")
R = TypeVar("R")

#: Series of games.
REPLAYS, REMEASURED = range(2)

#: Few, so that they stay in the nearest cache.
_SIDE_BY_SIDE = 10
_A_TASK = 8
_NEVER = np.iinfo(np.int64).max


def series_seed(seed: int, series: int, again: int = 0) -> int:
    """The seed of a series of games of the run `seed`; `again` numbers others like it."""
    return derived_seed(seed, again, kernels.SEED_STREAM + series)


class _Task(NamedTuple):
    """Some individuals: the row of the first, all genes [n, L], first games [n], games, seed."""

    row: int
    genes: NDArray[np.int64]
    firsts: NDArray[np.int64]
    games: int
    seed: int


class Evaluator:
    """Plays games of individuals.

    Args:
        settings: of the evolution.
        threads: at once, or another executor; the default is all cores.

    Raises:
        AgentError: fewer than one thread.
    """

    def __init__(self, settings: Settings, threads: Workers = None) -> None:
        self.settings = settings
        self.player = Player(settings)
        self._executor = executor_of(threads)

    def play(
        self, individuals: Individuals, firsts: NDArray[np.int64], games: int, seed: int
    ) -> NDArray[np.int64]:
        """[N, K] what comes of `games` games of each, the first of index `firsts` [N]."""
        spans = [slice(row, row + _A_TASK) for row in range(0, len(individuals), _A_TASK)]
        tasks = [
            _Task(span.start, individuals.genes[span], firsts[span], games, seed) for span in spans
        ]
        found = dict(self.spread(self.player, tasks))
        empty = np.zeros((0, kernels.NUM_RESULTS), np.int64)
        return np.concatenate([empty, *(found[start] for start in sorted(found))])

    def spread(self, work: Work[T, R], tasks: Iterable[T]) -> Iterator[R]:
        """What `work` makes of `tasks`, in any order."""
        return spread_few(self._executor, work, tasks)


class Player(Work[_Task, tuple[int, NDArray[np.int64]]]):
    """Plays games of individuals, as work and on the calling thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        policy = policy_of_base(settings.base, settings.mode)
        self._lineup = Lineup((policy,) * settings.rules.players)
        self.play_few(np.zeros((0, settings.length), np.int64), np.empty(0, np.int64), 1, 0)

    def do(self, task: _Task) -> tuple[int, NDArray[np.int64]]:
        """The row of the first, and results [n, K]."""
        return task.row, self.play_few(task.genes, task.firsts, task.games, task.seed)

    def told(self) -> dict[str, Any]:
        """The settings."""
        return self.settings.as_json()

    @classmethod
    def made(cls, told: dict[str, Any]) -> Player:
        """The player that was told."""
        return cls(Settings.from_json(told))

    def play_few(
        self,
        genes: NDArray[np.int64],
        firsts: NDArray[np.int64],
        games: int,
        seed: int,
        enough: int = _NEVER,
    ) -> NDArray[np.int64]:
        """[N, K] what comes of `games` games of each of `genes` [N, L], as `Evaluator.play`.

        It may stop once the score of all games is `enough`.
        """
        results = np.zeros((len(genes), kernels.NUM_RESULTS), np.int64)
        series = kernels.Series(seed, firsts, games, np.full(len(genes), enough))
        arrays = new_arrays(self._lineup, self.settings.rules, _SIDE_BY_SIDE, self._memory_size)
        openings = self._openings(genes)
        wrong = kernels.play_individuals(results, openings, series, arrays, self._lineup.natives)
        if wrong >= 0:
            name = self.settings.policy_of(genes[wrong].tolist()).name
            raise AgentError(f"agent {name!r} acts illegally")
        return results

    @cached_property
    def _memory_size(self) -> int:
        everything = base_of(self.settings.base)
        return memory_size_of(everything) - len(everything) + self.settings.length

    def _openings(self, genes: NDArray[np.int64]) -> NDArray[np.int64]:
        """[N, C, M] memory before the deal."""
        base = base_of(self.settings.base)
        rows = np.zeros((len(genes), self._lineup.memories, self._memory_size), np.int64)
        for row, rules in zip(rows, genes.tolist(), strict=True):
            opening = settings_of([base[rule] for rule in rules], self.settings.mode)
            row[:, : len(opening)] = opening
        return rows
