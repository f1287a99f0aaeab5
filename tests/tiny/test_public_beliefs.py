"""Public beliefs: Bayes' rule over all histories, and sets of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game, random_policy, uniform_policy
from hanabilab.tiny.public_beliefs import public_belief, public_path
from tests.naive.small_games import NaiveGame, naive_beliefs
from tests.strategies import examples
from tests.tiny.samples import as_naive, card_games, three_turns, tree_of


@examples(30, 8)
@given(st.one_of(card_games(), three_turns()), st.integers(0, 1000))
def test_a_belief_is_bayes_rule_over_all_deals(game, seed):
    """At every public state that is reached; a probability vector over what all seats know."""
    tree = enumerate_game(game)
    policy = random_policy(tree, seed)
    beliefs = naive_beliefs(NaiveGame(game), as_naive(tree, policy))
    for public in range(len(tree.public_parent)):
        known = beliefs.pop(public_path(tree, public), None)
        if known is None:
            with pytest.raises(GameError, match="never reached"):
                public_belief(tree, policy, public)
            continue
        belief = public_belief(tree, policy, public)
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
    quiet, told = (public_belief(tree, policy, public) for public in (1, 2))
    assert quiet.reach == pytest.approx(2 / 3)
    assert told.reach == pytest.approx(1 / 3)
    assert sorted(quiet.of_seat(0).values()) == pytest.approx([0, 0.5, 0.5])
    assert sorted(told.of_seat(0).values()) == pytest.approx([0, 0, 1])
    assert list(told.of_actor().values()) == pytest.approx([1 / 3] * 3)
    assert set(told.of_actor()) == {6, 7, 8}


def test_a_seat_believes_more():
    """What a seat knows beside narrows the belief to what fits."""
    tree = tree_of("A")
    belief = public_belief(tree, uniform_policy(tree), 0)
    information_state = next(iter(belief.of_seat(0)))
    own = belief.seen_by(information_state, 0)
    assert own.chances == pytest.approx([0.5, 0.5])
    assert own.reach == pytest.approx(0.5)
    assert set(own.information_state[:, 0]) == {information_state}
    with pytest.raises(GameError, match="seat 1 never knows"):
        belief.seen_by(information_state, 1)


def test_no_such_public_state():
    """One line with what there is."""
    tree = tree_of("A")
    with pytest.raises(GameError, match="public state 7 of 'A'; they are 0 to 6"):
        public_belief(tree, uniform_policy(tree), 7)
