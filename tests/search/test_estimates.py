"""What a search tells of each action: means, standard errors, and gains over the blueprint's."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.search import Estimates


def mean(values) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values) if values else np.nan


def sem(values) -> float:
    """The standard error of the mean, of a sample."""
    if len(values) < 2:
        return np.nan
    squares = sum((value - mean(values)) ** 2 for value in values)
    return sqrt(squares / (len(values) - 1)) / sqrt(len(values))


SCORES = st.lists(st.integers(0, 25), max_size=12)


@given(st.lists(SCORES, min_size=1, max_size=4), st.integers(0, 25))
def test_estimates_are_means_with_their_errors(rows, base):
    """Of scores and of gains, action by action; without a value where nothing was played out."""
    tallies, mask = np.zeros((len(rows), 5)), np.ones(len(rows), np.bool_)
    gains = [[score - base for score in scores] for scores in rows]
    for tally, scores, gain in zip(tallies, rows, gains, strict=True):
        squares = sum(score**2 for score in scores), sum(each**2 for each in gain)
        tally[:] = len(scores), sum(scores), squares[0], sum(gain), squares[1]
    found = Estimates(tallies, mask, 0, 0, sum(map(len, rows)), None)
    close = {"nan_ok": True, "abs": 1e-6}
    assert list(map(mean, rows)) == pytest.approx(found.means, **close)
    assert list(map(sem, rows)) == pytest.approx(found.sems, **close)
    assert list(map(mean, gains)) == pytest.approx(found.gains, **close)
    assert list(map(sem, gains)) == pytest.approx(found.gain_sems, **close)
    assert list(map(len, rows)) == found.worlds.tolist()


def test_estimates_of_given_scores_are_as_worked_out():
    """Three worlds, two legal actions: means 2 and 3, gain 1 with standard error 1/sqrt 3."""
    tallies = np.array([[3, 6, 14, 0, 0], [0] * 5, [3, 9, 33, 3, 5]], float)
    found = Estimates(tallies, np.array([True, False, True]), 0, 2, 6, None)
    assert [0, 2] == found.legal.tolist()
    assert [2, np.nan, 3] == pytest.approx(found.means, nan_ok=True)
    assert [1 / sqrt(3), np.nan, 1] == pytest.approx(found.sems, nan_ok=True)
    assert [0, np.nan, 1] == pytest.approx(found.gains, nan_ok=True)
    assert [0, np.nan, 1 / sqrt(3)] == pytest.approx(found.gain_sems, nan_ok=True)
    assert ("hints", "") == (found.basis, found.fallback)
