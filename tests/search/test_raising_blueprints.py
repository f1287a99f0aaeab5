"""A user's agent that raises where a search imagines games is told: what it says means nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hanabilab import Game, Rules, batched_policy, policy
from hanabilab.arena import play_games
from hanabilab.errors import AgentError
from hanabilab.notation import Record
from hanabilab.review import explain_record, review_luck
from hanabilab.search import Ismcts, JointSparta, Sparta, evaluate
from hanabilab.search.endgame import blueprint_values
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.agent_policies import agent_policy
from hanabilab.tiny.games import MiniHanabi
from hanabilab.tiny.hanabi import LADDER
from tests.agents.raising import common, count_three, counter

SMALL = Rules.preset("very-small", players=2, life_tokens=3)


def play_oldest(view, memory, rng):
    return view.rules.hand_size


def game_after(turns):
    """A game in which so many hints and plays were made."""
    game = Game(SMALL, seed=2)
    while len(game.actions) < turns:
        game.act(game.legal_actions()[-1])
    return game


IMAGINING = {
    "sparta": lambda: evaluate(game_after(1), Sparta(counter, rollouts=500)),
    "sparta by hints": lambda: evaluate(game_after(1), Sparta(counter, beliefs="hints")),
    "sparta near the end": lambda: evaluate(game_after(1), Sparta(counter, endgame=5)),
    "joint": lambda: evaluate(game_after(1), JointSparta(common, rollouts=500)),
    "ismcts": lambda: evaluate(game_after(1), Ismcts(counter, iterations=50)),
    "endgame": lambda: blueprint_values(game_after(1), counter),
    "endgame of two turns": lambda: blueprint_values(game_after(1), counter, depth=2),
    "small game": lambda: agent_policy(enumerate_game(MiniHanabi(LADDER["1"].rules)), counter),
    "luck": lambda: review_luck(Record.of(game_after(5)), counter),
}


@pytest.mark.parametrize("name", IMAGINING)
@pytest.mark.late_but(3)
def test_what_observe_raises_in_imagined_games_is_told(name):
    """Not passed over: memory would be of nothing that was seen."""
    with pytest.raises(AgentError, match=r"agent '\w+' raises an exception in an imagined game"):
        IMAGINING[name]()


REAL = {
    "ask": lambda: game_after(5).ask(counter),
    "explain": lambda: explain_record(counter, Record.of(game_after(5))),
    "a seat that searches": lambda: play_games(
        [Sparta(listener, rollouts=100, beliefs="hints"), "random"], SMALL, games=20, threads=1
    ),
}


@policy("counter", observe=count_three, memory_size=1)
def listener(view, memory, rng):
    """Searches nothing, for it has no other action."""
    return view.rules.hand_size


@pytest.mark.parametrize("name", REAL)
def test_what_observe_raises_in_the_game_itself_is_told_by_name(name):
    """The function is called once more in plain Python, and its seat, turn and line are known."""
    with pytest.raises(AgentError, match=r"counter.*'.*: ValueError in observe.*: too many \("):
        REAL[name]()


def test_an_exception_in_a_position_to_be_searched_is_the_users():
    """Raised as it is: commands tell in a line which file it comes from."""
    with pytest.raises(ValueError, match="too many"):
        evaluate(game_after(5), Sparta(counter))


# --- Answers of batched agents --------------------------------------------------------------------


def batched(answer):
    return batched_policy("odd")(lambda turns: answer(len(turns.views)))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda count: None, "agent 'odd' answers None; an action is a whole number"),
        (lambda count: [None] * count, "agent 'odd' answers None; an action is a whole number"),
        (lambda count: [1.0] * count, "agent 'odd' answers 1.0; an action is a whole number"),
        (lambda count: [], r"agent 'odd' answers \[\]; an action is a whole number"),
        (lambda count: [[1], [1, 2]], r"agent 'odd' answers .*; an action is a whole number"),
        (lambda count: np.ones(count + 1, int), r"agent 'odd' gave \(2,\) actions for \(1,\)"),
    ],
)
def test_odd_answers_of_a_batched_blueprint_are_told(answer, message):
    """As the arena does; the search asks for the one game first."""
    with pytest.raises(AgentError, match=message):
        evaluate(game_after(1), Sparta(batched(answer), rollouts=100))


def test_odd_answers_for_many_games_are_told():
    """In rollouts, where games are played side by side: one action too few."""
    odd = batched(lambda count: np.full(count - (count > 1), SMALL.hand_size))
    odd = replace(odd, games_at_once=8)
    with pytest.raises(AgentError, match=r"agent 'odd' gave \(7,\) actions for \(8,\) games"):
        evaluate(game_after(0), Sparta(odd, rollouts=500))
