"""Numbers of a summary as the terminal shows them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hanabilab.cli.render import _interval, _share


@pytest.mark.parametrize(
    ("share", "ci95", "shown"),
    [
        (0.25, (0.125, 0.5), "25.0 % (12.5 to 50.0)"),
        (0.0, (0.0, 1.0), "0.0 % (0.0 to 100.0)"),
        (1.0, (0.9996, 1.0), "100.0 % (100.0 to 100.0)"),
    ],
)
def test_shares_are_shown_in_percent_with_both_ends(share, ci95, shown):
    """One digit after the point."""
    assert shown == _share(share, ci95)


@pytest.mark.parametrize(
    ("ci95", "shown"),
    [((1.234, 5.678), "1.23 to 5.68"), ((0.0, 25.0), "0.00 to 25.00"), (None, "-")],
)
def test_intervals_have_their_low_end_first(ci95, shown):
    """A single game has none."""
    assert shown == _interval(SimpleNamespace(ci95=ci95))
