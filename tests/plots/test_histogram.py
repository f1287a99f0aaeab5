"""The figure of two histograms: what it shows, and that it is drawn the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from hanabilab.plots import draw_histograms, save_histograms

COUNTS = {"one": [0, 0, 5, 10, 5], "two": [0, 1, 0, 9, 10]}


def _draw():
    return draw_histograms(COUNTS, Figure().add_subplot())


def test_bars_are_shares_in_percent():
    """Each line-up's bars add up to 100 %, and stand at their scores."""
    bars = [bar for bar in _draw().containers if len(bar) == 5]
    assert [sum(patch.get_height() for patch in bar) for bar in bars] == pytest.approx([100, 100])
    assert bars[0][3].get_height() == pytest.approx(50)
    centers = [np.round(patch.get_x() + patch.get_width() / 2) for patch in bars[1]]
    assert centers == [0, 1, 2, 3, 4]


def test_legend_tells_n_mean_and_interval():
    """Mean 3 of 20 games; half an interval is 1.96 * 0.7255 / sqrt(20) = 0.32."""
    labels = [text.get_text() for text in _draw().get_legend().get_texts()]
    assert labels[0] == "one\nn = 20, mean 3.00 ± 0.32"


def test_axes_are_labelled():
    """Axes name what they show with its unit."""
    ax = _draw()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("score (points)", "share of games (%)")


def test_files_are_reproducible(tmp_path):
    """Two drawings of the same counts are the same bytes."""
    for name in ("a.png", "b.png"):
        save_histograms(COUNTS, tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
