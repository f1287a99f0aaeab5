"""Agents asked for one move from Python."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules, policy
from hanabilab.agents.asking import ask
from hanabilab.agents.five_rule import five_rule
from hanabilab.agents.policy import new_memory


@policy("raises")
def raises(view, memory, rng):
    """Does not know how to begin."""
    if view.turn == 0:
        raise ValueError("no idea")
    return 0


def test_what_is_asked_is_what_is_played():
    """A game of answers is the game that the agent's plain function plays."""
    game, rng = Game(Rules(), seed=3), np.ones(2, np.uint64)
    memory = new_memory(five_rule, 1)[0]
    while not game.is_over:
        action = ask(five_rule, game.view(), memory, rng)
        assert five_rule.function(game.view(), memory, rng.copy()) == action
        game.act(action)


def test_what_a_users_agent_raises_is_raised():
    """Compiled, it answers no action; asked, its exception is heard."""
    with pytest.raises(ValueError, match="no idea"):
        ask(raises, Game(Rules(), seed=1).view(), new_memory(raises, 1)[0], np.ones(2, np.uint64))


def test_random_numbers_are_those_of_seed_zero_unless_another_is_given():
    """At twenty turns of `random`, which another seed makes others."""
    game = Game(Rules(), seed=3)
    asked = []
    for _ in range(20):
        asked.append([game.ask("random"), *(game.ask("random", seed=seed) for seed in range(2))])
        game.act(game.ask("five-rule"))
    by_default, zero, one = zip(*asked, strict=True)
    assert by_default == zero
    assert by_default != one
