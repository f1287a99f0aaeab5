"""The figure of a network on a guide."""

from __future__ import annotations

import polars as pl
from matplotlib.figure import Figure

from hanabilab.plots.guided import draw_guided


def test_curves_are_greedy_and_sampled_scores():
    """Turns in millions; bars of two standard errors; the guide's score as a line."""
    curve = pl.DataFrame(
        {
            "turns": [1_000_000, 2_000_000],
            "sampled": [7.5, 8.0],
            "score": [9.0, 9.1],
            "error": [0.1, 0.1],
        }
    )
    ax = draw_guided(curve, 8.9, Figure().add_subplot(), decks=1500)
    greedy, sampled, guide = (line.get_ydata() for line in ax.get_lines()[:1] + ax.get_lines()[-2:])
    assert list(greedy) == [9.0, 9.1]
    assert list(sampled) == [7.5, 8.0]
    assert list(guide) == [8.9, 8.9]
    assert ax.get_lines()[-2].get_xdata().tolist() == [1.0, 2.0]
    ends = ax.containers[0].lines[2][0].get_segments()
    assert [end[:, 1].round(6).tolist() for end in ends] == [[8.8, 9.2], [8.9, 9.3]]
    low, high = ax.get_ylim()
    assert low < 7.5 < 9.3 < high
    assert ax.get_title().startswith("1,500 fixed decks")
