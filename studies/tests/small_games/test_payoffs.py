"""Payoffs as heat maps."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from hanabilab.errors import GameError
from studies.small_games.plots import draw_payoffs, save_payoffs

#: Two cards of the first, three of the second; two actions and one.
PAYOFFS = np.arange(12.0).reshape(2, 3, 2, 1)
PLAYED = np.zeros((2, 3, 2), int)
PLAYED[1, 2] = 1, 0


def draw(**look):
    return draw_payoffs(PAYOFFS, Figure().add_subplot(), game="game X", **look)


def test_there_is_a_map_for_each_deal_with_its_payoffs():
    """The first card downwards; all on one scale of colors."""
    ax = draw()
    assert [image.get_array().ravel().tolist() for image in ax.images][:2] == [[0, 1], [2, 3]]
    assert {(0.0, 11.0)} == {image.get_clim() for image in ax.images}
    places = {text.get_text(): text.get_position() for text in ax.texts}
    assert places["0"] == (0.5, 0.5)
    assert places["1"] == (0.5, 1.5)
    assert places["2"] == (2.0, 0.5)
    assert places["6"] == (0.5, 3.0)


def test_what_is_played_is_marked():
    """A frame in each deal; the title has the mean of payoffs 0, 2, 4, 6, 8 and 11."""
    ax = draw(played=PLAYED)
    frames = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert len(frames) == 6
    assert (3.0, 3.5) == frames[-1].get_xy()
    assert "mean 5.167 points" in ax.get_title()
    assert not draw().patches


def test_cards_and_actions_are_named():
    """Actions at the cells, cards at the maps."""
    ax = draw()
    assert ["0", "1", "0", "1"] == [label.get_text() for label in ax.get_yticklabels()]
    cards = [label.get_text() for label in ax.get_xticklabels(minor=True)]
    assert ["card 0", "card 1", "card 2"] == cards


def test_shapes_and_ranges_are_checked():
    """One line says what is needed."""
    ax = Figure().add_subplot()
    with pytest.raises(GameError, match=r"payoffs have shape \(2,\); \[first cards"):
        draw_payoffs([1.0, 2.0], ax, game="X")
    with pytest.raises(GameError, match=r"have shape \(2,\); \(2, 3, 2\) is needed"):
        draw(played=[0, 1])
    for wrong in (PLAYED + 1, PLAYED - 1):
        with pytest.raises(GameError, match="there are 2 and 1"):
            draw(played=wrong)


def test_the_same_payoffs_give_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_payoffs(PAYOFFS, tmp_path / name, game="X", played=PLAYED)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
