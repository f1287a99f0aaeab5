"""Endgames of people, where HANABILAB_PEOPLE names a folder of their games: most are exact."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hanabilab.notation import replay
from hanabilab.people import read_people
from hanabilab.search.endgame import open_values

pytestmark = [pytest.mark.once, pytest.mark.slow]

_CARDS, _GAMES = 5, 10
#: Positions of each aim: what a few CPU-seconds are enough for.
_POSITIONS = 640_000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nearly_all_endgames_of_people_have_exact_values(players):
    """19 of 20 with five cards in the deck, evenly over the games; no clock is looked at."""
    folder = os.environ.get("HANABILAB_PEOPLE")
    if not folder:
        pytest.skip("HANABILAB_PEOPLE names no folder of people's games")
    found = [game.record for game in read_people(Path(folder)).games]
    own = [record for record in found if record.rules.players == players]
    ends = [
        next((game.copy() for game in replay(record) if game.cards_left <= _CARDS), None)
        for record in own[:: max(1, len(own) // _GAMES)]
    ]
    running = [game for game in ends if game is not None and not game.is_over]
    if not running:
        pytest.skip(f"no game of {players} players in the folder comes to its end")
    exact = sum(open_values(game, seconds=1000, positions=_POSITIONS).exact for game in running)
    assert exact >= 0.95 * len(running)
