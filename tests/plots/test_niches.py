"""Maps of niches."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from hanabilab.plots import draw_niches, save_figure

MEASURES = ("communicativeness", "risk_aversion")
VALUES = np.array([[0.0, 7.4, np.nan], [2.0, np.nan, 12.6]])


def draw_map(**look):
    ax = Figure().add_subplot()
    return draw_niches(VALUES, MEASURES, ax, label="points", title="three of six", **look)


def texts(ax) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_a_map_has_its_measures_on_the_axes_and_borders_between_niches():
    """The first measure upwards; values where somebody is."""
    ax = draw_map(top=25.0)
    assert ax.get_ylabel() == "communicativeness (ratio)"
    assert ax.get_xlabel() == "risk aversion (ratio)"
    assert [2, 3] == [len(axis.get_minorticklocs()) - 1 for axis in (ax.yaxis, ax.xaxis)]
    assert ["0", "7", "2", "13"] == texts(ax)
    assert (5 / 6, 0.75) == pytest.approx(ax.texts[-1].get_position())
    assert ax.images[0].get_clim() == (0, 25)


def test_a_map_of_counts_leaves_out_who_is_nobodys():
    """Zero is a color, not a number."""
    ax = draw_map(counts=True)
    assert ["7", "2", "13"] == texts(ax)
    assert ax.images[0].get_clim() == (0, 12.6)


def test_the_same_map_gives_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_figure(
            lambda ax: draw_niches(VALUES, MEASURES, ax, label="points", title="six"),
            tmp_path / name,
        )
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


@pytest.mark.filterwarnings("error")
def test_a_map_of_empty_niches_has_a_scale():
    """Nothing is written, and colors go from 0 to 1."""
    nobody = np.full((2, 3), np.nan)
    ax = draw_niches(nobody, MEASURES, Figure().add_subplot(), label="points", title="none")
    assert not texts(ax)
    assert ax.images[0].get_clim() == (0, 1)
