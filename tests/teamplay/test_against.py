"""One agent with many partners: the same games as a cross-play, and no statistics of a square."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hanabilab.agents import five_rule, random_agent
from hanabilab.errors import AgentError, RulesError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.stats import estimate
from hanabilab.teamplay import PairsPlan, against, play_against, play_pairs

PARTNERS = ("piers", "random", "five-rule")


@pytest.mark.compiled  # long in plain Python
@pytest.mark.parametrize("players", [2, 3])
def test_scores_are_those_of_a_cross_play_of_one_row(players):
    """The same seats, decks and dice, so the same means and errors, partner by partner."""
    rules = Rules(players=players)
    found = play_against("iggi", PARTNERS, rules, games=30, seed=5)
    pairs = play_pairs(PairsPlan(rules, ("iggi",), PARTNERS, games=30, seed=5))
    assert list(PARTNERS) == list(found)
    for scores, name in zip(pairs.scores[0], PARTNERS, strict=True):
        assert estimate(scores) == found[name]
    assert found["random"].ci95 != found["piers"].ci95


def test_agents_themselves_may_be_given():
    """Objects and names are one agent, and results do not depend on threads."""
    named = play_against("five-rule", ["random", "five-rule"], games=12, seed=3)
    given = play_against(five_rule, [random_agent, five_rule], games=12, seed=3, threads=1)
    assert named == given
    assert np.isfinite(named["random"].sem)


def test_wrong_partners_are_refused():
    """Twice the same, nobody that plays, or games in which a seat would have no error."""
    with pytest.raises(AgentError, match="partner 'random' is there twice"):
        play_against("iggi", ["random", random_agent])
    with pytest.raises(AgentError, match="at least 6 are needed, two in each seat"):
        play_against("iggi", ["random"], Rules(players=3), games=5)
    with pytest.raises(RulesError, match="a whole number of games is needed"):
        play_against("iggi", ["random"], games=10.5)
    for none in ([], "random"):
        with pytest.raises(AgentError, match="a list of one or more is needed"):
            play_against("iggi", none)
    with pytest.raises(AgentError, match="is no agent"):
        play_against("iggi", [3])


def test_a_stop_leaves_no_half_means(monkeypatch):
    """A mean over some decks would be taken for the mean over all."""
    whole = against.play_games

    def stopped(*args, **options):
        return replace(whole(*args, **options), complete=False)

    monkeypatch.setattr(against, "play_games", stopped)
    with pytest.raises(StoppedError, match="before all games with random were finished"):
        play_against("five-rule", ["random"], games=4)
