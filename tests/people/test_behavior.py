"""How people behave: by hand on a short game, as the arena measures, and by published figures."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hanabilab import Game, Rules, make_agent
from hanabilab.errors import NotationError
from hanabilab.notation.record import Record
from hanabilab.people import read_people
from hanabilab.people.behavior import behavior_of_agent, behavior_of_people
from hanabilab.people.game import HUMAN, Ending, PeoplesGame

RULES = Rules(
    players=2, suits=2, ranks=2, copies=(2, 1), hand_size=2, information_tokens=3,
    discard_at_max=True,
)  # fmt: skip
_FOLDER = os.environ.get("HANABILAB_PEOPLE", "")
_BEHAVIOR = ("communicativeness", "information_per_play", "risk_aversion", "misplays",
             "convention_gap", "useless_discards", "critical_discards")  # fmt: skip


def game_of(actions, deck, players=(HUMAN, HUMAN), persons=("ann", "bob")) -> PeoplesGame:
    """A game of people, as far as these actions."""
    game = Game(RULES, deck=deck)
    for action in actions:
        game.act(action)
    record = Record(rules=RULES, deck=tuple(deck), actions=tuple(actions))
    counts = tuple(players[turn % 2] == HUMAN for turn in range(len(actions)))
    return PeoplesGame(
        name="7", record=record, players=players, persons=persons, counts=counts,
        points=int(game.state.points), ending=Ending.STOPPED,
        lost=False,
    )  # fmt: skip


#: Seat 0 holds R1 R2, seat 1 holds B1 R1; then B2, B1 are drawn.
DECK = [0, 1, 2, 0, 3, 2]
PLAY, DISCARD = 2, 0


def test_shares_are_as_counted_by_hand():
    """Seat 0 plays R1, seat 1 discards the other one, which is useless, and seat 0 plays R2."""
    found = behavior_of_people([game_of([PLAY, DISCARD + 1, PLAY], DECK)])
    assert found.communicativeness.mean == 0
    assert found.misplays.mean == 0
    assert found.useless_discards.mean == 1
    assert found.critical_discards.mean == 0
    assert found.information_per_play.mean == 0
    # First R1, R2, B1 and B2 are unseen, of which R1 and B1 fit; then R2, which fits, and B2.
    assert found.risk_aversion.mean == pytest.approx((2 / 4 + 1 / 2) / 2)
    assert found.convention_gap.mean == pytest.approx(1 - 1 / 2)


def test_a_play_that_fails_lowers_the_gap():
    """Seat 0 plays R2 first, with a chance of one half that it fits."""
    found = behavior_of_people([game_of([PLAY + 1], DECK)])
    assert found.misplays.mean == 1
    assert found.convention_gap.mean == pytest.approx(1 - 2 / 4 - 1)
    assert found.useless_discards is None


def test_only_people_are_counted():
    """Seat 1 is an agent, whose discard is not counted."""
    found = behavior_of_people([game_of([PLAY, DISCARD + 1], DECK, (HUMAN, "outer"), ("ann", ""))])
    assert found.useless_discards is None
    assert found.risk_aversion.mean == pytest.approx(2 / 4)
    with pytest.raises(NotationError, match="no person sits"):
        behavior_of_people([game_of([PLAY], DECK, ("iggi", "outer"), ("", ""))])


def test_intervals_have_only_shares():
    """One game whose play fits, and one whose play fails; the gap may be below zero."""
    found = behavior_of_people([game_of([PLAY], DECK), game_of([PLAY + 1], DECK)])
    assert (found.misplays.mean, found.misplays.ci95) == (0.5, (0.0, 1.0))
    assert (found.convention_gap.mean, found.convention_gap.ci95) == (0.0, (-1.0, 1.0))


def test_errors_are_over_games_or_people():
    """Two games of the same people are one cluster, which tells no error."""
    games = [game_of([PLAY], DECK), game_of([PLAY + 1], DECK)]
    assert behavior_of_people(games).misplays.sem == pytest.approx(0.5)
    assert behavior_of_people(games, by="person").misplays.sem is None
    other = [*games, game_of([PLAY], DECK, persons=("cid", "dan"))]
    assert behavior_of_people(other, by="person").misplays.sem > 0
    three = Rules(players=3)
    odd = replace(games[0], record=replace(games[0].record, rules=three))
    with pytest.raises(NotationError, match="2 and 3 players"):
        behavior_of_people([games[0], odd])


@pytest.mark.compiled
def test_agents_are_as_the_arena_measures_them():
    """docs/measures.md has these for 10,000 games."""
    found = behavior_of_agent(make_agent("five-rule"), Rules(players=2), 300, 1)
    assert (found.who, found.games) == ("five-rule", 300)
    assert found.communicativeness.mean == pytest.approx(0.8429, abs=0.015)
    assert found.information_per_play.mean == pytest.approx(0.9044, abs=0.01)
    assert found.convention_gap.mean == pytest.approx(0, abs=1e-6)


@pytest.mark.skipif(not _FOLDER, reason="HANABILAB_PEOPLE names no folder of people's games")
@pytest.mark.compiled
def test_people_behave_as_was_measured_elsewhere():
    """Shares of all games; the folder has half of those of three players, and some people's."""
    wanted = {
        3: (0.410, 0.513, 0.602, 0.033, 0.365, 0.633, 0.007),
        2: (0.573, 0.608, 0.616, 0.232, 0.152, 0.514, 0.158),
    }
    games = [
        game
        for path in sorted(Path(_FOLDER).iterdir())
        for game in _readable(path)
        if HUMAN in game.players
    ]
    looked = 0
    for players, figures in wanted.items():
        found = behavior_of_people([g for g in games if g.record.rules.players == players])
        for name, figure in zip(_BEHAVIOR, figures, strict=True):
            share = getattr(found, name)
            off = 4 * share.sem if players == 3 else 0.04
            assert share.mean == pytest.approx(figure, abs=off), (players, name)
            looked += 1
    assert looked == 14


def _readable(path: Path) -> list[PeoplesGame]:
    try:
        return list(read_people(str(path)).games)
    except NotationError:
        return []
