"""Half an information token, as Clue Starved has it, wherever a position is shown."""

from __future__ import annotations

import pytest
from rich.console import Console

from hanabilab.adapters.rendering import as_html
from hanabilab.cli.position import position as in_terminal
from hanabilab.game.position import Position
from hanabilab.notation import parse_rules
from hanabilab.plots.position import _counters as in_picture
from hanabilab.web.notebook import board_svg
from hanabilab.web.position import position as on_page
from tests.tables import play_all, stacked


def _printed(game):
    console = Console(width=100)
    with console.capture() as found:
        console.print(in_terminal(game))
    return found.get()


SHOWN = {
    "text": str,
    "a view's text": lambda game: str(game.view()),
    "terminal": _printed,
    "HTML": lambda game: as_html(game.state),
    "picture": lambda game: in_picture(Position.of(game.state)),
    "notebook": board_svg,
    "page": lambda game: "hints " + on_page(game.state, 0)["tokens_shown"],
}


@pytest.mark.parametrize("face", SHOWN)
def test_half_a_token_is_shown_as_such(face):
    """A hint, a discard, a discard: seven, seven and a half, eight."""
    start = "R1 Y1 G1 B1 P1 R1 Y1 G1 B1 P1"
    game, shown = stacked(start, parse_rules("clue-starved-5-suits(players=2)")), []
    for action in ("hint 1 red", "discard 0", "discard 0"):
        game = play_all(game, action)
        shown.append(SHOWN[face](game))
    words = ["hints 7", "hints 7+1/2", "hints 8"]
    assert all(word in text for word, text in zip(words, shown, strict=True))
    assert ["+1/2" in text for text in shown] == [False, True, False]
