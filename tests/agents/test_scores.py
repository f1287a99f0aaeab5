"""How well the simple, the hat-guessing and the cheating agents play, beside the originals.

A figure of ours is off by chance alone, by as much as these tests allow, less than once in 10**6
seeds each: five standard errors of the difference.
"""

from __future__ import annotations

from math import sqrt

import pytest

from hanabilab.agents import make_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.game.rules import Rules

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

GAMES = 10_000
ERRORS = 5

#: Agent, rules, mean score of the original and its standard error.
MEANS = [
    # chikinn/hanabi, 2,000 games each.
    ("newest", Rules(players=2, bomb="keep"), 19.03, 0.06),
    ("newest", Rules(players=3, bomb="keep"), 20.57, 0.04),
    ("newest", Rules(players=4, bomb="keep"), 20.95, 0.04),
    ("newest", Rules(players=5, bomb="keep"), 20.36, 0.02),
    # HanSim, 300,000 and 60,000 games; a fourth mistake ends its games.
    ("cox-recommendation", Rules(players=5, life_tokens=4), 23.001, 0.003),
    ("cox-information", Rules(players=5), 24.681, 0.003),
    # fpvandoorn/hanabi, 2,000 games each.
    ("hat", Rules(players=4), 24.925, 0.009),
    ("hat", Rules(players=5), 24.878, 0.010),
]

#: Agent, rules, perfect games of the original, of how many.
PERFECT = [
    ("cox-recommendation", Rules(players=5, life_tokens=4), 0.164, 300_000),
    ("cox-information", Rules(players=5), 0.763, 60_000),
    ("hat", Rules(players=4), 0.941, 10_000),
    ("hat", Rules(players=5), 0.908, 10_000),
]

#: Players, the best mean with open hands that we know of: CheatBot (Quuxplusone/Hanabi) with two,
#: hanabi.rs with more; 30,000 and 20,000 games.
OPEN_HANDS = [(2, 24.904), (3, 24.978), (4, 24.973), (5, 24.962)]


def self_play(name: str, rules: Rules):
    """The table of the games 0 to GAMES - 1 of seed 1."""
    lineup = Lineup((make_agent(name),) * rules.players)
    return play_games(lineup, rules, games=GAMES, seed=1).table


@pytest.mark.parametrize(("name", "rules", "mean", "error"), MEANS)
def test_it_scores_as_the_original(name, rules, mean, error):
    """The mean of 10,000 games of seed 1."""
    scores = self_play(name, rules)["score"]
    assert abs(scores.mean() - mean) < ERRORS * sqrt(scores.var() / GAMES + error**2)


@pytest.mark.parametrize(("name", "rules", "perfect", "games"), PERFECT)
def test_it_wins_as_often_as_the_original(name, rules, perfect, games):
    """Perfect games of 10,000 of seed 1."""
    share = (self_play(name, rules)["score"] == rules.max_score).mean()
    error = sqrt(perfect * (1 - perfect) * (1 / GAMES + 1 / games))
    assert abs(share - perfect) < ERRORS * error


def test_one_life_less_costs_cox_recommendation_half_a_point():
    """It plays on old news while a mistake does not lose; HanSim's games end a mistake later."""
    three = self_play("cox-recommendation", Rules(players=5))
    four = self_play("cox-recommendation", Rules(players=5, life_tokens=4))
    assert 0.4 < four["score"].mean() - three["score"].mean() < 0.8
    assert three["lives"].min() == four["lives"].min() == 1


@pytest.mark.parametrize(("players", "best"), OPEN_HANDS)
def test_cheat_is_the_best_with_open_hands(players, best):
    """Above the means of the others by more than five standard errors of ours."""
    table = self_play("cheat", Rules(players=players))
    assert table["score"].mean() - ERRORS * sqrt(table["score"].var() / GAMES) > best
    assert 0 == table["misplays"].sum()
