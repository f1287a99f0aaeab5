"""Where iterations end."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from studies.small_games.plots import FixedPoints, draw_fixed_points, save_fixed_points

FOUND = {
    "IND": FixedPoints({2.0: 5, 2.5: 3}, cycling=2),
    "MULTI": FixedPoints({2.0: 4, 2.25: 12, 2.5 + 1e-12: 4}),
}


def draw(found):
    return draw_fixed_points(found, Figure().add_subplot(), optimum=2.5, game="game X")


def test_bars_are_shares_of_starts():
    """In percent, also those that cycle; values that differ by rounding are one."""
    ax = draw(FOUND)
    heights = [[bar.get_height() for bar in bars] for bars in ax.containers]
    assert [[50, 0, 30, 20], [20, 60, 20, 0]] == [pytest.approx(each) for each in heights]
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert ticks == ["2", "2.25", "2.5\noptimum", "cycle"]
    assert ["IND, n = 10 starts", "MULTI, n = 20 starts"] == [
        text.get_text() for text in ax.get_legend().get_texts()
    ]


def test_without_cycles_there_is_no_place_for_them():
    """Nor words on intervals, where all starts were tried."""
    ax = draw({"MULTI": FOUND["MULTI"]})
    assert len(ax.get_xticklabels()) == 3
    assert "interval" not in ax.get_title()


def test_shares_of_a_sample_have_intervals():
    """As lines, and the title says of what level."""
    ax = draw({"MULTI": FixedPoints({2.0: 1, 2.5: 1}, ci95={2.0: (0.1, 0.9)})})
    (interval,) = ax.collections
    assert [10, 90] == pytest.approx(interval.get_segments()[0][:, 1])
    assert "95 % intervals" in ax.get_title()


def test_the_same_ends_give_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_fixed_points(FOUND, tmp_path / name, optimum=2.5, game="X")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
