"""Views as vectors and masks: what games give, made from views alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import RulesError
from hanabilab.game.games import Game
from hanabilab.game.rows import new_views
from hanabilab.game.rules import Rules
from hanabilab.game.vectors import encode_views, legal_actions, legal_masks
from tests.strategies import examples, games


@examples(60, plain=12)
@given(games(), st.data())
def test_a_view_gives_the_vector_and_actions_of_its_game(game, data):
    """For any seat; legal actions are of the seat to act, which alone knows them all."""
    seat = data.draw(st.integers(0, game.rules.players - 1))
    vector = encode_views(game.rules, game.view(seat))
    assert game.observation(seat).tolist() == vector.tolist()
    assert np.float32 == vector.dtype
    assert game.legal_actions() == legal_actions(game.rules, game.view())


def test_views_of_any_number_are_encoded_at_once():
    """In the shape that they come in, into any array."""
    rules = Rules(players=3)
    views = new_views(rules, 6).reshape(2, 3)
    for row in range(2):
        game = Game(rules, seed=row)
        for seat in range(3):
            views[row, seat] = game.view(seat)
    expected = [[Game(rules, seed=row).observation(seat) for seat in range(3)] for row in range(2)]
    out = np.full((2, 3, 956), 7, np.int8)
    assert out is encode_views(rules, views, out)
    assert np.array_equal(expected, out)
    assert (2, 3, 30) == legal_masks(rules, views).shape
    assert (0, 956) == encode_views(rules, views[0][:0]).shape


def test_what_is_no_view_of_the_rules_is_refused():
    """States, views of other rules, arrays of other shapes."""
    view = Game().view()
    with pytest.raises(RulesError, match="views have the type VIEW, not"):
        encode_views(Rules(), Game().states)
    with pytest.raises(RulesError, match="of other rules than Rules"):
        encode_views(Rules(players=3), view)
    with pytest.raises(RulesError, match=r"out has shape \(4,\); a contiguous array \(658,\) is"):
        encode_views(Rules(), view, np.zeros(4))
