"""MAP-Elites over lists of rules (Canaan et al. 2019), in batches.

The individuals of a batch have parents from the archive before the batch. Then they meet the elites
of their niches in order of number. With a batch of 1 that is the original algorithm; larger batches
keep all cores busy. An individual depends only on the run's seed, its number and that archive. So a
run comes out the same on any number of threads, and if it is stopped and resumed between batches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.rules.catalogue import base_of
from hanabilab.arena.executor import Workers
from hanabilab.errors import EvolutionError
from hanabilab.evolution import kernels
from hanabilab.evolution.evaluation import Evaluator
from hanabilab.evolution.individuals import Individuals, Statistics, statistics_of
from hanabilab.evolution.insertion import insert
from hanabilab.evolution.settings import Settings

#: Columns of the learning curve.
CURVE = ("individuals", "coverage", "mean", "maximum", "qd_score")
#: The curve has a row for the first batch at or after each multiple of so many individuals.
CURVE_STEP = 1000


@dataclass(frozen=True)
class Evolution:
    """An evolution after some batches.

    Attributes:
        done: individuals so far.
        archive: one individual a cell.
        curve: [rows, 5] CURVE so far.
    """

    settings: Settings
    done: int
    archive: Individuals
    curve: NDArray[np.float64]

    @classmethod
    def begin(cls, settings: Settings) -> Evolution:
        """Before the first individual."""
        archive = Individuals.nobody(settings.niches.cells, settings.length)
        return cls(settings, 0, archive, np.zeros((0, len(CURVE))))

    @property
    def statistics(self) -> Statistics:
        """What is told of the archive."""
        return statistics_of(self.archive)

    def after_batch(self, evaluator: Evaluator) -> Evolution:
        """The evolution one batch on."""
        settings = self.settings
        candidates = _bred(settings, self.archive, self.done)
        firsts = candidates.numbers * settings.games
        candidates.results[:] = evaluator.play(candidates, firsts, settings.games, settings.seed)
        archive = insert(evaluator, self.archive, candidates)
        done = self.done + settings.batch
        return Evolution(settings, done, archive, self._curve_at(done, archive))

    def _curve_at(self, done: int, archive: Individuals) -> NDArray[np.float64]:
        if done // CURVE_STEP == self.done // CURVE_STEP:
            return self.curve
        now = statistics_of(archive)
        row = [done, now.coverage, now.mean, now.maximum, now.qd_score]
        return np.vstack([self.curve, row])


def _bred(settings: Settings, archive: Individuals, first: int) -> Individuals:
    """A batch of individuals that have not played yet."""
    batch = Individuals.nobody(settings.batch, settings.length)
    everywhere = settings.parents == "all"
    variation = kernels.Variation(
        settings.seed,
        settings.random,
        len(base_of(settings.base)),
        float(settings.crossover),
        float(settings.mutation),
    )
    parents = np.arange(len(archive)) if everywhere else archive.filled
    kernels.breed(batch.genes, first, archive.genes, parents, variation, np.zeros(2, np.uint64))
    batch.numbers[:] = np.arange(first, first + settings.batch)
    batch.games[:] = settings.games
    return batch


def evolve(start: Evolution, individuals: int, *, threads: Workers = None) -> Iterator[Evolution]:
    """The evolution after each batch from `start` on, until there have been `individuals`.

    Raises:
        EvolutionError: `individuals` that are not whole batches.
        AgentError: fewer than one thread.
    """
    check_individuals(start.settings, individuals)
    evaluator = Evaluator(start.settings, threads)
    now = start
    while now.done < individuals:
        now = now.after_batch(evaluator)
        yield now


def check_individuals(settings: Settings, individuals: int) -> int:
    """`individuals`, if they are whole batches.

    Raises:
        EvolutionError: they are not.
    """
    batch = settings.batch
    if individuals < 1 or individuals % batch:
        nearest = max(1, round(individuals / batch)) * batch
        raise EvolutionError(
            f"individuals is {individuals}; whole batches of {batch} are needed, such as {nearest}"
        )
    return individuals
