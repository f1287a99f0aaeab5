"""To which action a table goes back, beside a list of who acted when."""

from __future__ import annotations

import pytest

from hanabilab import Rules
from hanabilab.web.undo import acted_since, undone_to

pytestmark = pytest.mark.once


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("first", [0, 1])
def test_turns_are_those_of_seats_that_act_one_after_the_other(players, first):
    """Of every seat, after every number of actions up to three rounds."""
    rules = Rules(players=players, first_seat=first)
    actors: list[int] = []
    for count in range(3 * players):
        for seat in range(players):
            own = [turn for turn, actor in enumerate(actors) if actor == seat]
            assert undone_to(rules, seat, count) == (own[-1] if own else None)
        for turn in range(count + 1):
            assert acted_since(rules, turn, count) == actors[turn:]
        assert acted_since(rules, count + 1, count) == list(range(players))
        actors.append((actors[-1] + 1) % players if actors else first)


@pytest.mark.parametrize("turn", [-1, -1000, -(10**23), 10**23])
def test_a_turn_that_never_was_is_answered_at_once(turn):
    """However far off it is: nothing is counted up to it."""
    assert acted_since(Rules(players=3), turn, 5) == [0, 1, 2]
