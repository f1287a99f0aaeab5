"""How likely counts are: Pearson's chi-square, for tests of random numbers."""

from __future__ import annotations

from math import erfc, exp, lgamma, log, sqrt

import numpy as np

__all__ = ["FALSE_ALARM_RATE", "chance_of"]

#: A statistical test fails a fair sampler this often, over all seeds; each states its seed and n.
FALSE_ALARM_RATE = 1e-6


def chance_of(counts, weights) -> float:
    """How often counts as uneven as these, or more, come from cells of these weights.

    Source: Pearson 1900; the tail by Abramowitz & Stegun 1964, 26.4.4 and 26.4.5.
    """
    counts, weights = np.asarray(counts, float), np.asarray(weights, float)
    expected = counts.sum() * weights / weights.sum()
    assert expected.min() >= 5, "cells too small for chi-square"
    return upper_tail(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def upper_tail(statistic: float, freedom: int) -> float:
    half = statistic / 2
    if half == 0:
        return 1.0
    tail, shape = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    while shape < freedom / 2:
        tail += exp(shape * log(half) - half - lgamma(shape + 1))
        shape += 1
    return tail
