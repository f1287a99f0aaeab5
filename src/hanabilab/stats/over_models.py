"""Self-play and cross-play of models that are a sample: seeds of one training algorithm.

The question is what other seeds would give, so the unit is the model. Entries of a matrix that
share a model are not independent: 12 models have 132 entries off the diagonal, but are 12 draws.

- **Jackknife.** Each model is left out in turn, with its row and its column; how much the mean
  moves is its error (Efron & Stein 1981). For a mean over pairs this is about twice the standard
  deviation of the models' own means over the root of their number. It errs on the wide side.
- **Disjoint pairs.** Models 0 and 1, 2 and 3, ... are independent samples of cross-play; there are
  few of them, but nothing is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import HanabiError
from hanabilab.stats.summary import Estimate, estimate, estimate_of

_Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class OverModels:
    """What a square matrix of mean scores says of the algorithm that made the models.

    Attributes:
        models: M, how many.
        self_play: mean of the diagonal.
        cross_play: mean of everything else, with the jackknife's error, from three models on.
        gap: self-play less cross-play, in the same way.
        disjoint_pairs: mean over pairs of models of which each is in one pair only.
        worst: index of the model with the lowest mean over all others.
        without_worst: cross-play of the others, from three models on. It was chosen after a look at
            the scores, so its error is too small.
    """

    models: int
    self_play: Estimate
    cross_play: Estimate
    gap: Estimate
    disjoint_pairs: Estimate
    worst: int
    without_worst: Estimate | None


def over_models(matrix: ArrayLike) -> OverModels:
    """Errors with models as the unit.

    Args:
        matrix: [M, M] mean scores, M at least 2; entry (a, b) is model `a` with partners `b`.

    Raises:
        HanabiError: not a square matrix of two models or more.
    """
    means = np.asarray(matrix, np.float64)
    if means.ndim != 2 or means.shape[0] != means.shape[1] or len(means) < 2:
        raise HanabiError(
            f"cross-play has shape {means.shape}; a square of two models or more is needed"
        )
    means = (means + means.T) / 2
    own, count = np.diag(means), len(means)
    worst = int(_with_others(means).argmin())
    others = np.delete(np.delete(means, worst, 0), worst, 1)
    return OverModels(
        models=count,
        self_play=estimate(own),
        cross_play=_jackknife(_cross(means), _cross_without(means)),
        gap=_jackknife(
            float(own.mean()) - _cross(means),
            (own.sum() - own) / (count - 1) - _cross_without(means),
        ),
        disjoint_pairs=estimate(means[range(0, count - 1, 2), range(1, count, 2)]),
        worst=worst,
        without_worst=_jackknife(_cross(others), _cross_without(others)) if count > 2 else None,
    )


def _with_others(means: _Matrix) -> _Matrix:
    """[M] each model's mean over all others."""
    return (means.sum(axis=1) - np.diag(means)) / (len(means) - 1)


def _cross(means: _Matrix) -> float:
    return float(_with_others(means).mean())


def _cross_without(means: _Matrix) -> _Matrix:
    """[M] cross-play without each model in turn; NaN where no pair is left."""
    count = len(means)
    if count < 3:
        return np.full(count, np.nan)
    sums = _with_others(means) * (count - 1)
    return (sums.sum() - 2 * sums) / ((count - 1) * (count - 2))


def _jackknife(value: float, without: _Matrix) -> Estimate:
    """`value` with its error from the values without each model; no error if these are none."""
    count = len(without)
    if np.isnan(without).any():
        return Estimate(value, None, None)
    spread = float(((without - without.mean()) ** 2).sum())
    return estimate_of(value, float(np.sqrt((count - 1) / count * spread)), count)
