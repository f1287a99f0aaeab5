"""Sets of cards as bit sets, against Python's own sets and counters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hanabilab.knowledge.card_sets import (
    SEVERAL,
    all_cards,
    common_color,
    common_rank,
    count_members,
    critical_cards,
    hand_cards,
    is_maybe,
    is_single,
    is_surely,
    last_unplayed_copies,
    lowest_member,
    lowest_rank_open,
    needed_cards,
    other_hands,
    played_cards,
)
from tests.knowledge.sets import bits, left_in, members
from tests.strategies import examples, games, rules

SETS = st.sets(st.integers(0, 29))


@given(st.sets(st.integers(0, 61)))
def test_a_set_is_counted(members):
    """Any 62 bits."""
    bits = sum(1 << member for member in members)
    assert len(members) == count_members(bits)
    assert (len(members) == 1) == is_single(bits)
    assert not members or min(members) == lowest_member(bits)


@examples(100, plain=20)
@given(games())
def test_what_lies_on_the_table(game):
    """Fireworks and hands, by any rules."""
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
        others = {int(card) for hand in game.state.hands for card in hand if card >= 0}
        assert others >= members(other_hands(view, 0)) >= held


@examples(100, plain=20)
@given(games())
def test_what_is_critical(game):
    """Cards of one copy left, needed or not played; needed is what is not out of reach."""
    view, rules = game.view(0), game.rules
    single = {card for card, count in left_in(game).items() if count == 1}
    reach = [next((rank for rank in ranks(game, suit)), rules.ranks) for suit in range(rules.suits)]
    played = members(played_cards(view))
    needed = {card for card in set(range(rules.max_score)) - played if in_reach(rules, reach, card)}
    assert needed == members(needed_cards(view))
    assert single & needed == members(critical_cards(view))
    assert single - played == members(last_unplayed_copies(view))
    assert min(game.state.fireworks[: rules.suits]) == lowest_rank_open(view)


def ranks(game, suit):
    """The ranks of a suit, from 0, that are neither played nor left, lowest first."""
    left = left_in(game)
    for rank in range(game.state.fireworks[suit], game.rules.ranks):
        if left[suit * game.rules.ranks + rank] == 0:
            yield rank


def in_reach(rules, reach, card) -> bool:
    """Whether a card comes before the first lost rank of its suit."""
    suit, rank = divmod(card, rules.ranks)
    return rank < reach[suit]


@given(SETS, SETS)
def test_sure_and_maybe(cards, kind):
    """Nothing is sure of an empty slot; what is neither sure nor never is maybe."""
    sets = bits(cards), bits(kind)
    assert (bool(cards) and cards <= kind) == is_surely(*sets)
    assert bool(cards & kind and cards - kind) == is_maybe(*sets)


@given(rules(), SETS)
def test_what_cards_share(any_rules, cards):
    """A color, a rank, or neither."""
    cards = {card for card in cards if card < any_rules.max_score}
    colors = {card // any_rules.ranks for card in cards}
    of_rank = {card % any_rules.ranks for card in cards}
    tables = any_rules.tables
    assert (colors.pop() if len(colors) == 1 else SEVERAL) == common_color(tables, bits(cards))
    assert (of_rank.pop() if len(of_rank) == 1 else SEVERAL) == common_rank(tables, bits(cards))
