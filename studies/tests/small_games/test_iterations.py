"""Values by iteration, and where iterations lead."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch

from hanabilab.errors import HanabiError
from studies.small_games.plots import (
    Iteration,
    draw_cycle,
    draw_iterations,
    save_cycle,
    save_iterations,
)

FIXED = Iteration("MULTI", (1.0, 2.0), 1)
CYCLE = Iteration("IND", (0.5, 0.25, 0.0), 1)
STOPPED = Iteration("IND", (0.5, 0.75))


def draw(*iterations):
    return draw_iterations(iterations, Figure().add_subplot(), optimum=2.0, game="game X")


def test_values_go_on_as_long_as_they_are_known():
    """Round a cycle, on a fixed point, and no farther than where an iteration was stopped."""
    assert [0.5, 0.25, 0.0, 0.25, 0.0, 0.25] == CYCLE.values_until(5)
    assert [1.0, 2.0, 2.0, 2.0] == FIXED.values_until(3)
    assert [0.5, 0.75] == STOPPED.values_until(3)
    assert [0.5] == STOPPED.values_until(0)
    assert (1, 2, 0) == tuple(each.period for each in (FIXED, CYCLE, STOPPED))


def test_a_return_is_to_one_of_the_policies():
    """And there is at least one."""
    for values, returns_to in (((), None), ((1.0,), 1), ((1.0,), -1)):
        with pytest.raises(HanabiError, match="cannot return to policy"):
            Iteration("IND", values, returns_to)


def test_cycles_are_ringed_and_go_round():
    """A ring from the first policy of the cycle on; the way round is dashed."""
    ax = draw(CYCLE)
    rings = next(line for line in ax.lines if line.get_markersize() == 9)
    assert [0.25, 0.0, 0.25, 0.0, 0.25] == list(rings.get_ydata())
    again = next(line for line in ax.lines if line.get_linestyle() == "--")
    assert list(again.get_ydata())[:2] == [0.0, 0.25]


def test_a_fixed_point_is_a_square():
    """Where it was found; an iteration that was stopped has neither square nor ring."""
    squares = [line for line in draw(FIXED).lines if line.get_marker() == "s"]
    assert [[1.0, 2.0]] == [square.get_xydata()[0].tolist() for square in squares]
    assert not any(line.get_marker() == "s" for line in draw(STOPPED).lines)
    assert not any(line.get_markersize() == 9 for line in draw(STOPPED).lines)


def test_the_legend_counts_starts_and_cycles():
    """By operator; equal iterations are one line, and thicker."""
    ax = draw(FIXED, CYCLE, *[STOPPED] * 10)
    told = [text.get_text() for text in ax.get_legend().get_texts()]
    assert {"MULTI: n = 1 starts, 0 cycle", "IND: n = 11 starts, 1 cycle"} <= set(told)
    assert "optimum 2" in told
    assert "n = 12 iterations" in ax.get_title()
    solid = {tuple(line.get_ydata()): line.get_linewidth() for line in ax.lines}
    assert solid[STOPPED.values] == 2 * solid[FIXED.values]


def test_a_cycle_has_a_node_for_each_policy_and_an_arrow_for_each_improvement():
    """Values in the nodes, changes at the arrows, names below."""
    ax = draw_cycle(CYCLE, Figure().add_subplot(), game="B", names=["a", "b", "c"])
    told = [text.get_text() for text in ax.texts]
    assert ["0.5", "a", "blueprint", "0.25", "b", "0", "c", "-0.25", "-0.25", "+0.25"] == told
    nodes = [patch for patch in ax.patches if isinstance(patch, Circle)]
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    assert [3, 3] == [len(nodes), len(arrows)]
    assert ax.get_title() == "B, IND: a cycle of 2 policies after 1 improvement; values in points"


def test_nodes_of_a_circle_are_apart():
    """However many there are."""
    ax = draw_cycle(Iteration("IND", tuple(range(9)), 0), Figure().add_subplot(), game="B")
    (ax0, ay0), (ax1, ay1) = (patch.center for patch in ax.patches[:2])
    assert (ax0 - ax1) ** 2 + (ay0 - ay1) ** 2 == pytest.approx(1.7**2)


@pytest.mark.late
def test_a_fixed_point_leads_to_itself():
    """The last arrow is a loop, and says nothing."""
    ax = draw_cycle(FIXED, Figure().add_subplot(), game="B")
    assert [text.get_text() for text in ax.texts if text.get_text()][-1] == "+1"
    assert ax.get_title() == "B, MULTI: a fixed point after 1 improvement; values in points"
    at_once = draw_cycle(Iteration("MULTI", (1.0,), 0), Figure().add_subplot(), game="B")
    assert "from the start" in at_once.get_title()


def test_only_what_has_ended_is_a_cycle():
    """And names are one for each policy."""
    with pytest.raises(HanabiError, match="iteration of IND was stopped"):
        draw_cycle(STOPPED, Figure().add_subplot(), game="B")
    with pytest.raises(HanabiError, match="2 names for 3 policies"):
        draw_cycle(CYCLE, Figure().add_subplot(), game="B", names=["a", "b"])


def test_the_same_iterations_give_the_same_files(tmp_path):
    """Byte for byte."""
    for name in ("one", "two"):
        save_iterations([FIXED, CYCLE], tmp_path / f"{name}.png", optimum=2.0, game="X")
        save_cycle(CYCLE, tmp_path / f"{name}_cycle.png", game="B")
    for name in (".png", "_cycle.png"):
        assert (tmp_path / f"one{name}").read_bytes() == (tmp_path / f"two{name}").read_bytes()
