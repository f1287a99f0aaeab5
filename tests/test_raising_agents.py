"""A user's agent that raises in `observe` is told wherever it is asked; see also its search tests.

What it remembers from then on means nothing: likenesses, likelihoods and lessons of it would, too.
"""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules
from hanabilab.adapters.one_seat import SeatedAgent, turns_of_seat
from hanabilab.agents import random_agent
from hanabilab.beliefs import History
from hanabilab.errors import AgentError
from hanabilab.people.asking import show_all
from hanabilab.people.game import HUMAN
from hanabilab.puzzles.replies import replies_of
from hanabilab.search import Sparta
from hanabilab.search.evaluate import turns_of
from hanabilab.teamplay.adaptive import Identifier, turns_after
from tests.agents.raising import counter
from tests.people.telling import as_people, game_of
from tests.teamplay.adaptive.pools import finished, payoffs_of

pytestmark = pytest.mark.once

RULES = Rules(players=2, suits=2, hand_size=3)


def game_after(turns):
    """A game in which so many hints and plays were made."""
    game = Game(RULES, seed=2)
    while len(game.actions) < turns:
        game.act(game.legal_actions()[-1])
    return game


def seated():
    agent, game = SeatedAgent(counter, 0, 1, 0), Game(RULES, seed=2)
    agent.observe(game)
    while not game.is_over:
        game.act(game.legal_actions()[-1])
        agent.observe(game)


@pytest.mark.parametrize(
    "asked",
    [
        seated,
        lambda: turns_of_seat(game_after(4), 0, counter, np.zeros((1, 2), np.uint64), (1, 0)),
    ],
)
def test_at_one_seat_of_a_game(asked):
    """Of a bot, of an environment's partner: which exception it is, and where."""
    expected = r"agent 'counter': ValueError in observe of seat 0 at turn 3: too many \("
    with pytest.raises(AgentError, match=expected):
        asked()


def likeness():
    game = game_of(["random"] * 2, 1, RULES)
    list(show_all(counter, [as_people(game, "one", [HUMAN] * 2, ["ann"] * 2)]))


def likelihood():
    turns = turns_after(finished(RULES, [random_agent, random_agent]))
    Identifier(payoffs_of(counter, random_agent, rules=RULES)).log_likelihoods(turns, 0)


def replies():
    game = game_after(2)
    turns = turns_of(game, counter, 0)
    hands = Sparta(counter, rollouts=0).search(turns, 0).hands
    legal = np.zeros(RULES.num_actions, np.bool_)
    legal[game.legal_actions()] = True
    replies_of(History.of(counter, turns, 0), counter, hands, legal, 9)


@pytest.mark.parametrize("imagined", [likeness, likelihood, replies])
def test_where_games_are_imagined(imagined):
    """Without the exception, which other calls of the same functions have raised."""
    with pytest.raises(AgentError, match="agent 'counter' raises an exception in an imagined game"):
        imagined()


def test_where_it_teaches_and_guides():
    """A network would learn nonsense from it."""
    pytest.importorskip("torch", reason="networks need PyTorch: hanabilab[learn]")
    from hanabilab.learning.teachers import Teacher
    from hanabilab.learning.vector_games import VectorGames

    games = VectorGames(RULES, 2, seed=1)
    teacher = Teacher(counter, games)

    def teach():
        for _ in range(4):
            games.step(games.legal.argmax(axis=1))
            teacher.watch(games.ended)

    with pytest.raises(AgentError, match="agent 'counter' raises an exception"):
        teach()
