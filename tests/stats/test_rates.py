"""Rates and Wilson's interval."""

from __future__ import annotations

import pytest

from hanabilab.errors import HanabiError
from hanabilab.stats import rate


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 32, 0.0, 0.1072), (32, 32, 0.8928, 1.0), (81, 263, 0.2553, 0.3662), (1, 1, 0.2065, 1.0)],
)
def test_wilson(successes, trials, low, high):
    """Newcombe 1998, table I, has 0.2553 to 0.3662 for 81 of 263; the rest follows by hand.

    For no success the upper end is z^2 / (n + z^2).
    """
    assert rate(successes, trials).ci95 == pytest.approx((low, high), abs=5e-5)


def test_in_words():
    """A rate shows its counts."""
    assert str(rate(8, 32)) == "8/32 (0.13 to 0.42)"
    assert rate(8, 32).mean == 0.25


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (3, 2), (-1, 2)])
def test_no_rate(successes, trials):
    """Impossible counts are refused."""
    with pytest.raises(HanabiError, match="successes in"):
        rate(successes, trials)
