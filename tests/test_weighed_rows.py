"""Rows of numbers, weighed and added up: a matrix product that leaves zeros out."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab._jit import LANES, add_weighed_rows


def _given(rows):
    """As the function takes them."""
    return (rows.view(np.uint16) if rows.dtype == np.float16 else rows).ravel()


@pytest.mark.parametrize("kind", [np.float16, np.float32])
@pytest.mark.parametrize("width", [1, 3, LANES - 1, LANES, 48, 250, 15 * LANES])
@pytest.mark.parametrize("count", [0, 1, LANES, 37])
def test_it_is_the_product(width, count, kind):
    """For every way in which vectors fit, with many zeros, and with sums that are there already."""
    rng = np.random.default_rng(width + count)
    amounts = (rng.normal(size=count) * (rng.random(count) < 0.4)).astype(np.float32)
    rows = rng.normal(size=(count, width)).astype(kind)
    before = rng.normal(size=width).astype(np.float32)
    total, chosen = before.copy(), np.empty(count, np.int32)
    add_weighed_rows(total, amounts, _given(rows), chosen)
    assert total == pytest.approx(before + amounts @ rows.astype(np.float32), abs=1e-4)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_rows_of_nothing_are_not_looked_at(kind):
    """Not even where they hold no number."""
    rows = np.array([[np.nan] * 3, [1, -2, 0.5], [np.inf] * 3], kind)
    total, amounts = np.ones(3, np.float32), np.array([0, 2, 0], np.float32)
    add_weighed_rows(total, amounts, _given(rows), np.empty(3, np.int32))
    assert total.tolist() == [3, -3, 2]


def test_what_is_no_number_stays_none():
    """An amount that is no number counts as one that is there."""
    total = np.zeros(1, np.float32)
    rows = np.ones(2, np.float16).view(np.uint16)
    add_weighed_rows(total, np.array([np.nan, 0], np.float32), rows, np.empty(2, np.int32))
    assert np.isnan(total[0])
