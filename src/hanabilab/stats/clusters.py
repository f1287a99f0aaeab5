"""Means whose samples come in clusters, such as the games of one person."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def ratio_over_clusters(
    parts: ArrayLike, wholes: ArrayLike, clusters: NDArray[np.int64]
) -> tuple[float, float | None]:
    """The sum of `parts` over that of `wholes`, and its standard error; None for one cluster alone.

    With C clusters, and d the part of a cluster less the ratio times its whole, the squared error
    is C / (C - 1) times the sum of d**2, over the square of all wholes.

    Args:
        parts: [n].
        wholes: [n], not all 0.
        clusters: [n] what each sample belongs to, any whole numbers.

    Source: Cochran 1977, Sampling Techniques, chapter 6, the ratio estimate; units are clusters.
    """
    parts, wholes = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    ratio = float(parts.sum() / wholes.sum())
    _, places = np.unique(clusters, return_inverse=True)
    off = np.bincount(places, parts - ratio * wholes)
    if len(off) < 2:
        return ratio, None
    squares = len(off) / (len(off) - 1) * (off**2).sum()
    return ratio, float(np.sqrt(squares) / wholes.sum())


def mean_over_clusters(
    values: ArrayLike, clusters: NDArray[np.int64]
) -> tuple[float, float | None]:
    """The mean of `values` [n], and its standard error over clusters; None for one cluster."""
    values = np.asarray(values, np.float64)
    return ratio_over_clusters(values, np.ones(len(values)), clusters)
