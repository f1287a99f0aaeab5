"""Values of blueprints before and after one improvement."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from hanabilab.errors import HanabiError
from studies.small_games.plots import Improvements, draw_improvement, save_improvement

FOUND = Improvements(
    game="game X",
    before=[0.0, 1.0, 1.0, 1.0, 2.0],
    after={"IND": [1.0, 2.0, 2.0, 0.5, 2.0], "MULTI": [2.0, 2.0, 2.0, 2.0, 2.0]},
    optimum=2.0,
)


def labels(ax) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_a_marker_is_as_large_as_it_has_blueprints():
    """Two blueprints go from 1 to 2, the others alone; areas are of the most of all operators."""
    ax = draw_improvement(FOUND, Figure().add_subplot(), operators=["IND"])
    (markers,) = ax.collections
    areas = {tuple(p): a for p, a in zip(markers.get_offsets(), markers.get_sizes(), strict=True)}
    assert {(0.0, 1.0), (1.0, 0.5), (1.0, 2.0), (2.0, 2.0)} == set(areas)
    assert areas[1.0, 2.0] == 2 * areas[0.0, 1.0]
    assert "n = 5 blueprints" in ax.get_title()
    assert "3 at most" in ax.get_title()


def test_the_legend_tells_better_and_worse():
    """And names the diagonal and the optimum, which are drawn."""
    ax = draw_improvement(FOUND, Figure().add_subplot())
    assert {
        "IND: 3 better, 1 worse",
        "MULTI: 4 better, 0 worse",
        "no change",
        "optimum 2",
    } == set(labels(ax))
    diagonal, optimum = ax.lines
    assert list(diagonal.get_xdata()) == list(diagonal.get_ydata())
    assert [2.0, 2.0] == list(optimum.get_ydata())
    assert ax.get_xlim() == ax.get_ylim()


def test_operators_stand_side_by_side():
    """Shifted to the left and right of where they are, by as much, and never upwards."""
    ax = draw_improvement(FOUND, Figure().add_subplot())
    left, right = (markers.get_offsets() for markers in ax.collections)
    assert left[0, 0] == pytest.approx(-right[0, 0])
    assert left[0, 0] < 0
    assert {2.0} == set(right[:, 1])


def test_an_operator_needs_a_value_for_each_blueprint():
    """The line names the operator and both counts."""
    with pytest.raises(HanabiError, match=r"'IND' has 1 values for 2 blueprints"):
        Improvements("X", [0.0, 1.0], {"IND": [1.0]}, 1.0)


def test_nothing_is_not_drawn():
    """Neither without operators nor without blueprints."""
    for before, after in (([1.0], {}), ([], {"IND": []})):
        with pytest.raises(HanabiError, match="game X: nothing to draw"):
            Improvements("game X", before, after, 1.0)


def test_the_same_values_give_the_same_file(tmp_path):
    """Byte for byte, a panel for each operator and one that stays empty."""
    found = Improvements("X", FOUND.before, {**FOUND.after, "S_0": FOUND.before}, 2.0)
    for name in ("one.png", "two.png"):
        save_improvement(found, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
