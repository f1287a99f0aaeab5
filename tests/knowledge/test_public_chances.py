"""Public chances against trying every deal of all hands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanabilab.knowledge.public_chances import public_chances
from tests.naive import hand_counts as naive
from tests.strategies import examples


@given(
    st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=5),
    st.lists(st.integers(0, 3), min_size=5, max_size=5),
)
@example([{0, 1, 2, 3}, {0, 1, 2, 3}], [0, 0, 0, 1, 0])  # more slots than copies
@examples(200)
def test_chances_are_those_of_trying_every_deal(possible, copies):
    total, ways = naive.count_hand(possible, copies)
    found = public_chances([sum(1 << card for card in cards) for cards in possible], copies)
    assert found == pytest.approx(np.array(ways) / max(total, 1), abs=1e-12)


def test_unhinted_slots_share_what_is_left():
    """Two slots of anything, one that is card 0 for sure: 0 has a copy less for the others."""
    anything = 0b111
    found = public_chances([anything, 0b001, anything], [2, 1, 1])
    assert found[0] == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert found[1] == pytest.approx([1, 0, 0])


def test_a_table_of_thirty_slots():
    """Six hands of five, all of one rank or none: chances of a slot sum to one."""
    copies = [3, 2, 2, 2, 1] * 5
    ranks = [sum(1 << (5 * suit + rank) for suit in range(5)) for rank in range(5)]
    everything = (1 << 25) - 1
    possible = [ranks[0]] * 3 + [ranks[1]] * 4 + [everything ^ ranks[4]] * 6 + [everything] * 17
    assert public_chances(possible, copies).sum(axis=1) == pytest.approx(np.ones(30))
