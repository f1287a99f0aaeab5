"""The picture of a position."""

from __future__ import annotations

import pytest

from hanabilab import Game
from hanabilab.notation import parse_rules
from hanabilab.plots.position import draw_position

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
