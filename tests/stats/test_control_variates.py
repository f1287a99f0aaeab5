"""Control variates: weights from other folds, means that stay, errors that are right."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.stats.control_variates import FOLDS, LEAST_SAMPLES, AdjustedSums


def samples(count, seed, noise=1.0):
    """Values [n] and variates [n, 3], of which two tell something of the values."""
    rng = np.random.default_rng(seed)
    variates = rng.normal(size=(count, 3))
    values = 20 + 2 * variates[:, 0] - variates[:, 1] + noise * rng.normal(size=count)
    return np.rint(values * 4).astype(np.int64), variates


def added(count, seed, noise=1.0):
    """Their sums, in quarters."""
    values, variates = samples(count, seed, noise)
    sums = AdjustedSums(3, 4)
    sums.add(np.arange(count), values, values, variates)
    return sums, values / 4, variates


def test_each_fold_is_adjusted_by_weights_of_the_others():
    """As least squares gives them, with the ridge that is told, fold by fold."""
    sums, values, variates = added(500, 1)
    adjusted = np.empty(500)
    folds = np.arange(500) % FOLDS
    for fold in range(FOLDS):
        others = folds != fold
        inner = np.cov(variates[others].T, bias=True)
        scales = np.sqrt(np.diag(inner))
        ridge = inner / np.outer(scales, scales) + np.eye(3) * 3 / others.sum()
        centered = variates[others] - variates[others].mean(axis=0)
        outer = centered.T @ values[others] / others.sum() / scales
        weights = np.linalg.solve(ridge, outer) / scales
        adjusted[~others] = values[~others] - variates[~others] @ weights
    found = sums.result()
    assert found.adjusted.mean == pytest.approx(adjusted.mean(), abs=2e-5)
    assert found.adjusted.sem == pytest.approx(adjusted.std(ddof=1) / 500**0.5, rel=1e-2)
    assert found.plain.mean == pytest.approx(values.mean(), abs=1e-12)
    assert found.plain.sem == pytest.approx(values.std(ddof=1) / 500**0.5, rel=1e-6)
    assert found.luck.mean == pytest.approx((values - adjusted).mean(), abs=1e-3)
    assert found.factor == pytest.approx(values.var() / adjusted.var(), rel=2e-2)


def test_the_factor_is_what_the_variates_explain():
    """Variance 6 in all, 1 without what the variates tell, and a 192nd by rounding to quarters."""
    sums, _, _ = added(20_000, 2)
    assert sums.result().factor == pytest.approx(6.0, rel=0.05)


def test_variates_that_tell_nothing_change_nothing():
    """A variate of zeros has no weight; noise has next to none."""
    values, variates = samples(1000, 3)
    zeros, noise = AdjustedSums(1, 4), AdjustedSums(1, 4)
    numbers = np.arange(1000)
    zeros.add(numbers, values, values, np.zeros((1000, 1)))
    noise.add(numbers, values, values, np.random.default_rng(9).normal(size=(1000, 1)))
    assert zeros.result().adjusted == zeros.result().plain
    assert noise.result().factor == pytest.approx(1.0, abs=0.01)
    assert variates.shape == (1000, 3)


def test_what_is_expected_takes_the_place_of_the_value():
    """Values of the same expectation and less variance are what is adjusted."""
    values, _ = samples(2000, 4)
    steady = np.full(2000, 80)
    sums = AdjustedSums(1, 4)
    sums.add(np.arange(2000), values, steady, np.zeros((2000, 1)))
    found = sums.result()
    assert (found.adjusted.mean, found.adjusted.sem) == (20.0, 0.0)
    assert found.luck.mean == pytest.approx(values.mean() / 4 - 20)


def test_the_mean_is_right_over_many_runs():
    """Few samples, weights that are uncertain: adjusted means of 300 runs are still about 20."""
    means = [added(LEAST_SAMPLES, seed)[0].result().adjusted.mean for seed in range(300)]
    assert abs(np.mean(means) - 20) < 4 * np.std(means) / 300**0.5
    assert np.std(means) < 0.13  # 6 / 100 would be .245, 1 / 100 is .1


def test_weights_fitted_on_the_same_samples_would_be_wrong():
    """Values that are sums of squares of 30 variates: in-sample weights would take .6 away."""
    means = []
    for seed in range(200):
        variates = np.random.default_rng(seed).normal(size=(LEAST_SAMPLES, 30))
        values = np.rint((variates**2).sum(axis=1) * 4).astype(np.int64)
        sums = AdjustedSums(30, 4)
        sums.add(np.arange(LEAST_SAMPLES), values, values, variates)
        means.append(sums.result().adjusted.mean)
    assert abs(np.mean(means) - 30) < 4 * np.std(means) / 200**0.5
    assert np.std(means) / 200**0.5 < 0.08


def test_the_order_of_samples_makes_no_difference():
    """To the last digit: sums are of whole numbers."""
    values, variates = samples(700, 6)
    order = np.random.default_rng(1).permutation(700)
    whole, parts = AdjustedSums(3, 4), AdjustedSums(3, 4)
    whole.add(np.arange(700), values, values, variates)
    for own in np.array_split(order, 9):
        parts.add(own, values[own], values[own], variates[own])
    assert parts.result() == whole.result()


def test_samples_of_one_fold_are_not_adjusted():
    """There are no others to fit weights on."""
    values, variates = samples(LEAST_SAMPLES, 3)
    sums = AdjustedSums(3, 4)
    sums.add(FOLDS * np.arange(LEAST_SAMPLES), values, values, variates)
    found = sums.result()
    assert found.adjusted == found.plain


def test_too_few_samples_have_no_result():
    """One less than needed."""
    assert added(LEAST_SAMPLES - 1, 7)[0].result() is None
