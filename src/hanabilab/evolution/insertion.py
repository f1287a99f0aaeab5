"""Candidates meet the elites of their niches.

There are three ways for elites to play again:

- `paper` (Canaan 2019): the elite plays as many fresh games as the candidate has played. The elite
  gives way unless its fresh mean is higher. If it stays, its fresh score is forgotten.
- `mean`: the fresh games count with all that the elite has played, and the mean of all is compared.
- `sampling` (after Flageat & Cully 2023, archive sampling): before each batch every elite plays
  again, and all its results determine score and niche anew. Then all compete for their niches. A
  cell that its elite leaves stays empty until an individual enters it.

Candidates are taken in order of number, so a later one may meet an earlier one of its batch. Higher
means strictly higher, and an empty cell has a mean of 0, so nobody enters without a point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.evolution.evaluation import REPLAYS, Evaluator, series_seed
from hanabilab.evolution.individuals import NOBODY, Individuals
from hanabilab.evolution.kernels import SCORE

#: The elite of a cell that a candidate, a row of some candidates, has met: a single individual.
Meet: TypeAlias = Callable[[Individuals, Individuals, int], Individuals]


def insert(evaluator: Evaluator, archive: Individuals, candidates: Individuals) -> Individuals:
    """The archive after a batch of candidates, whose games have been played."""
    if evaluator.settings.replays == "sampling":
        return _insert_among_all(evaluator, archive, candidates)
    replays = _Replays(evaluator, series_seed(evaluator.settings.seed, REPLAYS))
    meet = replays.meet_fresh if evaluator.settings.replays == "paper" else replays.meet_all
    return _insert_by_cell(evaluator, archive, candidates, meet)


def _insert_by_cell(
    evaluator: Evaluator, archive: Individuals, candidates: Individuals, meet: Meet
) -> Individuals:
    """Candidates of different cells never meet, so cells are dealt out to threads."""
    cells = evaluator.settings.niches.cells_of(candidates.results)
    scoring = candidates.scores > 0

    def settle(cell: int) -> tuple[int, Individuals]:
        elite = archive.take([cell])
        for row in np.flatnonzero((cells == cell) & scoring).tolist():
            elite = meet(elite, candidates, row)
        return cell, elite

    after = archive.take(slice(None))
    for cell, elite in evaluator.spread(settle, np.unique(cells[scoring]).tolist()):
        after.put(cell, elite, 0)
    return after


@dataclass(frozen=True)
class _Replays:
    """Elites play against candidate `n`: games n * G on, of a series of their own."""

    evaluator: Evaluator
    seed: int

    def meet_fresh(self, elite: Individuals, candidates: Individuals, row: int) -> Individuals:
        """The one with the higher mean; the elite's mean is of fresh games alone.

        Scores are never negative: once the elite has as many points, the rest need not be played.
        """
        wanted = int(candidates.scores[row])
        if elite.numbers[0] == NOBODY:
            return candidates.take([row])
        fresh = self._play(elite, candidates, row, wanted)
        return candidates.take([row]) if fresh[0, SCORE] < wanted else elite

    def meet_all(self, elite: Individuals, candidates: Individuals, row: int) -> Individuals:
        """The one with the higher mean; the elite's mean is of all its games, old and fresh."""
        if elite.numbers[0] == NOBODY:
            return candidates.take([row])
        fresh = self._play(elite, candidates, row)
        games = elite.games + self.evaluator.settings.games
        elite = Individuals(elite.numbers, elite.genes, games, elite.results + fresh)
        return candidates.take([row]) if _beats(candidates, row, elite, 0) else elite

    def _play(
        self, elite: Individuals, candidates: Individuals, row: int, *enough: int
    ) -> NDArray[np.int64]:
        games = self.evaluator.settings.games
        firsts = candidates.numbers[row : row + 1] * games
        return self.evaluator.play_few(elite, firsts, games, self.seed, *enough)


def _beats(ones: Individuals, one: int, others: Individuals, other: int) -> bool:
    """Whether the mean score of `one` is higher; in whole numbers, so that equal is equal."""
    score, games = int(ones.scores[one]), int(ones.games[one])
    return score * max(int(others.games[other]), 1) > int(others.scores[other]) * games


def _insert_among_all(
    evaluator: Evaluator, archive: Individuals, candidates: Individuals
) -> Individuals:
    """Elites play again, then all are placed anew: elites in order of cell, then candidates."""
    settings, filled = evaluator.settings, archive.filled
    elites = archive.take(filled)
    # No game twice: batches differ in the number of their first candidate, elites in their cell.
    firsts = (int(candidates.numbers[0]) * len(archive) + filled) * settings.games
    seed = series_seed(settings.seed, REPLAYS)
    elites.results[:] += evaluator.play(elites, firsts, settings.games, seed)
    elites.games[:] += settings.games
    after = Individuals.nobody(len(archive), settings.length)
    for everyone in (elites, candidates):
        cells = settings.niches.cells_of(everyone.results)
        for row, cell in enumerate(cells.tolist()):
            if _beats(everyone, row, after, cell):
                after.put(cell, everyone, row)
    return after
