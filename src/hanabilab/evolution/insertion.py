"""Candidates meet the elites of their niches.

There are three ways for elites to play again:

- `paper` (Canaan 2019): the elite plays as many fresh games as the candidate has played. The elite
  gives way unless its fresh mean is at least as high. If it stays, its fresh score is forgotten.
- `mean`: the fresh games count with all that the elite has played, and the mean of all is compared.
- `sampling` (after Flageat & Cully 2023, archive sampling): before each batch every elite plays
  again, and all its results determine score and niche anew. Then all compete for their niches. A
  cell that its elite leaves stays empty until an individual enters it.

Candidates are taken in order of number, so a later one may meet an earlier one of its batch. Higher
means strictly higher, and an empty cell has a mean of 0, so nobody enters without a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.arena.executor import Work
from hanabilab.evolution.evaluation import REPLAYS, Evaluator, Player, series_seed
from hanabilab.evolution.individuals import NOBODY, Individuals
from hanabilab.evolution.kernels import SCORE

#: A cell, its elite, a single individual, and the candidates that it meets, in order of number.
Meeting: TypeAlias = tuple[int, Individuals, Individuals]


def insert(evaluator: Evaluator, archive: Individuals, candidates: Individuals) -> Individuals:
    """The archive after a batch of candidates, whose games have been played."""
    if evaluator.settings.replays == "sampling":
        return _insert_among_all(evaluator, archive, candidates)
    return _insert_by_cell(evaluator, archive, candidates)


def _insert_by_cell(
    evaluator: Evaluator, archive: Individuals, candidates: Individuals
) -> Individuals:
    """Candidates of different cells never meet, so each cell is a task."""
    cells = evaluator.settings.niches.cells_of(candidates.results)
    scoring = candidates.scores > 0
    tasks = [
        (cell, archive.take([cell]), candidates.take((cells == cell) & scoring))
        for cell in np.unique(cells[scoring]).tolist()
    ]
    after = archive.take(slice(None))
    for cell, elite in evaluator.spread(_Replays(evaluator.player), tasks):
        after.put(cell, elite, 0)
    return after


@dataclass(frozen=True)
class _Replays(Work[Meeting, tuple[int, Individuals]]):
    """Elites play against candidate `n`: games n * G on, of a series of their own."""

    player: Player

    def do(self, task: Meeting) -> tuple[int, Individuals]:
        """The cell, and who is its elite after all have met."""
        cell, elite, candidates = task
        paper = self.player.settings.replays == "paper"
        for row in range(len(candidates)):
            meet = self.meet_fresh if paper else self.meet_all
            elite = meet(elite, candidates, row)
        return cell, elite

    def told(self) -> dict[str, Any]:
        """The settings."""
        return self.player.told()

    @classmethod
    def made(cls, told: dict[str, Any]) -> _Replays:
        """The replays that were told."""
        return cls(Player.made(told))

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
        games = elite.games + self.player.settings.games
        elite = Individuals(elite.numbers, elite.genes, games, elite.results + fresh)
        return candidates.take([row]) if _beats(candidates, row, elite, 0) else elite

    def _play(
        self, elite: Individuals, candidates: Individuals, row: int, *enough: int
    ) -> NDArray[np.int64]:
        settings = self.player.settings
        firsts = candidates.numbers[row : row + 1] * settings.games
        seed = series_seed(settings.seed, REPLAYS)
        return self.player.play_few(elite.genes, firsts, settings.games, seed, *enough)


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
