"""Values of searches by how many rollouts they have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from hanabilab.errors import HanabiError
from studies.small_games.plots import RolloutStudy, SampledSearch, draw_rollouts, save_rollouts

SEARCH = SampledSearch([1, 100], [1.5, 1.9], [[1.3, 1.6], [1.8, 2.0]], 2.0)
STUDY = RolloutStudy(
    "game X", {"S_0": SEARCH}, blueprint=1.0, turns=2, payoffs=(0.0, 3.0), actions=2, runs=40
)


def line(ax, label: str):
    return next(each for each in ax.lines if each.get_label().startswith(label))


def test_means_have_their_intervals():
    """Also where these lie to one side; the title says of how many runs they are."""
    ax = draw_rollouts(STUDY, Figure().add_subplot())
    bars = ax.containers[0].lines[2][0].get_segments()
    assert [[1.3, 1.6], [1.8, 2.0]] == [pytest.approx(bar[:, 1]) for bar in bars]
    assert ax.get_title().startswith("game X: ")
    assert "n = 40 runs" in ax.get_title()
    assert ax.get_xscale() == "log"


def test_intervals_stay_within_payoffs():
    """A highest payoff of 1.95 ends the bar that went to 2."""
    study = replace(STUDY, payoffs=(1.4, 1.95))
    bars = draw_rollouts(study, Figure().add_subplot()).containers[0].lines[2][0].get_segments()
    assert [[1.4, 1.6], [1.8, 1.95]] == [pytest.approx(bar[:, 1]) for bar in bars]


def test_the_bound_falls_below_the_blueprint_by_the_root_of_rollouts():
    """2 * 2 * 3 * 2 / sqrt(100) = 2.4 below 1."""
    assert STUDY.bound(np.array([100.0])) == pytest.approx([-1.4])
    bound = line(draw_rollouts(STUDY, Figure().add_subplot()), "lower bound")
    assert bound.get_ydata()[-1] == pytest.approx(-1.4)
    assert bound.get_xdata()[-1] == pytest.approx(100)


def test_a_bound_far_below_does_not_squeeze_the_values():
    """At most three fifths of the height is below them; all of them are seen."""
    ax = draw_rollouts(STUDY, Figure().add_subplot())
    low, high = ax.get_ylim()
    assert low < 1.0 < 2.0 < high
    assert (1.0 - low) / (high - low) < 0.61


def test_exact_values_and_the_blueprint_are_named():
    """In the legend, with their numbers."""
    ax = draw_rollouts(STUDY, Figure().add_subplot())
    told = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "S_0; dashed: exact, 2" in told
    assert "blueprint 1" in told


def test_shapes_must_fit_and_there_are_rollouts():
    """One line each."""
    with pytest.raises(HanabiError, match=r"2 counts of rollouts need 2 means and \[2, 2\] ends"):
        SampledSearch([1, 2], [1.0, 2.0], [[1.0, 2.0]], 2.0)
    with pytest.raises(HanabiError, match=r"rollouts are \[0\]; counts of 1 or more"):
        SampledSearch([0], [1.0], [[1.0, 2.0]], 2.0)


def test_the_same_study_gives_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_rollouts(STUDY, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
