"""Intervals against SciPy's own tests, and how often they cover."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from hanabilab.stats import estimate, half_width, wilson_interval


@pytest.mark.parametrize("samples", [2, 3, 9, 10, 400])
def test_means_have_students_interval(samples):
    """That of SciPy's t-test of one sample."""
    values = np.random.default_rng(samples).normal(5, 2, samples)
    expected = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert estimate(values).ci95 == pytest.approx((expected.low, expected.high))


def test_intervals_of_nine_samples_cover_as_often_as_they_say():
    """Of 4,000 over 9, seed 5, 95 % hold the mean; +-1.4 points is 4 errors. Normal: 91.4 %."""
    values = np.random.default_rng(5).normal(size=(4000, 9))
    half = half_width(values.std(axis=1, ddof=1) / 3, 9)
    assert np.mean(np.abs(values.mean(axis=1)) <= half) == pytest.approx(0.95, abs=0.014)


def test_half_widths_of_arrays():
    """Errors and counts of samples broadcast; one sample has no interval."""
    found = half_width([[1.0, 2.0]], [[2], [9], [1]])
    assert found.shape == (3, 2)
    assert found[0] == pytest.approx([12.706205, 25.412410])  # Student's table, 1 degree
    assert found[1, 0] == pytest.approx(2.306004)  # 8 degrees
    assert np.isnan(found[2]).all()


def test_wilsons_interval_ends_at_the_ends():
    """None and all: the interval begins at 0 and ends at 1, exactly."""
    for trials in (1, 7, 10, 400):
        assert 0.0 == wilson_interval(0, trials)[0]
        assert 1.0 == wilson_interval(trials, trials)[1]


@pytest.mark.parametrize(("successes", "trials"), [(0, 1), (1, 1), (3, 32), (29, 32), (0, 100)])
def test_shares_have_wilsons_interval(successes, trials):
    """That of SciPy's binomial test."""
    interval = scipy.stats.binomtest(successes, trials).proportion_ci(method="wilson")
    assert wilson_interval(successes, trials) == pytest.approx((interval.low, interval.high))
