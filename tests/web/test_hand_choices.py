"""What an agent would do under each hand of another seat, against a game for every deal."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from hanabilab.agents import make_agent
from hanabilab.errors import AgentError, HanabiError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from hanabilab.web import analysis

pytestmark = [pytest.mark.once, pytest.mark.compiled]

SMALL = Rules(suits=2, ranks=3, copies=(2, 2, 1), hand_size=2)


def choices_of_every_deal(game, seat, agent):
    """Choices, by how many deals of what `seat` cannot see lead to what it has seen."""
    own = [int(place) for place in game.state.deck_index[seat] if place >= 0]
    hidden = [*own, *range(int(game.state.deck_drawn), len(game.deck))]
    found = Counter()
    for order in permutations(hidden, len(own)):
        left = [place for place in hidden if place not in order]
        deck = list(game.deck)
        for place, source in zip(hidden, [*order, *left], strict=True):
            deck[place] = game.deck[source]
        world = Game(game.rules, deck=deck)
        same = all(follows(world, action, seat, agent) for action in game.actions)
        if same and world.view(seat).tobytes() == game.view(seat).tobytes():
            found[world.ask(agent)] += 1
    return found


def follows(world, action, seat, agent):
    """Take an action; False if the agent would have done otherwise, or it is not legal."""
    if world.current_seat != seat and world.ask(agent) != action:
        return False
    legal = action in world.legal_actions()
    if legal:
        world.act(action)
    return legal


@pytest.mark.parametrize("agent", ["five-rule", "newest"])
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_shares_are_those_of_every_deal(agent, turns):
    """Hands that earlier choices rule out are left out."""
    asked = make_agent(agent)
    game = Game(SMALL, seed=5)
    for _ in range(turns):
        game.act(game.ask(asked))
    record = Record(rules=SMALL, deck=tuple(game.deck), actions=tuple(game.actions))
    seat = 1 - game.current_seat
    (found,) = analysis.hand_choices(record, turns, seat, agent)
    assert found["basis"] == "exact"
    expected = choices_of_every_deal(game, seat, asked)
    total = expected.total()
    shares = {each["id"]: each["share"] for each in found["groups"] if each["hands"]}
    assert shares == pytest.approx({a: n / total for a, n in expected.items()}, abs=1e-5)
    (real,) = (each["id"] for each in found["groups"] if each["true"])
    assert real == game.ask(asked)
    assert sum(each["hands"] for each in found["groups"]) == found["hands"]


def test_what_cannot_be_asked():
    """Its own hand tells a seat nothing; searches take too long; games end."""
    game = Game(SMALL, seed=5)
    record = Record(rules=SMALL, deck=tuple(game.deck), actions=())
    for seat, agent, error in [(0, "newest", "own hand"), (1, "sparta(newest)", "too long")]:
        with pytest.raises(AgentError, match=error):
            next(analysis.hand_choices(record, 0, seat, agent))
    with pytest.raises(HanabiError, match="seat"):
        next(analysis.hand_choices(record, 0, 7, "newest"))
