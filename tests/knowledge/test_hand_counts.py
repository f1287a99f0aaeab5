"""Exact counts of hands against trying every hand, and their sums."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.knowledge.hand_counts import count_hand
from tests.naive import hand_counts as naive
from tests.strategies import examples

HANDS = st.lists(st.sets(st.integers(0, 5)), min_size=1, max_size=4)
COPIES = st.lists(st.integers(0, 3), min_size=6, max_size=6)


def counted(possible, copies):
    ways = np.full((len(possible), len(copies)), -1, np.int64)
    masks = np.array([sum(1 << card for card in cards) for cards in possible], np.int64)
    return int(count_hand(ways, masks, np.array(copies, np.int64))), ways


@given(HANDS, COPIES)
@examples(300)
def test_counts_are_those_of_trying_every_hand(possible, copies):
    total, ways = counted(possible, copies)
    assert (total, ways.tolist()) == naive.count_hand(possible, copies)


def test_a_hand_of_six_among_all_cards():
    """Six slots, any of 90 copies: 90 x 89 x ... x 85 deals, each card in each slot alike."""
    total, ways = counted([set(range(30))] * 6, [3] * 30)
    assert total == 90 * 89 * 88 * 87 * 86 * 85
    assert (ways == total // 30).all()


def test_slots_compete_for_copies():
    """Two slots that can be only B1 or G1, one copy each, leave a third no choice but R1."""
    total, ways = counted([{0, 1}, {0, 1}, {0, 1, 2}], [1, 1, 1])
    assert total == 2
    assert ways[2].tolist() == [0, 0, 2]


def test_what_cannot_be_dealt_has_no_deals():
    total, ways = counted([{0}, {0}], [1, 3])
    assert total == 0
    assert not ways.any()
