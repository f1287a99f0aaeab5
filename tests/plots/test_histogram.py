"""The figure of two histograms: what it shows, and that it is drawn the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from hanabilab.plots import draw_histograms, save_histograms

COUNTS = [("one", [0, 0, 5, 10, 5]), ("two", [0, 1, 0, 9, 10])]


def _draw():
    return draw_histograms(COUNTS, Figure().add_subplot(), game="full")


def test_bars_are_shares_in_percent():
    """Each line-up's bars add up to 100 %, at their scores; the axis begins at the lowest had."""
    ax = _draw()
    bars = [bar for bar in ax.containers if len(bar) == 5]
    assert [sum(patch.get_height() for patch in bar) for bar in bars] == pytest.approx([100, 100])
    assert bars[0][3].get_height() == pytest.approx(50)
    centers = [np.round(patch.get_x() + patch.get_width() / 2) for patch in bars[1]]
    assert centers == [0, 1, 2, 3, 4]
    assert ax.get_xlim() == pytest.approx((1 - 0.7, 4 + 0.7))


def test_legend_tells_n_and_mean_with_its_error_as_the_terminal_does():
    """Mean 3 of 20 games; the standard error is 0.7255 / sqrt(20) = 0.162."""
    ax = _draw()
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels[0] == "one\nn = 20, 3.000 ± 0.162"
    assert "full: scores" in ax.get_title()
    assert "± is one standard error" in ax.get_title()


def test_long_names_take_several_lines():
    """As those of agents with many numbers; the picture keeps its bars."""
    name = ", ".join(f"number_{index}={index}" for index in range(60))
    (text,) = (
        draw_histograms([(name, [0, 1, 1])], Figure().add_subplot(), game="full")
        .get_legend()
        .get_texts()
    )
    lines = text.get_text().splitlines()
    assert " ".join(lines[:-1]) == name
    assert max(map(len, lines)) <= 120


def test_bars_of_means_are_95_percent_intervals_within_possible_scores():
    """t(19) = 2.0930 errors about 3; of two games of 4 and 3 the normal bar would end at 9.9."""
    ends = _draw().containers[1].lines[2][0].get_segments()[0][:, 0]
    assert ends == pytest.approx([3 - 2.0930 * 0.16222, 3 + 2.0930 * 0.16222], abs=1e-4)
    few = draw_histograms([("few", [0, 0, 0, 1, 1])], Figure().add_subplot(), game="full")
    assert few.containers[1].lines[2][0].get_segments()[0][:, 0].tolist() == [0, 4]
    assert few.get_xlim() == pytest.approx((0 - 0.7, 4 + 0.7))  # an interval is seen whole


def test_one_game_has_no_interval():
    """Its mean stands alone, without the caps of an interval of no width."""
    ax = draw_histograms([("one", [0, 0, 1])], Figure().add_subplot(), game="full")
    marker, caps, bars = ax.containers[1].lines
    assert marker.get_xdata().tolist() == [2]
    assert not caps
    assert not bars


def test_a_line_up_is_drawn_beside_itself():
    """Two line-ups of one name have bars and a legend each."""
    ax = draw_histograms([COUNTS[0], COUNTS[0]], Figure().add_subplot(), game="full")
    assert len([bar for bar in ax.containers if len(bar) == 5]) == 2
    assert len(ax.get_legend().get_texts()) == 2


def test_games_are_not_listed():
    """Forty billion of them take no memory; the mean and its error are exact."""
    many = [("many", [0, 0, 20_000_000_000, 0, 20_000_000_000])]
    ax = draw_histograms(many, Figure().add_subplot(), game="full")
    assert "40,000,000,000, 3.000 ± 0.000" in ax.get_legend().get_texts()[0].get_text()


def test_names_are_shown_as_they_are(tmp_path):
    """Neither a formula nor left out of the legend: a path may have dollars in it, or begin so."""
    names = ["a$b^{c$.py:me", "_agents.py:me"]
    histograms = [(name, counts) for name, (_, counts) in zip(names, COUNTS, strict=True)]
    save_histograms(histograms, tmp_path / "a.png", game="full")
    ax = draw_histograms(histograms, Figure().add_subplot(), game="full")
    shown = [text.get_text().split("\n")[0] for text in ax.get_legend().get_texts()]
    assert [name.replace("\\$", "$").lstrip("\N{ZERO WIDTH SPACE}") for name in shown] == names


def test_axes_are_labelled():
    """Axes name what they show with its unit."""
    ax = _draw()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("score (points)", "share of games (%)")


def test_files_are_reproducible(tmp_path):
    """Two drawings of the same counts are the same bytes."""
    for name in ("a.png", "b.png"):
        save_histograms(COUNTS, tmp_path / name, game="full")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
