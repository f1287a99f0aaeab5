"""Kernels in plain Python: the same answers, and nothing compiled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED, in_python, switch
from hanabilab._jit.compiling import compiled
from hanabilab.agents import make_agent
from hanabilab.agents.asking import act_once, observe_once
from hanabilab.agents.policy import new_memory
from hanabilab.game.actions import discard_action, play_action
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.samples import position
from tests.agents.watching import Watch
from tests.beliefs.exact import new_rng


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", ["keen(care=1, endgame=2)", "information", "hat", "iggi", "random"]
)
def test_an_agent_does_and_remembers_the_same(name):
    """In a game, at every turn, and compiles nothing; rules are chosen from a tuple of kernels."""
    agent = make_agent(name)
    act, observe = in_python(agent.function), in_python(agent.observe or nothing)
    game = Game(Rules(players=agent.players[-1]), seed=4)
    memories = [new_memory(agent, 1)[0] for _ in range(2)]
    observe_all(game, memories, observe, agent)
    while not game.is_over:
        rngs = [new_rng(game.state.turn) for _ in range(2)]
        before = list(compiled)
        action = act(game.view(), memories[0], rngs[0])
        assert before == compiled
        assert action == act_once(game.view(), memories[1], rngs[1], agent.native_act)
        np.testing.assert_array_equal(*rngs)
        game.act(int(action))
        observe_all(game, memories, observe, agent)


def nothing(view, memory):
    """What an agent without memory observes."""


def observe_all(game, memories, observe, agent):
    """One memory in Python, and one compiled, see the same and are alike."""
    viewer = max(int(game.state.last_seat), 0)
    observe(game.view(viewer), memories[0])
    observe_once(game.view(viewer), memories[1], agent.native_observe)
    np.testing.assert_array_equal(*memories)


@pytest.mark.compiled
def test_to_explain_is_to_compile_nothing():
    """Though the agent itself is compiled, for what it does."""
    rules = Rules(hand_size=2)
    game = Watch(make_agent("keen"), rules, position(rules, "R1:R1 Y2", "Y1 G4", tokens=7))
    before = list(compiled)
    assert "points at a playable card of seat 1" == game.explanation()
    assert before == compiled


class _Given(NamedTuple):
    rules: Any


def test_kernels_within_a_tuple_are_called_in_python_too():
    """Compiled, they would refuse an object that is no table of rules."""
    choose = in_python(switch((discard_action, play_action), -1))
    assert choose(1, _Given(SimpleNamespace(hand_size=5)), (2,)) == 7


@pytest.mark.once
def test_functions_of_others_stay_as_they_are():
    """They are called as they are given, with what they are given."""
    assert 7 == in_python(lambda number, more=4: number + more)(3)


@pytest.mark.skipif(JIT_ENABLED, reason="for kernels that are Python already")
def test_without_compilation_it_is_the_function():
    """There is nothing to make of it."""
    assert in_python(nothing) is nothing
