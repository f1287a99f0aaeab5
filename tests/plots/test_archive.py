"""The figure of an archive: what it shows, and that it is drawn the same every time."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

from hanabilab.errors import EvolutionError
from hanabilab.plots import draw_archive, draw_parallel_axes, save_archive
from tests.evolution.small import evolved, tiny

MEANS = np.array([[np.nan, 5.0], [10.0, 21.0], [np.nan, 2.0]])
MEASURES = ("communicativeness", "risk_aversion")


def test_cells_stand_where_their_measures_are():
    """The first measure upwards; a number in each filled cell, at its middle, seen on its color."""
    ax = draw_archive(MEANS, MEASURES, 25, Figure().add_subplot(), game="full")
    told = {(text.get_text(), *np.round(text.get_position(), 3)) for text in ax.texts}
    assert told == {("5", 0.75, 0.167), ("10", 0.25, 0.5), ("21", 0.75, 0.5), ("2", 0.75, 0.833)}
    colors = {text.get_text(): text.get_color() for text in ax.texts}
    assert colors == {"5": "white", "10": "white", "21": "black", "2": "white"}
    assert ax.get_ylabel() == "communicativeness (ratio)"
    assert ax.get_xlabel() == "risk aversion (ratio)"
    assert ax.get_title() == "full\n4 of 6 niches filled; mean 9.50, maximum 21.00"


def test_an_empty_archive_is_drawn():
    """And said to be empty."""
    ax = draw_archive(np.full((2, 2), np.nan), MEASURES, 25, Figure().add_subplot(), game="full")
    assert ax.get_title() == "full\n0 of 4 niches filled; empty"


@pytest.mark.late
def test_files_are_reproducible(tmp_path):
    """Two drawings of the same archive are the same bytes."""
    evolution = evolved(tiny(games=1), 8)
    for name in ("a.png", "b.png"):
        save_archive(evolution, tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_three_measures_are_parallel_axes(tmp_path):
    """Drawn by pyribs."""
    pytest.importorskip("ribs.visualize", reason="pyribs, of the extra evolve, is not installed")
    measures = (*MEASURES, "information_per_play")
    save_archive(evolved(tiny(measures=measures, grid=(2, 2, 2), games=1), 8), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_pyribs_one_line_says_what_to_install(monkeypatch):
    """Whether it is there or not."""
    monkeypatch.setitem(sys.modules, "ribs.visualize", None)
    with pytest.raises(EvolutionError, match=r"pip install .*\[evolve\]'"):
        draw_parallel_axes(None, MEASURES, Figure().add_subplot(), game="full")
