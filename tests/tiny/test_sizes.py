"""Sizes of games: counts to the digit, or by their logarithms where they have too many digits."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.tiny import enumerate_game
from hanabilab.tiny.games import CardGame
from hanabilab.tiny.sizes import count, measure_sizes
from tests.tiny.samples import tree_of


def test_counts_without_end_are_given_by_their_logarithm():
    """Also those of the second step: 2 rules of the first, 3 actions for each of 32 cards after."""
    wide = CardGame("wide", np.zeros((1, 32, 2, 3)).tolist())
    found = measure_sizes(enumerate_game(wide), limit=1).second_rules
    assert found.exact is None
    assert found.log10 == pytest.approx(np.log10(2) + 32 * np.log10(3))


def test_nothing_is_counted_to_the_digit():
    """A count of 0 has no logarithm."""
    assert (count(0).exact, count(0).log10, str(count(0))) == (0, None, "0")
    assert measure_sizes(tree_of("lever(2)")).second_rules.exact == 4 * 1
