"""Copies as three bit sets, against counters and against counts of single cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.knowledge.copies import (
    copies_left,
    copies_unseen,
    count_copies,
    with_copy,
    without_copy,
)
from hanabilab.knowledge.unseen import count_unseen
from tests.knowledge.sets import bits, left_in, members
from tests.strategies import examples, games

CARDS = st.lists(st.integers(0, 29), max_size=40)
SETS = st.sets(st.integers(0, 29))


@examples(100, plain=20)
@given(games(), SETS)
def test_copies_of_a_game(game, some):
    """Left on the table, and unseen by a seat; the weight of a set is their sum."""
    for seat in range(game.rules.players):
        view = game.view(seat)
        assert left_in(game) == counts(copies_left(view))
        unseen = np.zeros(MAX_CARDS, np.int64)
        count_unseen(unseen, view)
        assert +Counter(dict(enumerate(unseen.tolist()))) == counts(copies_unseen(view))
        assert sum(unseen[card] for card in some) == count_copies(copies_unseen(view), bits(some))


@given(CARDS, SETS)
def test_one_copy_less(cards, taken):
    """Of each card of a set, where one is left."""
    start = at_most_three(cards)
    expected = Counter({card: n - (card in taken) for card, n in start.items()})
    assert +expected == counts(without_copy(copies_of(start), bits(taken)))


@given(CARDS, SETS)
def test_one_copy_more(cards, added):
    """Of each card of a set that has fewer than three."""
    start = at_most_three(cards)
    added = {card for card in added if start[card] < 3}
    assert start + Counter(added) == counts(with_copy(copies_of(start), bits(added)))


def at_most_three(cards) -> Counter:
    return Counter({card: min(count, 3) for card, count in Counter(cards).items()})


def copies_of(counted) -> tuple[int, ...]:
    return tuple(bits(c for c, n in counted.items() if n > more) for more in range(3))


def counts(copies) -> Counter:
    return Counter(card for cards in copies for card in members(cards))
