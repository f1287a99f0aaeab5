"""Printed positions: what a person reads of a game and of a view."""

from __future__ import annotations

from hypothesis import given

from hanabilab.game.rules import Rules
from tests.strategies import examples, games
from tests.tables import play_all, stacked


def table():
    """Two hints, a point and a mistake."""
    start = "R1 Y2 G3 W4 B5 B1 B2 B3 R1 R1"
    return play_all(stacked(start, Rules()), "play 0; hint 1 5; hint 1 red; play 4")


def test_a_game_prints_its_position():
    """Every card is open; behind it what the hints leave it to be."""
    assert """\
turn 4: seat 0 to act
points 1 of 25, hints 6 of 8, lives 2 of 3, deck 38
fireworks R1 Y0 G0 W0 B0
discards  R1
last      seat 1 plays slot 4 (R1)""" == "\n".join(str(table()).split("\n")[:5])
    assert [
        "seat 0 *  Y2 1234  G3 1234  W4 1234  B5 5  R2 1234",
        "seat 1    B1 YGWB  B2 YGWB  B3 YGWB  R1 R  R2 ?",
    ] == str(table()).split("\n")[5:]


def test_a_view_prints_what_its_seat_sees():
    """The same, with its own cards hidden."""
    game = table()
    for seat in (0, 1):
        shown, whole = str(game.view(seat)).split("\n"), str(game).split("\n")
        assert whole[:5] == shown[:5]
        assert whole[6 - seat] == shown[6 - seat]
        assert 5 == shown[5 + seat].count("??")


@examples(60, plain=15)
@given(games())
def test_every_position_can_be_printed(game):
    """A line for each seat, and no card of the viewer's."""
    for text in (str(game), str(game.view())):
        assert game.rules.players == sum(line.startswith("seat ") for line in text.split("\n"))
        assert text.startswith(f"turn {len(game.actions)}: ")
    assert repr(game.view().rules)
    assert str(game.view().rules)
