"""The ladder of values of a game."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from studies.small_games.plots import Rung, draw_ladder, save_ladder

RUNGS = [Rung("uniform", 1.5), Rung("MULTI", 2.25, (2.0, 2.5)), Rung("optimum", 7 / 3)]


def test_bars_have_their_values_and_the_optimum_its_color():
    """The first is lowest; values to four places at most."""
    ax = draw_ladder(RUNGS, Figure().add_subplot(), game="game X", starts=64)
    bars = next(each for each in ax.containers if len(each.get_children()) == 3)
    assert [1.5, 2.25, 7 / 3] == [bar.get_width() for bar in bars]
    first, second, best = (bar.get_facecolor() for bar in bars)
    assert first == second != best
    assert ["1.5", "2.25", "2.3333"] == [text.get_text() for text in ax.texts]
    assert ["uniform", "MULTI", "optimum"] == [label.get_text() for label in ax.get_yticklabels()]
    assert "n = 64 starts" in ax.get_title()


def test_spans_are_from_lowest_to_highest():
    """Also where the mean is not in the middle."""
    ax = draw_ladder([Rung("MULTI", 2.1, (2.0, 2.5))], Figure().add_subplot(), game="game X")
    errors = next(each for each in ax.containers if each.__class__.__name__ == "ErrorbarContainer")
    assert [2.0, 2.5] == pytest.approx(errors.lines[2][0].get_segments()[0][:, 0])
    assert ax.get_title() == "game X"


def test_the_same_ladder_gives_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_ladder(RUNGS, tmp_path / name, game="X")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_names_are_no_formulas(tmp_path):
    """A user's game may have dollars in its name."""
    save_ladder(RUNGS, tmp_path / "ladder.png", game="$X^{$")
