"""Curves of training as lines."""

from __future__ import annotations

import polars as pl
from matplotlib.figure import Figure

from hanabilab.plots.training import draw_beliefs, draw_training, save_training

CURVE = pl.DataFrame(
    {"turns": [1_000_000, 2_000_000], "score": [3.0, 24.9], "standard_error": [0.5, 0.1]}
)


def test_each_run_has_a_line_in_millions_of_turns():
    """Means are drawn as they are, and bands stay within the scores that can be."""
    ax = draw_training({"one": CURVE, "two": CURVE}, 25, Figure().add_subplot())
    assert [line.get_xdata().tolist() for line in ax.get_lines()] == [[1.0, 2.0]] * 2
    assert ax.get_lines()[0].get_ydata().tolist() == [3.0, 24.9]
    band = ax.collections[0].get_paths()[0].vertices
    assert band[:, 1].max() == 25
    assert ax.get_legend().get_texts()[0].get_text() == "one, last 24.90"


def test_a_name_stands_in_the_legend_as_it_is():
    """Matplotlib would leave out a name that begins with "_", and read dollars as a formula."""
    ax = draw_training({"_mine": CURVE, "$x^$": CURVE}, 25, Figure().add_subplot())
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert [name.lstrip("\N{ZERO WIDTH SPACE}") for name in names] == [
        "_mine, last 24.90",
        r"\$x^\$, last 24.90",
    ]


def test_a_picture_is_written(tmp_path):
    """A PNG file comes out."""
    save_training({"one": CURVE}, 25, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_beliefs_are_drawn_beside_hints_alone(tmp_path):
    """A line for each run, and one for what hints come to, however many runs share it."""
    curve = pl.DataFrame(
        {"turns": [1_000_000, 2_000_000], "nats": [7.0, 6.5]}
        | {"standard_error": [0.1, 0.1], "nats_of_hints": [7.4, 7.4]}
    )
    ax = draw_beliefs({"one": curve, "two": curve}, Figure().add_subplot())
    assert [line.get_ydata()[0] for line in ax.get_lines()] == [7.0, 7.0, 7.4]
    assert ax.get_legend().get_texts()[-1].get_text() == "hints and counts alone, 7.40"
    save_training({"one": curve}, 25, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
