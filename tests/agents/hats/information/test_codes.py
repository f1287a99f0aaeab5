"""Codes and hats: what is told is read, and every code has a hint that says it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.agents.hats.information.board import public_board
from hanabilab.agents.hats.information.codes import (
    NO_CODE,
    code_of_hint,
    count_codes,
    hint_for_code,
)
from hanabilab.agents.hats.information.questions import read_hat, tell_hat
from hanabilab.game.actions import hint_offset, hint_value, is_legal, seat_at, touched_slots
from hanabilab.game.games import Game
from hanabilab.knowledge.card_sets import count_members
from tests.agents.hats.information.table import Table
from tests.strategies import examples, games, rules, seeds


@st.composite
def known_hands(draw):
    """A seat's hand in any position: the board, the cards, and sets of cards that hold the true."""
    game = draw(games())
    view = game.view(draw(st.integers(0, game.rules.players - 1)))
    seat = (int(view.seat) + 1) % game.rules.players
    cards = np.array(view.hands[seat][: game.rules.hand_size], np.int16)
    hand = np.zeros(len(cards), np.int64)
    for slot, card in enumerate(cards):
        if card >= 0:
            others = draw(st.integers(0, 2**game.rules.max_score - 1))
            hand[slot] = (others | 1 << int(card)) & view.left[0]
    return public_board(view), cards, hand


@examples(150)
@given(known_hands(), st.integers(1, 24))
@pytest.mark.late
def test_a_hat_told_is_the_hat_read(known, total):
    """The owner of a hand learns from its number what the teller meant, which is the truth."""
    board, cards, hand = known
    told, read = hand.copy(), hand.copy()
    number = int(tell_hat(told, board, cards, total))
    assert 0 <= number < total
    read_hat(read, board, number, total)
    np.testing.assert_array_equal(told, read)
    for slot, card in enumerate(cards):
        assert int(told[slot]) & ~int(hand[slot]) == 0
        assert card < 0 or int(told[slot]) >> int(card) & 1


@examples(150)
@given(known_hands(), st.integers(1, 24))
@pytest.mark.late
def test_a_hat_tells_something_if_there_is_anything_to_tell(known, total):
    """A hand stays as it was known only if nothing is left to ask, or there is but one number."""
    board, cards, hand = known
    told = hand.copy()
    tell_hat(told, board, cards, total)
    waiting = [c for c in hand.tolist() if count_members(c) > 1 and c & ~int(board.useless)]
    assert (total > 1 and len(waiting) > 0) == (told != hand).any()


def after_hint(view, hint):
    """The view as it tells of a hint just given; hints leave everything else that codes read."""
    offset, value = hint_offset(view.rules, hint), hint_value(view.rules, hint)
    target = seat_at(view, offset)
    view.last_touched = touched_slots(view, target, value)
    view.last_seat, view.last_action = view.current_seat, hint
    return view


def require_all_codes(table: Table) -> None:
    """Every code has a legal hint, and the hint has that code."""
    hands = table.memory[table.seat]
    view = table.game.view()
    board = public_board(view)
    total = int(count_codes(hands, view, board, view.seat))
    others = [seat for seat in range(table.game.rules.players) if seat != table.seat]
    assert (total > 0) == any(table.hand(seat).any() for seat in others)
    for code in range(total):
        hint = int(hint_for_code(hands, view, board, code))
        assert is_legal(view, hint)
        assert code == int(code_of_hint(hands, after_hint(table.game.view(), hint), board))


@examples(30, plain=6)
@given(rules(), seeds())
@pytest.mark.late
def test_every_code_has_a_hint_that_says_it(any_rules, seed):
    """At every turn with a token, by any rules: what is promised can be said whatever the cards."""
    table = Table(Game(any_rules, seed=seed))
    while not table.game.is_over:
        if table.game.state.information_tokens > 0:
            require_all_codes(table)
        table.act()


@examples(30, plain=6)
@given(rules(), seeds())
@pytest.mark.late
def test_every_hint_has_a_code_or_none(any_rules, seed):
    """Also one that the agent would not give: a number below the number of codes, or NO_CODE."""
    table = Table(Game(any_rules, seed=seed))
    while not table.game.is_over:
        hands, view = table.memory[table.seat], table.game.view()
        board = public_board(view)
        total = int(count_codes(hands, view, board, view.seat))
        for action in table.game.legal_actions():
            if action >= 2 * any_rules.hand_size:
                code = int(code_of_hint(hands, after_hint(table.game.view(), action), board))
                assert code == NO_CODE or 0 <= code < total
        table.act()
