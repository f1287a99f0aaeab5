"""Numbers of a summary as the terminal shows them."""

from __future__ import annotations

import pytest

from hanabilab.stats.summary import share_words


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
    assert shown == share_words(share, ci95)
