"""Sets of cards as bit sets, against Python's own sets and counters."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from hanabilab.knowledge.card_sets import (
    all_cards,
    copies_left,
    count_cards,
    hand_cards,
    is_single,
    played_cards,
    without_copy,
)
from tests.strategies import examples, games


@given(st.sets(st.integers(0, 61)))
def test_a_set_is_counted(members):
    """Any 62 bits."""
    bits = sum(1 << member for member in members)
    assert len(members) == count_cards(bits)
    assert (len(members) == 1) == is_single(bits)


@examples(100, plain=20)
@given(games())
def test_what_lies_on_the_table(game):
    """Fireworks, hands, and the copies left, by any rules."""
    view, rules = game.view(0), game.rules
    played = {
        suit * rules.ranks + rank
        for suit in range(rules.suits)
        for rank in range(game.state.fireworks[suit])
    }
    assert played == members(played_cards(view))
    assert set(range(rules.max_score)) == members(all_cards(view.rules))
    for seat in range(1, rules.players):
        held = {int(card) for card in game.state.hands[seat] if card >= 0}
        assert held == members(hand_cards(view, seat))
    assert counted(rules, game) == counts(copies_left(view))


@given(st.lists(st.integers(0, 29), max_size=40), st.sets(st.integers(0, 29)))
def test_one_copy_less(cards, taken):
    """Of each card of a set, where one is left."""
    start = Counter({card: min(count, 3) for card, count in Counter(cards).items()})
    copies = tuple(sum(1 << c for c, n in start.items() if n > more) for more in range(3))
    left = counts(without_copy(copies, sum(1 << card for card in taken)))
    assert Counter({card: n - (card in taken) for card, n in start.items()}) == left


def members(cards) -> set[int]:
    return {card for card in range(30) if int(cards) >> card & 1}


def counts(copies) -> Counter:
    return Counter(card for cards in copies for card in members(cards))


def counted(rules, game) -> Counter:
    """Copies neither played nor discarded."""
    state = game.state
    found = Counter()
    for card in range(rules.max_score):
        suit, rank = divmod(card, rules.ranks)
        found[card] = rules.copies[rank] - state.discards[card] - (rank < state.fireworks[suit])
    return +found
