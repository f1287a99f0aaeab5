"""Published agents score as published: two players, fixed slots, points of lost games kept.

Scores are those that the authors' frameworks gave over thousands of games; docs/rule_base.md has
the whole table at 20,000.
"""

from __future__ import annotations

import pytest

from hanabilab.agents import make_agent, rule_policy
from hanabilab.arena import Lineup, play_games
from hanabilab.game.rules import Rules
from hanabilab.stats import estimate
from tests.agents.rules.test_agent import FIXED

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

ERRORS = 4
GAMES = 4000


def mean_of(agent, rules):
    """The mean score of many games, seed 1."""
    lineup = Lineup((agent,) * rules.players)
    return estimate(play_games(lineup, rules, games=GAMES, seed=1).table["score"].to_numpy())


@pytest.mark.parametrize("mode", ["clean", "compat"])
@pytest.mark.parametrize(
    ("name", "score", "tolerance"),
    [
        ("canaan-elite", 20.34, 0.05),
        ("iggi", 16.38, 0.1),
        ("internal", 11.18, 0.1),
        ("outer", 14.55, 0.1),
        ("piers", 17.31, 0.1),
        ("flawed", 1.46, 0.05),
        ("van-den-bergh", 13.41, 0.1),
        ("legal-random", 1.25, 0.05),
        ("cautious", 16.65, 0.05),
        ("clive-j", 14.26, 0.05),
        ("iggi-2", 17.66, 0.05),
        ("self-recognition", 12.81, 0.05),
    ],
)
def test_the_pool_scores_as_published(name, score, tolerance, mode):
    """Within what was published, and errors of our own."""
    found = mean_of(make_agent(f"{name}(mode={mode})"), FIXED)
    assert abs(found.mean - score) < tolerance + ERRORS * found.sem


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("cautious", (17.19, 16.42, 15.18)),
        ("piers", (17.54, 17.07, 16.27)),
        ("outer", (14.43, 13.08, 12.67)),
        ("internal", (11.04, 10.19, 9.97)),
        ("iggi-2", (17.44, 16.61, 15.35)),
        ("clive-j", (14.10, 13.21, 12.38)),
    ],
)
def test_the_pool_scores_as_published_with_more_players(name, scores):
    """Three to five players."""
    for players, score in enumerate(scores, start=3):
        rules = Rules(players=players, draw_slot="vacated", bomb="keep")
        found = mean_of(make_agent(name), rules)
        assert abs(found.mean - score) < 0.1 + ERRORS * found.sem


@pytest.mark.parametrize(("name", "score"), [("canaan-elite", 19.91), ("iggi", 16.88)])
def test_published_agents_score_as_measured_where_hands_shift(name, score):
    """The elite loses by it, IGGI gains."""
    found = mean_of(make_agent(name), Rules(bomb="keep"))
    assert abs(found.mean - score) < 0.05 + ERRORS * found.sem


def test_a_list_of_the_first_rule_alone_ends_at_once():
    """In the original, where no rule fires, the game is over."""
    assert mean_of(rule_policy([0] * 15, mode="compat"), FIXED).mean == 0
