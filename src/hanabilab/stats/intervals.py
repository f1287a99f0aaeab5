"""How wide a 95 % interval is: of a mean by Student's t, of a share by Wilson's score.

Every interval of the package comes from here. Normal quantiles are too narrow for few samples: the
half-width of 9 samples is 2.31 standard errors, not 1.96.

Sources: Student 1908, "The probable error of a mean"; Wilson 1927, "Probable inference, the law of
succession, and statistical inference".
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: Half of what a 95 % interval leaves out lies above it.
_UPPER = 0.975


def half_width(sem: ArrayLike, samples: ArrayLike) -> NDArray[np.float64]:
    """Half of the 95 % interval of a mean, in the unit of `sem`; NaN below two samples.

    Args:
        sem: standard errors of means, of any shape.
        samples: how many independent samples each mean is over: games, decks, seeds or partners,
            whichever the mean is to hold for. It broadcasts with `sem`.
    """
    from scipy.special import stdtrit  # takes longer to import than most commands to run

    freedom = np.asarray(samples, np.float64) - 1
    quantile: Any = stdtrit(np.where(freedom > 0, freedom, np.nan), _UPPER)
    return np.asarray(np.asarray(sem, np.float64) * quantile)


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, within 0 to 1; `trials` is at least 1."""
    quantile = NormalDist().inv_cdf(_UPPER)
    share, slack = successes / trials, quantile**2 / trials
    middle = (share + slack / 2) / (1 + slack)
    half = quantile / (1 + slack) * sqrt(share * (1 - share) / trials + slack / (4 * trials))
    # At the ends rounding would leave the interval a hair away from the share itself.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return low, 1.0 if successes == trials else min(1.0, middle + half)
