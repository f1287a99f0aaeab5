"""Errors with models as the unit: by hand, against a brute-force twin, and on published numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hanabilab.errors import HanabiError
from hanabilab.stats import over_models

#: Mean scores of 12 models of each of four algorithms, as their authors published them.
_PUBLISHED = np.loadtxt(
    Path(__file__).parents[1] / "data" / "cross_play_of_sad.csv", delimiter=",", skiprows=1
)
_METHODS = ("SAD", "SAD-OP", "SAD-AUX", "SAD-AUX-OP")


def published(method: str) -> np.ndarray:
    """[12, 12] of one of them; the first column of the file says which."""
    return _PUBLISHED[_PUBLISHED[:, 0] == _METHODS.index(method), 1:]


def slow_cross_play(matrix, models) -> float:
    """The mean over ordered pairs of different models."""
    return float(np.mean([matrix[a, b] for a in models for b in models if a != b]))


def slow_error(matrix, value) -> float:
    """The jackknife as its textbook has it: the statistic anew without each model."""
    count = len(matrix)
    left = [value(matrix, [m for m in range(count) if m != out]) for out in range(count)]
    return float(np.sqrt((count - 1) / count * np.sum((np.array(left) - np.mean(left)) ** 2)))


def test_three_models_by_hand():
    """Pairs score 2, 4 and 6; without each model 6, 4 and 2 are left: error sqrt(2/3 * 8)."""
    found = over_models([[9, 2, 4], [2, 12, 6], [4, 6, 9]])
    assert 10 == found.self_play.mean
    assert 1 == found.self_play.sem  # 9, 12, 9: a standard deviation of sqrt(3) over sqrt(3)
    assert 4 == found.cross_play.mean
    assert found.cross_play.sem == pytest.approx(np.sqrt(2 / 3 * 8))
    assert 6 == found.gap.mean
    assert (2, None) == (found.disjoint_pairs.mean, found.disjoint_pairs.sem)
    assert 0 == found.worst
    assert 6 == found.without_worst.mean


@pytest.mark.parametrize("count", [3, 4, 7])
def test_agrees_with_a_brute_force_twin(count):
    """Any matrix, symmetric or not."""
    matrix = np.random.default_rng(count).normal(10, 3, (count, count))
    found, everyone = over_models(matrix), list(range(count))

    def gap(scores, models):
        return np.mean([scores[m, m] for m in models]) - slow_cross_play(scores, models)

    assert found.cross_play.mean == pytest.approx(slow_cross_play(matrix, everyone))
    assert found.cross_play.sem == pytest.approx(slow_error(matrix, slow_cross_play))
    assert found.gap.mean == pytest.approx(gap(matrix, everyone))
    assert found.gap.sem == pytest.approx(slow_error(matrix, gap))
    rest = [slow_cross_play(matrix, [m for m in everyone if m != out]) for out in everyone]
    assert found.without_worst.mean == pytest.approx(max(rest))
    assert int(np.argmax(rest)) == found.worst


@pytest.mark.parametrize(
    ("method", "self_play", "cross_play", "without_worst", "disjoint"),
    [
        ("SAD", (23.97, 0.04), 2.52, 3.02, (2.13, 0.97)),
        ("SAD-OP", (23.93, 0.02), 15.32, 18.28, (16.18, 3.43)),
        ("SAD-AUX", (24.09, 0.03), 17.65, 21.09, (17.99, 3.63)),
        ("SAD-AUX-OP", (24.06, 0.02), 22.07, 22.49, (22.41, 0.60)),
    ],
)
def test_published_means_are_found(method, self_play, cross_play, without_worst, disjoint):
    """Hu et al. 2020, table 1; .07 apart at most, as theirs were of more games than the matrix.

    Disjoint pairs are worked out apart from this code, from the same matrix.
    """
    found = over_models(published(method))
    assert found.self_play.mean == pytest.approx(self_play[0], abs=0.03)
    assert found.self_play.sem == pytest.approx(self_play[1], abs=0.011)
    assert found.cross_play.mean == pytest.approx(cross_play, abs=0.07)
    assert found.without_worst.mean == pytest.approx(without_worst, abs=0.07)
    assert found.disjoint_pairs.mean == pytest.approx(disjoint[0], abs=0.01)
    assert found.disjoint_pairs.sem == pytest.approx(disjoint[1], abs=0.01)


def test_entries_that_share_models_are_not_independent():
    """The published error of SAD is .34; models as the unit make 1.27 of it."""
    matrix = published("SAD")
    cells = matrix[~np.eye(12, dtype=bool)]
    assert cells.std() / np.sqrt(len(cells)) == pytest.approx(0.34, abs=0.01)
    assert over_models(matrix).cross_play.sem == pytest.approx(1.27, abs=0.01)


def test_intervals_cover_what_other_seeds_would_give():
    """Skills of variance 4 and luck of pairs, 8 models, 2,000 matrices, seed 1: 95 % cover.

    The jackknife may be a little too wide. Errors over entries as if they were independent cover
    little more than a third.
    """
    rng = np.random.default_rng(1)
    covered, by_entries = [], []
    for _ in range(2000):
        skill = rng.normal(0, 2, 8)
        luck = rng.normal(0, 1, (8, 8))
        found = over_models(10 + skill[:, None] + skill + luck)
        low, high = found.cross_play.ci95
        covered.append(low <= 10 <= high)
        cells = (10 + skill[:, None] + skill + luck)[~np.eye(8, dtype=bool)]
        by_entries.append(abs(cells.mean() - 10) < 1.96 * cells.std() / np.sqrt(56))
    assert 0.94 < np.mean(covered) < 0.99
    assert np.mean(by_entries) < 0.5


def test_two_models_have_one_pair_and_no_error():
    """Nothing is left when one is left out."""
    found = over_models([[1, 2], [4, 5]])
    assert (3, None, None) == (found.cross_play.mean, found.cross_play.sem, found.without_worst)


@pytest.mark.parametrize("matrix", [[[1.0]], [[1, 2]], [1, 2, 3]])
def test_what_is_no_matrix_of_models_is_refused(matrix):
    """One model has nobody to play with."""
    with pytest.raises(HanabiError, match="a square of two models or more"):
        over_models(matrix)
