"""What a seat cannot see, against lists of cards counted one by one."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.rules import Rules
from hanabilab.knowledge.unseen import count_unseen, count_unseen_copies, unseen_cards
from tests.agents.samples import position, view_of
from tests.knowledge.sets import members
from tests.naive_agents import sight_of, unseen_counts
from tests.strategies import examples, games
from tests.tables import stacked


def counted(game, seat) -> tuple[list[int], int]:
    """Copies of each card that `count_unseen` finds, and their sum as it gives it."""
    counts = np.full(MAX_CARDS, -9, np.int64)
    total = count_unseen(counts, game.view(seat))
    assert [-9] * (MAX_CARDS - game.rules.max_score) == counts[game.rules.max_score :].tolist()
    return counts[: game.rules.max_score].tolist(), int(total)


@examples(150, plain=40)
@given(games())
@pytest.mark.late
def test_unseen_is_the_own_hand_and_the_deck(game):
    """From the true state, which the seat cannot look at: its cards and those to be drawn."""
    for seat in range(game.rules.players):
        hand = [int(card) for card in game.state.hands[seat] if card >= 0]
        hidden = Counter(hand + game.deck[game.state.deck_drawn :])
        expected = [hidden[card] for card in range(game.rules.max_score)]
        assert (expected, sum(expected)) == counted(game, seat)


@examples(150, plain=40)
@given(games())
def test_counts_agree_with_their_twin(game):
    """From what the seat does see: all copies less the table and the other hands."""
    for seat in range(game.rules.players):
        unseen = unseen_counts(sight_of(game.rules, game.view(seat)))
        assert list(unseen.values()) == counted(game, seat)[0]


@examples(150, plain=40)
@given(games())
def test_unseen_cards_are_those_counted(game):
    """The bit set holds exactly the cards of which some copy is unseen."""
    for seat in range(game.rules.players):
        counts, _ = counted(game, seat)
        expected = [card for card, count in enumerate(counts) if count > 0]
        assert expected == sorted(members(unseen_cards(game.view(seat))))


@examples(150, plain=40)
@given(games(), st.data())
def test_unseen_copies_are_the_sum_over_their_cards(game, data):
    """Of any cards, and of some among them; from the seat's view as from the whole state."""
    sets = st.integers(0, (1 << game.rules.max_score) - 1)
    possible, some = data.draw(sets), data.draw(sets)
    for seat in range(game.rules.players):
        counts, _ = counted(game, seat)
        expected = tuple(
            sum(counts[card] for card in members(cards)) for cards in (possible, possible & some)
        )
        for table in (game.view(seat), game.state):
            assert expected == count_unseen_copies(table, seat, possible, some)


def test_before_the_first_action_all_but_the_other_hands_is_unseen():
    """Two players: 45 of 50 cards, and what the partner holds less by one each."""
    game = stacked("R1 R2 R3 R4 R5 Y5 Y1 Y1 Y1 G2")
    counts, total = counted(game, 0)
    assert 45 == total
    assert [3, 2, 2, 2, 1] + [0, 2, 2, 2, 0] + [3, 1, 2, 2, 1] + [3, 2, 2, 2, 1] * 2 == counts
    assert 5 not in members(unseen_cards(game.view(0)))
    assert 5 in members(unseen_cards(game.view(1)))


@pytest.mark.parametrize(
    ("expected", "hands", "fireworks", "discards"),
    [
        ([3, 1], ("R1", "R2"), "", ""),
        ([2, 1], ("R1", "R2"), "R1", ""),
        ([1, 1], ("R1", "R2"), "R1", "R1"),
        ([0, 1], ("R2", "R2"), "R1", "R1R1"),
        ([2, 0], ("-", "R2"), "R2", ""),
        ([1, 1], ("-", "-"), "R1", "R1R2"),
    ],
)
def test_each_copy_is_counted_once(expected, hands, fireworks, discards):
    """Three ones and two twos: on the firework, discarded, in the other hand, or unseen."""
    rules = Rules(suits=1, ranks=2, copies=(3, 2), hand_size=1)
    view = view_of(rules, position(rules, *hands, fireworks=fireworks, discards=discards))
    counts = np.zeros(MAX_CARDS, np.int64)
    assert sum(expected) == count_unseen(counts, view)
    assert expected == counts[:2].tolist()
    assert [card for card in range(2) if expected[card]] == sorted(members(unseen_cards(view)))
