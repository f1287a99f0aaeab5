"""Hands packed into numbers: slots, weights, and draws as likely as they should be.

The statistical tests look at fixed draws; a fair sampler fails each for one seed in a million.
"""

from __future__ import annotations

from collections import Counter
from math import perm, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED, kernel
from hanabilab.beliefs.chances import has_weight, pack_hands
from hanabilab.beliefs.hand_range import (
    EMPTY,
    NO_CARDS,
    PackedHands,
    card_at,
    weigh,
    with_card,
)
from hanabilab.beliefs.sampled_worlds import (
    BLOCK,
    draw_packed_hand,
    draw_packed_hand_by_trial,
    most_ways,
    sum_blocks,
)
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND
from tests.beliefs.exact import assert_as_likely, new_rng
from tests.beliefs.playing import packed_of, unpacked
from tests.strategies import examples

ALL_ALIKE = np.zeros(0, np.float32)


def hands(num_cards: int):
    """Cards of six slots, -1 for an empty one."""
    return st.tuples(*[st.integers(-1, num_cards - 1)] * MAX_HAND)


def counts_of(*numbers: int):
    """[MAX_CARDS] copies of the first cards, none of the others."""
    counts = np.zeros(MAX_CARDS, np.int64)
    counts[: len(numbers)] = numbers
    return counts


def ways_of(hand, counts) -> int:
    """Ways to deal a hand: copies to choose from, and fewer for the next of the same card."""
    used = Counter(card for card in hand if card >= 0)
    return prod(perm(int(counts[card]), number) for card, number in used.items())


@examples(100)
@given(hands(MAX_CARDS), st.integers(0, MAX_HAND - 1), st.integers(0, MAX_CARDS - 1))
def test_a_code_holds_a_card_in_each_slot(hand, slot, card):
    """Packed hands read back, and a slot can be changed alone."""
    packed = NO_CARDS
    for place, held in enumerate(hand):
        packed = with_card(packed, place, EMPTY if held < 0 else held)
    assert packed_of(hand) == packed
    assert pack_hands(np.array([hand, hand[::-1]])).tolist() == [packed, packed_of(hand[::-1])]
    assert hand == unpacked(packed, MAX_HAND)
    assert [EMPTY if held < 0 else held for held in hand] == [
        card_at(packed, place) for place in range(MAX_HAND)
    ]
    changed = (*hand[:slot], card, *hand[slot + 1 :])
    assert packed_of(changed) == with_card(packed, slot, card)


def test_codes_are_ordered_as_their_cards():
    """Ascending packed hands are hands in order of their first cards: with shifts they stay so."""
    some = [(0, 3, 1), (0, 3, 2), (0, 4, 0), (1, 0, 0), (24, 0, 1)]
    assert sorted(some) == [unpacked(packed, 3) for packed in sorted(map(packed_of, some))]


@examples(100)
@given(hands(4), st.tuples(*[st.integers(0, 3)] * 4))
def test_the_weight_of_a_hand_is_the_ways_to_deal_it(hand, numbers):
    """And nothing is taken away for good; the ways of no hand are above the bound."""
    counts = counts_of(*numbers)
    assert ways_of(hand, counts) == weigh(packed_of(hand), counts)
    assert weigh(packed_of(hand), counts) <= most_ways(counts)
    assert list(numbers) == counts[:4].tolist()


@kernel
def draw_many(drawn, hands, counts, sums, rng):
    """Fill `drawn` [N]; by trial if there are no sums."""
    most = most_ways(counts)
    for index in range(len(drawn)):
        if len(sums) == 0:
            drawn[index] = draw_packed_hand_by_trial(hands, counts, most, rng)
        else:
            drawn[index] = draw_packed_hand(hands, counts, sums, rng)


@pytest.mark.parametrize("way", ["sums", "likelihood", "trial"])
@pytest.mark.parametrize("cards", [2, 4, pytest.param(11, marks=pytest.mark.compiled)])
@pytest.mark.late_but(3)
def test_hands_are_drawn_by_weight(way, cards):
    """Three cards of some, also over many blocks; n = 100,000 (1,500 with JIT off), seed 31."""
    counts = counts_of(*[1 + card % 3 for card in range(cards)])
    every = [(a, b, c) for a in range(cards) for b in range(cards) for c in range(cards)]
    weights = {packed_of(hand): ways_of(hand, counts) for hand in every if ways_of(hand, counts)}
    packed_hands, likelihood = np.array(sorted(weights), np.int32), ALL_ALIKE
    if way == "likelihood":
        likelihood = (1 + np.arange(len(packed_hands)) % 5).astype(np.float32)
        weights = {
            packed: weights[packed] * int(likely)
            for packed, likely in zip(packed_hands.tolist(), likelihood, strict=True)
        }
    hands = PackedHands(packed_hands, likelihood)
    sums = np.zeros(-(-len(packed_hands) // BLOCK) if way != "trial" else 0)
    if len(sums):
        assert sum(weights.values()) == sum_blocks(sums, hands, counts) == sums[-1]
    drawn = np.zeros(100_000 if JIT_ENABLED else 1500, np.int64)
    draw_many(drawn, hands, counts, sums, new_rng(31))
    assert_as_likely(Counter(drawn.tolist()), weights)


def test_a_draw_by_trial_gives_up_where_nothing_can_be_dealt():
    """It says so, and does not go on for ever."""
    drawn = np.zeros(1, np.int64)
    hands = PackedHands(np.array([packed_of((0, 0))], np.int32), ALL_ALIKE)
    if JIT_ENABLED:
        draw_many(drawn, hands, counts_of(1, 3), np.zeros(0), new_rng(1))
        assert -1 == drawn[0]


@pytest.mark.compiled  # long in plain Python
def test_hands_that_cannot_be_dealt_are_not_drawn():
    """Both ways say so, where none of a range fits the cards that are left."""
    packed = np.array([packed_of((0, 1)), packed_of((1, 2))], np.int32)
    few, sums, rng = PackedHands(packed, ALL_ALIKE), np.zeros(1), new_rng(1)
    for counts, possible in ((counts_of(1, 0, 2), False), (counts_of(1, 1), True)):
        sum_blocks(sums, few, counts)
        assert possible == has_weight(few, counts)
        drawn = draw_packed_hand(few, counts, sums, rng)
        assert drawn == draw_packed_hand_by_trial(few, counts, most_ways(counts), rng)
        assert drawn == (packed[0] if possible else -1)
