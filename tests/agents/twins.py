"""Agents against their naive twins, action for action."""

from __future__ import annotations

from random import Random
from typing import Any

from hanabilab.agents import CompiledPolicy
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action
from tests.agents.watching import Watch
from tests.naive.game import NaiveGame, all_actions

__all__ = ["require_twins"]


def require_twins(
    agent: CompiledPolicy, rules: Rules, seed: int, make_twin: Any, departs: float = 0
) -> int:
    """Play a game, and compare at every turn; returns its score.

    Args:
        make_twin: from a naive game, what has `decide(game)`, None if it cannot tell, and
            `watch(before, action, after)`.
        departs: how often a seat does something else, any legal action.
    """
    game, random = Game(rules, seed=seed), Random(seed)
    watch = Watch(agent, rules, game.state)
    ranks = rules.ranks
    naive = NaiveGame(rules, [(card // ranks, card % ranks + 1) for card in game.deck])
    twin, actions = make_twin(naive), all_actions(rules)
    while not game.is_over:
        own, choice = actions[parse_action(rules, watch.move())], twin.decide(naive)
        assert choice in (own, None), f"turn {game.state.turn}"
        choice = own
        if random.random() < departs:
            choice = actions[random.choice(game.legal_actions())]
        before = naive.copy()
        watch.take_id(actions.index(choice))
        naive.act(actions.index(choice))
        twin.watch(before, choice, naive)
    return game.score
