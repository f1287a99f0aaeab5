"""Learning curves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from matplotlib.figure import Figure

from hanabilab.errors import HanabiError
from studies.small_games.plots import (
    LearningCurve,
    LearningGoal,
    draw_learning,
    draw_solved,
    save_learning,
)

CURVE = LearningCurve(
    name="IQL",
    episodes=[0, 1000],
    mean=[1.0, 2.0],
    ci95=[[0.5, 1.5], [1.75, 2.25]],
    solved=[0.0, 0.5],
    solved_ci95=[[0.0, 0.3], [0.2, 0.8]],
    seeds=10,
    cpu_seconds=0.93,
)
GOAL = LearningGoal("game X", 0.0, 2.5)


def test_means_have_bands_over_seeds():
    """The legend has seeds and time, the title says what bands are and of which game."""
    ax = draw_learning([CURVE], GOAL, Figure().add_subplot())
    mean = next(line for line in ax.lines if line.get_label().startswith("IQL"))
    assert [[0, 1], [1000, 2]] == mean.get_xydata().tolist()
    band = ax.collections[0].get_paths()[0].get_extents()
    assert (0.5, 2.25) == pytest.approx((band.y0, band.y1))
    told = [text.get_text() for text in ax.get_legend().get_texts()]
    assert told == ["IQL, n = 10 seeds,\n0.93 CPU s each", "optimum 2.5"]
    assert ax.get_title() == "game X: means over seeds; bands: 95 % intervals"


def test_bands_stay_within_what_is_possible():
    """No payoff is below the lowest, no mean above the optimum."""
    ax = draw_learning([CURVE], LearningGoal("X", 0.75, 2.0), Figure().add_subplot())
    band = ax.collections[0].get_paths()[0].get_extents()
    assert (0.75, 2.0) == (band.y0, band.y1)


def test_lines_on_each_other_can_be_told_apart():
    """Each has its own color, dashes and marker; the first is the widest; the legend says so."""
    curves = [replace(CURVE, name=name) for name in ("sad", "bsad", "asad", "psad")]
    ax = draw_solved(curves, GOAL, Figure().add_subplot())
    for look in ("color", "marker"):
        assert len({getattr(line, f"get_{look}")() for line in ax.lines}) == 4
    widths = [line.get_linewidth() for line in ax.lines]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < widths[0]
    assert "the same as sad" in ax.get_legend().get_texts()[2].get_text()


def test_solved_is_in_percent_of_seeds():
    """With Wilson's intervals as bands, and said to be."""
    ax = draw_solved([CURVE], GOAL, Figure().add_subplot())
    share = next(line for line in ax.lines if line.get_label().startswith("IQL"))
    assert [0, 50] == share.get_ydata().tolist()
    assert ax.collections[0].get_paths()[0].get_extents().y1 == pytest.approx(80)
    assert "Wilson" in ax.get_title()
    assert ax.get_ylabel() == "seeds that found the optimum (%)"


def test_shapes_must_fit():
    """The line names the learner."""
    with pytest.raises(HanabiError, match=r"learner 'IQL': 2 moments need means \[2\]"):
        LearningCurve("IQL", [0, 1], [1.0], [[0.5, 1.5]], [0.0], [[0.0, 0.3]], 10)


def test_the_same_curves_give_the_same_file(tmp_path):
    """Byte for byte, a row for each family."""
    curves = [CURVE, replace(CURVE, name="other", family="others")]
    for name in ("one.png", "two.png"):
        save_learning(curves, GOAL, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
