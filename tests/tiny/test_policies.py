"""Policies of a tree: written as picks or probabilities, checked, and worth what play is worth."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.tiny import (
    check_policy,
    deterministic,
    enumerate_game,
    join_policies,
    picks_of,
    random_policy,
    uniform_policy,
    value_of,
)
from hanabilab.tiny.games import TINY_HANABI, lever_game, tiny_hanabi


@pytest.fixture(scope="module")
def tree():
    return enumerate_game(tiny_hanabi("E"))


def test_a_value_is_the_mean_payoff_of_the_deals(tree):
    """Six random policies of game E, played by hand on its four deals."""
    table = TINY_HANABI["E"]
    for seed in range(6):
        picks = picks_of(tree, random_policy(tree, seed))
        first, second = picks[:2], picks[2:].reshape(3, 2)  # by card; by action and card
        total = sum(table[a][b][first[a]][second[first[a], b]] for a in (0, 1) for b in (0, 1))
        assert value_of(tree, random_policy(tree, seed)) == pytest.approx(total / 4)


def test_picks_and_probabilities_say_the_same(tree):
    """There and back; of equals the first."""
    picks = np.arange(8) % 3
    assert (picks_of(tree, deterministic(tree, picks)) == picks).all()
    assert (picks_of(tree, uniform_policy(tree)) == 0).all()


@pytest.mark.parametrize(
    ("picks", "words"),
    [([0] * 7, "8 information sets, not 7"), ([0] * 7 + [3], "actions are 0 to 2")],
)
def test_picks_that_are_none(tree, picks, words):
    """Too few, and an action that is not there."""
    with pytest.raises(GameError, match=words):
        deterministic(tree, picks)


@pytest.mark.parametrize(
    ("change", "words"), [(0.5, "sum to 1"), (np.nan, "sum to 1"), (-1.0, "information set 0")]
)
def test_probabilities_that_are_none(tree, change, words):
    """Sums, numbers and signs."""
    policy = uniform_policy(tree)
    policy[0] = change
    if change == -1.0:
        policy[1:3] = 1.0
    with pytest.raises(GameError, match=words):
        check_policy(tree, policy)
    with pytest.raises(GameError, match="24 probabilities"):
        check_policy(tree, [1.0])


def test_seats_of_different_policies_play_together():
    """Two who pull the same lever score 1, or .9; two who do not score nothing."""
    levers = enumerate_game(lever_game(3))
    pulls = [deterministic(levers, [lever, lever]) for lever in range(3)]
    values = [[value_of(levers, join_policies(levers, [a, b])) for b in pulls] for a in pulls]
    assert np.array(values) == pytest.approx(np.diag([0.9, 1, 1]))
    with pytest.raises(GameError, match="1 policies for the 2 seats"):
        join_policies(levers, pulls[:1])


def test_a_seed_out_of_range(tree):
    """One line, as everywhere."""
    with pytest.raises(GameError, match="seed is -1"):
        random_policy(tree, -1)
