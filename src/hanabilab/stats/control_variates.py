"""A mean made surer by what is known of chance: control variates, weighted on other samples.

Each sample has a value y, and variates m [V] whose expectation is known to be 0. For any weights w
that do not depend on the sample,

    adjusted value = y - w . m

has the expectation of y, and less variance where w . m is like what chance did to y. The best
weights are those of a regression of y on m. To fit them on the very samples that they adjust would
bias the mean. So samples are dealt out to FOLDS, and those of a fold are adjusted by weights that
were fitted on all others. What is left of the error of weights makes the variance larger, never the
mean wrong; a ridge keeps it small for few samples.

Sources: Glasserman 2004, Monte Carlo Methods in Financial Engineering, section 4.1; Burch et al.
2018, "AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games", for sums over the chance events of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from hanabilab.stats.summary import Estimate, estimate_of

FOLDS = 10
#: Samples below which weights would be too uncertain to be of use.
LEAST_SAMPLES = 100
# Sums are of whole numbers, so that they do not depend on the order in which samples come. Means
# are made from sums in fine units; weights and errors from products in coarse ones.
_FINE, _COARSE = 2.0**32, 2.0**10
# A coarse number at most, so that the products of 2**17 samples are whole numbers in floats.
_MOST = 2.0**16


@dataclass(frozen=True)
class Adjusted:
    """A mean, adjusted by control variates.

    Attributes:
        samples: how many, n.
        plain: the mean as it is.
        adjusted: the mean less what chance brought.
        luck: their difference, plain less adjusted; 0 in expectation.
        factor: the variance of the plain mean over that of the adjusted one: so many times as many
            samples would have been needed.
    """

    samples: int
    plain: Estimate
    adjusted: Estimate
    luck: Estimate
    factor: float


class AdjustedSums:
    """Samples that come one after another, to be adjusted; memory does not grow with them.

    Args:
        num_variates: V.
        unit: values are whole multiples of 1 / unit.
    """

    def __init__(self, num_variates: int, unit: int = 1) -> None:
        self._unit, size = unit, num_variates + 2
        self._samples = np.zeros(FOLDS, np.int64)
        self._fine = np.zeros((FOLDS, size), np.int64)
        self._coarse = np.zeros((FOLDS, size), np.int64)
        self._products = np.zeros((FOLDS, size, size), np.int64)

    @property
    def samples(self) -> int:
        """How many there are."""
        return int(self._samples.sum())

    def add(
        self,
        indices: NDArray[np.int64],
        values: NDArray[np.int64],
        expected: NDArray[np.int64],
        variates: NDArray[np.float64],
    ) -> None:
        """Take in samples.

        Args:
            indices: [n] numbers of the samples, which decide their folds.
            values: [n] as they are, in the unit.
            expected: [n] numbers of the same expectation as the values, in the unit, which may be
                adjusted instead; the values themselves, where nothing better is known.
            variates: [n, V] of expectation 0.
        """
        rows = np.column_stack([values / self._unit, expected / self._unit, variates])
        coarse = np.clip(np.rint(rows * _COARSE), -_MOST, _MOST)
        fine = np.rint(rows * _FINE).astype(np.int64)
        # The two values are whole in the unit, and so are their sums.
        fine[:, 0], fine[:, 1] = values, expected
        for fold in range(FOLDS):
            own = indices % FOLDS == fold
            self._samples[fold] += own.sum()
            self._fine[fold] += fine[own].sum(axis=0)
            self._coarse[fold] += coarse[own].sum(axis=0).astype(np.int64)
            self._products[fold] += (coarse[own].T @ coarse[own]).astype(np.int64)

    def result(self) -> Adjusted | None:
        """The adjusted mean; None for fewer than LEAST_SAMPLES."""
        samples = self.samples
        if samples < LEAST_SAMPLES:
            return None
        weights = [self._weights(fold) for fold in range(FOLDS)]
        plain, adjusted, luck = (self._estimate(weights, *each) for each in _SIGNS)
        ratio = (plain.sem / adjusted.sem) ** 2 if plain.sem and adjusted.sem else 1.0
        return Adjusted(samples, plain, adjusted, luck, ratio)

    def _weights(self, fold: int) -> NDArray[np.float64]:
        """[V] fitted on all samples but those of a fold: ridge regression on scaled variates."""
        others = np.arange(FOLDS) != fold
        count = int(self._samples[others].sum())
        if not count:  # all are of this fold
            return np.zeros(len(self._coarse[fold]) - 2)
        means = self._coarse[others].sum(axis=0) / count / _COARSE
        squares = self._products[others].sum(axis=0) / count / _COARSE**2
        spread = squares - np.outer(means, means)
        scales = np.sqrt(np.diag(spread)[2:])
        used = scales > 0
        inner = spread[2:, 2:][np.ix_(used, used)] / np.outer(scales[used], scales[used])
        # As if half of the variance were explained, by all variates alike.
        inner[np.diag_indices(len(inner))] += used.sum() / count
        weights = np.zeros(len(scales))
        weights[used] = np.linalg.solve(inner, spread[2:, 1][used] / scales[used]) / scales[used]
        return weights

    def _estimate(
        self, weights: list[NDArray[np.float64]], value: int, expected: int, luck: int
    ) -> Estimate:
        """The mean of value, expected and weighted luck, each times its sign."""
        total = squares = 0.0
        samples = self.samples
        for fold, each in enumerate(weights):
            signs = np.concatenate([[value, expected], luck * each])
            scale = np.concatenate([[1 / self._unit] * 2, np.full(len(each), 1 / _FINE)])
            total += float(signs @ (self._fine[fold] * scale))
            squares += float(signs @ self._products[fold] @ signs) / _COARSE**2
        mean = total / samples
        variance = max(squares / samples - mean**2, 0.0) * samples / (samples - 1)
        return estimate_of(mean, sqrt(variance / samples), samples)


# Plain, adjusted and luck: the signs of the value, of what is expected, and of weighted variates.
_SIGNS = ((1, 0, 0), (0, 1, -1), (1, -1, 1))
