"""The corrected archive: elites measured again with fresh games, and placed by the result.

An elite was lucky twice: its score was the highest of many, and its place in the grid rests on few
games. In fresh games it scores less, and often its behavior belongs to a neighboring niche
(Flageat & Cully 2023).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import EvolutionError
from hanabilab.evolution.evaluation import REMEASURED, Evaluator, series_seed
from hanabilab.evolution.individuals import Individuals, Statistics, statistics_of
from hanabilab.evolution.search import Evolution
from hanabilab.game.checks import check_seed

_MAX_GAMES = 1_000_000


@dataclass(frozen=True)
class Corrected:
    """Elites measured again.

    Attributes:
        elites: of all cells filled, in their order, with what came of the fresh games alone.
        cells: [N] the cells that they were in.
        now: [N] the cells that the fresh games tell.
        archive: those who are best in the cells that they fall in now; ties to the lower cell.
    """

    elites: Individuals
    cells: NDArray[np.int64]
    now: NDArray[np.int64]
    archive: Individuals

    @property
    def own_niche(self) -> float:
        """Share of elites that are in their own niche still."""
        return float(np.mean(self.now == self.cells)) if len(self.cells) else 0.0

    @property
    def in_place(self) -> Statistics:
        """Of the archive as it is, with fresh scores."""
        archive = Individuals.nobody(len(self.archive), self.elites.genes.shape[1])
        for row, cell in enumerate(self.cells.tolist()):
            archive.put(cell, self.elites, row)
        return statistics_of(archive)

    @property
    def statistics(self) -> Statistics:
        """Of the corrected archive: its sum of scores is the corrected QD-score."""
        return statistics_of(self.archive)


def remeasure(
    evolution: Evolution, games: int, *, seed: int = 0, threads: int | None = None
) -> Corrected:
    """Let every elite play `games` fresh games.

    Args:
        seed: other seeds give other games.

    Raises:
        EvolutionError: a number of games that is none.
        AgentError: fewer than one thread.
        RulesError: an impossible seed.
    """
    if not 1 <= games <= _MAX_GAMES:
        raise EvolutionError(f"games is {games}; 1 to {_MAX_GAMES:,} are needed")
    check_seed(seed)
    settings, cells = evolution.settings, evolution.archive.filled
    elites = evolution.archive.take(cells)
    evaluator = Evaluator(settings, threads)
    fresh = series_seed(settings.seed, REMEASURED, seed)
    elites.results[:] = evaluator.play(elites, elites.numbers * games, games, fresh)
    elites.games[:] = games
    now = settings.niches.cells_of(elites.results)
    archive = Individuals.nobody(len(evolution.archive), settings.length)
    for row, cell in enumerate(now.tolist()):
        if elites.scores[row] > archive.scores[cell]:  # of equally many games
            archive.put(cell, elites, row)
    return Corrected(elites, cells, now, archive)
