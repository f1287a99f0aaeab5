"""Means over clusters: numbers by hand, and simple means where each sample is a cluster."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hanabilab.stats.clusters import mean_over_clusters, ratio_over_clusters


def test_the_error_is_that_of_cluster_sums():
    """Parts 1, 2 and 6 of wholes 2, 3 and 5: a ratio of .9, and two clusters."""
    ratio, sem = ratio_over_clusters([1, 2, 6], [2, 3, 5], np.array([7, 7, 1]))
    assert ratio == pytest.approx(0.9)
    # The first cluster has 3 where 4.5 is expected, the second 6 where 4.5 is.
    assert sem == pytest.approx(math.sqrt(2 / 1 * (1.5**2 + 1.5**2)) / 10)


def test_each_sample_a_cluster_has_the_usual_error():
    """The standard deviation over the square root of n."""
    values = np.array([1.0, 4.0, 4.0, 9.0])
    mean, sem = mean_over_clusters(values, np.arange(4))
    assert (mean, sem) == (4.5, pytest.approx(values.std(ddof=1) / 2))


def test_one_cluster_alone_has_no_error():
    """However many samples it has."""
    assert mean_over_clusters([1, 2, 3], np.array([5, 5, 5])) == (2.0, None)
