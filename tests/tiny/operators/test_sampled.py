"""Search by rollouts: near the exact one, the same for a seed, and not below its bound."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.tiny import random_policy, uniform_policy, value_of
from hanabilab.tiny.operators import (
    Searchers,
    improve,
    improve_sampled,
    sampling_bound,
    searchers_of,
)
from hanabilab.tiny.operators.rollout_kernels import fill_rollout_means
from hanabilab.tiny.operators.sampled import rollout_table
from tests.tiny.by_hand import choice_worth, values_by_hand
from tests.tiny.samples import MINI, tree_of


@pytest.mark.parametrize("name", ["F", MINI])
def test_rollouts_mean_what_choices_are_worth(name):
    """1,000 rollouts of each choice, seed 1: within 6 standard errors of the exact value."""
    tree, rollouts = tree_of(name), 1000
    policy = uniform_policy(tree)
    tried = np.arange(0, tree.num_choices, 7)
    means = np.empty(len(tried))
    table = rollout_table(tree, policy)
    fill_rollout_means(means, tried, rollouts, 1, tree.chance, table)
    worth = choice_worth(tree, np.ones(tree.size), values_by_hand(tree, policy))
    weight = np.bincount(tree.infoset[tree.infoset >= 0], tree.chance[tree.infoset >= 0])
    exact = (worth / weight[tree.owner])[tried]
    error = np.ptp(tree.payoff) / 2 / np.sqrt(rollouts)
    assert np.abs(means - exact).max() < 6 * error


@pytest.mark.parametrize("place", range(4))
def test_many_rollouts_find_what_exact_search_finds(place):
    """Where no two actions are worth the same: game D, 400 rollouts."""
    tree = tree_of("D")
    searchers = searchers_of(tree)[place]
    policy = random_policy(tree, 3)
    found = improve_sampled(tree, policy, searchers, rollouts=400, seed=2)
    assert value_of(tree, found) == pytest.approx(value_of(tree, improve(tree, policy, searchers)))


def test_the_same_seed_is_the_same_search():
    """And another may be another."""
    tree = tree_of(MINI)
    policy = random_policy(tree, 1)
    found = [
        improve_sampled(tree, policy, Searchers((0, 1)), rollouts=2, seed=seed)
        for seed in (1, 1, 2, 3, 4)
    ]
    assert (found[0] == found[1]).all()
    assert any((found[0] != other).any() for other in found[2:])


@pytest.mark.parametrize("rollouts", [1, 4])
def test_the_mean_over_seeds_is_above_the_bound(rollouts):
    """By one seat and jointly, 20 seeds; few rollouts can lose, and the bound tells how much."""
    tree = tree_of("F")
    policy = random_policy(tree, 1)
    bound = sampling_bound(tree, value_of(tree, policy), rollouts)
    for searchers in (Searchers((0,)), Searchers((1,)), Searchers((0, 1))):
        values = [
            value_of(tree, improve_sampled(tree, policy, searchers, rollouts=rollouts, seed=seed))
            for seed in range(20)
        ]
        assert np.mean(values) >= bound


def test_the_bound_by_hand():
    """Game F: two moves, payoffs 0 to 3, two actions, 400 rollouts."""
    assert sampling_bound(tree_of("F"), 1.5, 400) == pytest.approx(1.5 - 2 * 2 * 3 * 2 / 20)


def test_numbers_out_of_range():
    """One line each."""
    tree = tree_of("A")
    policy = uniform_policy(tree)
    with pytest.raises(GameError, match="rollouts is 0"):
        improve_sampled(tree, policy, Searchers((0,)), rollouts=0)
    with pytest.raises(GameError, match="seed is -1"):
        improve_sampled(tree, policy, Searchers((0,)), rollouts=1, seed=-1)
