"""`keen` with the last cards in the deck: `endgame=3`."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import replay
from hanabilab.agents import make_agent
from hanabilab.agents.endgame.hidden_hand import more_points_than
from hanabilab.arena import play_games, record_of
from hanabilab.game.rules import Rules
from hanabilab.review import explain_record

pytestmark = pytest.mark.compiled

TWO = Rules(players=2)
USUAL = make_agent("tuned(keen, players=2)")
AHEAD = make_agent("tuned(keen, players=2, endgame=3)")


@pytest.mark.late
def test_it_departs_from_its_rules_where_the_deck_is_short_alone():
    """What it says of 40 games of its own: there a reason of its own, elsewhere those of `keen`."""
    table = play_games(AHEAD, TWO, games=40, seed=1).table
    departures = 0
    for row in table.iter_rows(named=True):
        record = record_of(TWO, row)
        ahead, usual = (explain_record(agent, record) for agent in (AHEAD, USUAL))
        for game, turn, other in zip(replay(record), ahead, usual, strict=False):
            assert turn.action == turn.choice
            if turn.choice == other.choice:
                assert turn.reason == other.reason
                continue
            departures += 1
            assert game.rules.deck_size - game.state.deck_drawn <= 3
            assert more_points_than("") in turn.reason
    assert departures > 3


@pytest.mark.late
def test_it_scores_more():
    """Beyond five standard errors, paired, in 10,000 games of seed 1."""
    scores = [
        play_games(agent, TWO, games=10_000, seed=1).table.sort("game")["score"].to_numpy()
        for agent in (AHEAD, USUAL)
    ]
    gains = scores[0].astype(float) - scores[1]
    assert gains.mean() > 5 * gains.std() / len(gains) ** 0.5
    assert np.mean(scores[0] == 0) < 0.001
