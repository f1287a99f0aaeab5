"""Individuals by the thousand: their rules, and the results of their games.

An archive has the same form: one individual for each cell of the grid, NOBODY where it is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.evolution.kernels import NUM_RESULTS, SCORE

#: The number of an empty cell.
NOBODY = -1

Rows: TypeAlias = "slice | Sequence[int] | NDArray[np.int64] | NDArray[np.bool_]"


@dataclass(frozen=True)
class Individuals:
    """N individuals. Arrays are changed by whoever made them, and by nobody else.

    Attributes:
        numbers: [N] which individuals, counted from 0 in the order they were made.
        genes: [N, L] their rules, first tried first.
        games: [N] how many games their results are of.
        results: [N, K] sums over these games, in the columns of `evolution.kernels`.
    """

    numbers: NDArray[np.int64]
    genes: NDArray[np.int64]
    games: NDArray[np.int64]
    results: NDArray[np.int64]

    @classmethod
    def nobody(cls, count: int, length: int) -> Individuals:
        """`count` empty cells, for lists of `length` rules."""
        return cls(
            np.full(count, NOBODY),
            np.zeros((count, length), np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, NUM_RESULTS), np.int64),
        )

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def filled(self) -> NDArray[np.int64]:
        """The rows that are somebody."""
        return np.flatnonzero(self.numbers != NOBODY)

    @property
    def scores(self) -> NDArray[np.int64]:
        """[N] sums of scores."""
        return self.results[:, SCORE]

    @property
    def means(self) -> NDArray[np.float64]:
        """[N] mean scores, in points; 0 where nobody is."""
        return np.asarray(self.scores / np.maximum(self.games, 1), np.float64)

    def take(self, rows: Rows) -> Individuals:
        """Some of them, copied."""
        return Individuals(
            self.numbers[rows].copy(),
            self.genes[rows].copy(),
            self.games[rows].copy(),
            self.results[rows].copy(),
        )

    def put(self, row: int, others: Individuals, other: int) -> None:
        """Let row `row` be row `other` of `others`."""
        self.numbers[row] = others.numbers[other]
        self.genes[row] = others.genes[other]
        self.games[row] = others.games[other]
        self.results[row] = others.results[other]


@dataclass(frozen=True)
class Statistics:
    """What is told of an archive.

    Attributes:
        coverage: cells filled.
        cells: that there are.
        mean: over filled cells, of mean scores; 0 if there is none.
        maximum: of mean scores.
        qd_score: their sum.
    """

    coverage: int
    cells: int
    mean: float
    maximum: float
    qd_score: float


def statistics_of(archive: Individuals) -> Statistics:
    """What is told of an archive."""
    means = archive.means[archive.filled]
    some = len(means) > 0
    return Statistics(
        len(means),
        len(archive),
        float(means.mean()) if some else 0.0,
        float(means.max()) if some else 0.0,
        float(means.sum()),
    )
