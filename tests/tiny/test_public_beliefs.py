"""Public beliefs: Bayes' rule over all histories, and sets of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game, random_policy, uniform_policy
from hanabilab.tiny.public_beliefs import public_beliefs
from tests.naive.small_games import NaiveGame, naive_beliefs
from tests.strategies import examples
from tests.tiny.samples import as_naive, card_games, three_turns, tree_of


def public_path(tree, public):
    """What everyone saw on the way to a public state, the deal first."""
    path = []
    while public >= 0:
        path.append(tree.public_seen[public])
        public = int(tree.public_parent[public])
    return tuple(reversed(path))


@examples(30, 8)
@given(st.one_of(card_games(), three_turns()), st.integers(0, 1000))
def test_a_belief_is_bayes_rule_over_all_deals(game, seed):
    """At every public state that is reached; a probability vector over what all seats know."""
    tree = enumerate_game(game)
    policy = random_policy(tree, seed)
    beliefs = naive_beliefs(NaiveGame(game), as_naive(tree, policy))
    for public, belief in enumerate(public_beliefs(tree, policy)):
        known = beliefs.pop(public_path(tree, public), None)
        assert (known is None) == (belief is None)
        if belief is None:
            continue
        assert belief.chances.sum() == pytest.approx(1)
        assert (belief.chances >= 0).all()
        found = sorted(belief.chances[belief.chances > 0])
        assert found == pytest.approx(sorted(map(float, known.values())))
        for seat in range(2):
            alone = {}
            for states, chance in known.items():
                alone[states[seat]] = alone.get(states[seat], 0) + float(chance)
            own = [chance for chance in belief.of_seat(seat).values() if chance]
            assert sorted(own) == pytest.approx(sorted(alone.values()))
    assert not beliefs


def test_what_an_action_tells():
    """In game F, if only card 2 says 1: the first card is known then, else it is 0 or 1."""
    tree = tree_of("F")
    policy = uniform_policy(tree)
    policy[:6] = [1, 0, 1, 0, 0, 1]
    quiet, told = list(public_beliefs(tree, policy))[1:3]
    assert quiet.reach == pytest.approx(2 / 3)
    assert told.reach == pytest.approx(1 / 3)
    assert sorted(quiet.of_seat(0).values()) == pytest.approx([0, 0.5, 0.5])
    assert sorted(told.of_seat(0).values()) == pytest.approx([0, 0, 1])
    assert list(told.of_actor().values()) == pytest.approx([1 / 3] * 3)
    assert set(told.of_actor()) == {6, 7, 8}


def test_a_belief_is_of_a_policy():
    """Probabilities that are none are told."""
    with pytest.raises(GameError, match="a policy of 'A' has 12 probabilities"):
        list(public_beliefs(tree_of("A"), np.ones(3)))
