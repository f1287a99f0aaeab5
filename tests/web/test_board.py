"""The board that notebooks show of a game: where things stand, and whose turn it is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from hanabilab import Game, Rules
from tests.tables import play_all, stacked

pytestmark = pytest.mark.once


def test_a_board_marks_the_seat_to_act():
    """With its name, and no other."""
    game, names = Game(Rules(players=3), seed=1), ["Alice", "Bob", "Cathy"]
    for seat in range(3):
        shown = [name if name != names[seat] else f"▶ {name}" for name in names]
        words = ET.fromstring(game._repr_html_()).itertext()
        assert [word for word in words if word.endswith(tuple(names))] == shown
        game.act(game.legal_actions()[-1])


def test_a_card_looks_the_same_wherever_it_lies():
    """Each symbol is as far below the upper edge of its card, in hands as on a firework."""
    game = play_all(stacked("R1 Y1 G1 B1 W1 R2 Y2 G2 B2 W2"), "play 0")
    board, found = ET.fromstring(game._repr_html_()), []
    for card, symbol in zip(board, board[3:], strict=False):
        if card.get("rx") == "7" and card.get("fill") != "none":
            across, down = re.findall(r"-?\d+", symbol.get("transform"))[:2]
            found.append((int(across) - int(card.get("x")), int(down) - int(card.get("y"))))
    assert found == [(14, 42)] * 11
