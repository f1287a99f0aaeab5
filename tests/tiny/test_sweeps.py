"""Passes for many policies at once tell what is found history by history."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.tiny import enumerate_game
from hanabilab.tiny.policies import history_values, reach_of, value_of
from hanabilab.tiny.sweeps import all_values, first_reach, root_values, spread_reach
from tests.strategies import examples
from tests.tiny.by_hand import choice_worth, reach_by_hand, values_by_hand
from tests.tiny.samples import MINI, card_games, three_turns, tree_of


def mixed_policies(tree, count, seed):
    """[C, count] with some probabilities 0."""
    weights = np.random.default_rng(seed).integers(0, 4, (tree.num_choices, count)) + 1e-3
    totals = np.add.reduceat(weights, tree.first_choice, axis=0)
    return weights / totals[tree.owner]


def check(tree, seed):
    policies = mixed_policies(tree, 3, seed)
    values, reach = all_values(tree, policies), first_reach(tree, 3)
    for level in tree.levels:
        spread_reach(reach, policies, level)
    for place, policy in enumerate(np.ascontiguousarray(policies.T)):
        assert values[:, place] == pytest.approx(values_by_hand(tree, policy))
        assert history_values(tree, policy) == pytest.approx(values_by_hand(tree, policy))
        assert reach_of(tree, policy) == pytest.approx(reach_by_hand(tree, policy))
        assert root_values(tree, policies)[place] == pytest.approx(value_of(tree, policy))
        for seat in range(tree.game.seats):
            others = np.where(tree.seat_of[tree.owner] == seat, 1.0, policy)
            assert reach[seat, :, place] == pytest.approx(reach_by_hand(tree, others))
            worth = choice_worth(tree, reach_by_hand(tree, others), values[:, place])
            for level in tree.levels:
                after = reach[seat, level.parent] * values[level.nodes]
                found = level.sum_by_choice(after)[:, place]
                assert found == pytest.approx(worth[level.choices])


@examples(15, 4)
@given(st.one_of(card_games(), three_turns()), st.integers(0, 1000))
def test_many_at_once_are_as_one_by_one(game, seed):
    """Values, reach of partners and worth of choices, of mixed policies."""
    check(enumerate_game(game), seed)


def test_also_where_games_end_early():
    """Hanabi ends by the last life, sooner or later."""
    check(tree_of(MINI), 1)


def test_steps_cover_the_tree():
    """Every history but the deals, and every choice, belongs to one step."""
    tree = tree_of(MINI)
    nodes = np.concatenate([np.arange(tree.size)[level.nodes] for level in tree.levels])
    assert nodes.tolist() == np.flatnonzero(tree.parent >= 0).tolist()
    choices = np.concatenate([np.arange(tree.num_choices)[level.choices] for level in tree.levels])
    assert choices.tolist() == list(range(tree.num_choices))
