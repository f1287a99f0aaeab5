"""One-ply search against its definition, and against all prescriptions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game, random_policy, uniform_policy, value_of
from hanabilab.tiny.operators import (
    Searchers,
    improve,
    improve_all,
    iterate,
    searchers_of,
)
from hanabilab.tiny.policies import policies_at, reach_of
from tests.naive.small_games import NaiveGame, naive_search
from tests.strategies import examples
from tests.tiny.samples import MINI, as_naive, card_games, naive_of, three_turns, tree_of


@pytest.mark.parametrize("letter", list("BCF"))
def test_search_is_as_defined(letter):
    """Every operator on blueprints of the games, action for action."""
    tree, naive = tree_of(letter), naive_of(letter)
    for seed in range(5):
        policy = random_policy(tree, seed)
        for searchers in searchers_of(tree):
            found = as_naive(tree, improve(tree, policy, searchers))
            words = as_naive(tree, policy)
            assert found == naive_search(naive, words, set(searchers.seats), searchers.joint)


@examples(8, 2)
@given(three_turns(), st.integers(0, 1000))
def test_search_is_as_defined_where_a_seat_acts_twice(game, seed):
    """With secret actions and a coin on the way."""
    tree, naive = enumerate_game(game), NaiveGame(game)
    policy = random_policy(tree, seed)
    for searchers in searchers_of(tree):
        found = as_naive(tree, improve(tree, policy, searchers))
        words = as_naive(tree, policy)
        assert found == naive_search(naive, words, set(searchers.seats), searchers.joint)


@examples(20, 5)
@given(st.one_of(card_games(), three_turns()))
def test_mixed_blueprints_are_improved_as_well(game):
    """Chance play is never lowered by one seat's search, nor by joint search."""
    tree = enumerate_game(game)
    policy = uniform_policy(tree)
    before = value_of(tree, policy)
    for searchers in (Searchers((0,)), Searchers((1,)), Searchers((0, 1))):
        searched = improve(tree, policy, searchers)
        assert value_of(tree, searched) >= before - 1e-9
        assert np.add.reduceat(searched, tree.first_choice) == pytest.approx(1)


def test_many_blueprints_at_once_are_as_one_by_one():
    """All of game F."""
    tree = tree_of("F")
    policies = policies_at(tree, np.arange(512))
    for searchers in searchers_of(tree):
        found = improve_all(tree, policies, searchers)
        for number in range(0, 512, 37):
            assert (found[:, number] == improve(tree, policies[:, number], searchers)).all()


def improve_by_prescriptions(tree, blueprint):
    """The greedy prescription at each public belief, in order of play, by trying every one.

    The blueprint is played ever after. Its own prescription comes first and is kept on ties.
    """
    searched = blueprint
    for public in np.unique(tree.public_of).tolist():
        likely = (tree.public == public) & (tree.chance * reach_of(tree, searched) > 0)
        types = np.unique(tree.infoset[likely]).tolist()
        tried = []
        for prescription in product(*(_options(tree, blueprint, infoset) for infoset in types)):
            policy = searched.copy()
            for infoset, chances in zip(types, prescription, strict=True):
                policy[tree.choices_of(infoset)] = chances
            tried.append(policy)
        values = np.array([value_of(tree, policy) for policy in tried])
        searched = tried[int(np.argmax(values >= values.max() - 1e-9))]
    return searched


def _options(tree, blueprint, infoset):
    """What a type may be told: what the blueprint does, or one action."""
    own = blueprint[tree.choices_of(infoset)]
    return [own, *(pure for pure in np.eye(len(own)) if (pure != own).any())]


@pytest.mark.parametrize("letter", list("ABCDEF"))
def test_the_greedy_prescription_is_joint_search(letter):
    """All prescriptions tried at each public belief: the best falls apart into types."""
    tree = tree_of(letter)
    for seed in range(12):
        policy = random_policy(tree, seed)
        greedy = improve_by_prescriptions(tree, policy)
        assert (greedy == improve(tree, policy, Searchers((0, 1)))).all()


@pytest.mark.parametrize("seed", range(4))
def test_the_greedy_prescription_is_joint_search_in_hanabi(seed):
    """On the way that is played; joint search also improves what a seat itself avoids."""
    tree = tree_of(MINI)
    policy = random_policy(tree, seed)
    greedy = improve_by_prescriptions(tree, policy)
    joint = improve(tree, policy, Searchers((0, 1)))
    reached = np.isin(np.arange(len(tree.infosets)), tree.infoset[reach_of(tree, joint) > 0])
    assert (greedy == joint)[reached[tree.owner]].all()
    assert value_of(tree, greedy) == pytest.approx(value_of(tree, joint))


def test_prescriptions_also_improve_chance_play():
    """A mixed blueprint is one prescription more for each type."""
    tree = tree_of("E")
    greedy = improve_by_prescriptions(tree, uniform_policy(tree))
    joint = improve(tree, uniform_policy(tree), Searchers((0, 1)))
    assert (greedy == joint).all()


def test_repeated_search_can_be_cut_short():
    """Then nobody knows whether it settles."""
    tree = tree_of("B")
    found = iterate(tree, random_policy(tree, 4), Searchers((0, 1)), steps=1)
    assert not found.settled or len(found.values) == 1
    with pytest.raises(GameError, match="steps is 0"):
        iterate(tree, uniform_policy(tree), Searchers((0, 1)), steps=0)


def test_no_such_searchers():
    """Seats that are not at the table, or none."""
    tree = tree_of("A")
    for seats in ((2,), ()):
        with pytest.raises(GameError, match=r"cannot search in 'A'; seats are 0 to 1"):
            improve(tree, uniform_policy(tree), Searchers(seats))
    assert list(map(str, searchers_of(tree))) == ["seat 0", "seat 1", "independent", "joint"]
