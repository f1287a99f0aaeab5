"""The picture of a position."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from hanabilab import Game
from hanabilab.notation import parse_rules
from hanabilab.plots.position import draw_position

_PIXELS = 80  # to an inch, and to a card
_BLUE, _PURPLE, _OTHER = (0x56, 0xB4, 0xE9), (0xCC, 0x79, 0xA7), (0xBB, 0xBB, 0xBB)


@pytest.mark.parametrize(
    ("name", "suit", "color"),
    [
        ("full", 4, _BLUE),
        ("reversed-5-suits", 3, _BLUE),
        ("reversed-5-suits", 4, _PURPLE),
        ("black-5-suits", 4, _OTHER),
    ],
)
def test_a_suit_has_the_color_of_its_name(name, suit, color):
    """In variants, too, whose suits stand in other places."""
    picture = draw_position(Game(parse_rules(name), seed=1).state)
    height, width, _ = picture.shape
    # Six units across and three and eight tenths down; fireworks stand in the lowest row.
    x, y = suit + 1.12, 0.9
    assert tuple(picture[int(height - y * height / 3.8), int(x * width / 6)]) == color


def test_a_hand_stands_in_its_row_with_the_names_of_its_cards():
    """Oldest first, seat 0 on top; a name is black, above the middle of its card."""
    game = Game(parse_rules("full"), seed=1)
    assert [int(card) // 5 for card in game.state.hands[0][:5]] == [2, 0, 1, 1, 3]
    top = draw_position(game.state)[:_PIXELS]
    green, red, yellow, white = (0, 0x9E, 0x73), (0xD5, 0x5E, 0), (0xF0, 0xE4, 0x42), (255,) * 3
    left = [_PIXELS * (slot + 1) for slot in range(5)]
    assert [tuple(top[8, x + 10]) for x in left] == [green, red, yellow, yellow, white]
    names = [top[15:45, x + 16 : x + 64] for x in left]
    assert all((name == 0).all(axis=2).any() for name in names)


@pytest.mark.parametrize("name", ["full", "small"])
def test_the_counters_are_as_wide_as_ten_points_make_them(name):
    """They fit below a small table, too."""
    picture = draw_position(Game(parse_rules(name), seed=1).state)
    below = picture[-50:]
    columns = np.flatnonzero((below != below[0, 0]).any(axis=(0, 2)))
    numbers = {"full": (25, 8, 3, 40), "small": (10, 3, 1, 16)}[name]
    words = "points 0 of {}   hints {}   lives {}   deck {}   turn 0".format(*numbers)
    figure = Figure(dpi=_PIXELS)
    text = figure.text(0, 0, words, fontsize=10)
    width = text.get_window_extent(FigureCanvasAgg(figure).get_renderer()).width
    assert columns[-1] - columns[0] == pytest.approx(width, abs=4)
