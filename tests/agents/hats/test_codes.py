"""Numbers that hints send: what is sent is what is read, and classes tell all cards apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanabilab.agents.hats import cox_code
from hanabilab.agents.hats.cox_question import class_members, class_of
from hanabilab.agents.hats.van_doorn import orders
from hanabilab.game.actions import NO_ACTION, hint_action, is_legal
from hanabilab.game.cards import bit
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.knowledge.card_sets import all_cards, count_members, played_cards
from hanabilab.knowledge.hints import value_of
from tests.strategies import examples, games, rules, seeds


@pytest.mark.parametrize("slot", range(4))
def test_an_order_tells_its_slot(slot):
    """Nine orders: to hint, to play four slots, to discard four slots."""
    play, discard = orders.play_order(slot), orders.discard_order(slot)
    assert slot == orders.order_slot(play) == orders.order_slot(discard)
    assert orders.is_play(play)
    assert not orders.is_play(discard)
    assert orders.is_discard(discard)
    assert not orders.is_discard(play)


def test_all_orders_differ():
    """Also from the order to hint, which slots past the fourth get."""
    numbers = [orders.HINT]
    numbers += [
        order(slot) for order in (orders.play_order, orders.discard_order) for slot in range(4)
    ]
    assert list(range(9)) == sorted(numbers)
    assert orders.HINT == orders.play_order(4) == orders.discard_order(5)


def test_a_set_of_orders_has_their_sum_as_code():
    """Four bits each, modulo nine."""
    assert (8 + 7 + 1 + 0) % 9 == orders.sum_code(0x8710)
    assert 0 == orders.sum_code(0)


@pytest.mark.parametrize("players", [4, 5])
@examples(25, plain=10)
@given(data=st.data())
@pytest.mark.late
def test_every_code_of_hat_reads_back(players, data):
    """In any position of any rules; by what all see of the hint, whichever hands they hold."""
    game = data.draw(games(rules(players=players), running=True))
    assume(game.state.information_tokens > 0)
    for code in range(9):
        hint = orders.code_hint(game.view(), code)
        if hint == NO_ACTION:
            continue
        assert is_legal(game.view(), hint)
        after = replayed(game)
        after.act(int(hint))
        for seat in range(players):
            assert code == orders.sent_code(after.view(seat))


def replayed(game):
    """The same game, to be played on apart from it."""
    twin = Game(game.rules, deck=game.deck)
    for action in game.actions:
        twin.act(action)
    return twin


@pytest.mark.parametrize("players", [4, 5])
@examples(60, plain=10)
@given(seed=seeds())
def test_hat_can_send_every_code_of_a_standard_game(players, seed):
    """With four cards in each hand, never four alike."""
    game = Game(Rules(players=players), seed=seed)
    assert all(orders.code_hint(game.view(), code) != NO_ACTION for code in range(9))


@examples(40, plain=8)
@given(seed=seeds(), code=st.integers(0, 7))
def test_every_code_of_cox_reads_back(seed, code):
    """By kind of hint and receiver; what is named is free."""
    game = Game(Rules(players=5), seed=seed)
    view = game.view()
    card = view.hands[cox_code.code_target(view, code), 2]
    value = value_of(view.rules, card, cox_code.code_attribute(code))
    game.act(int(hint_action(view.rules, cox_code.code_offset(code), value)))
    assert {code} == {int(cox_code.sent_code(game.view(seat))) for seat in range(5)}


@examples(150, plain=20)
@given(games(rules(players=5)), st.integers(1, (1 << 30) - 1))
@pytest.mark.late
def test_eight_classes_share_out_all_possibilities(game, chosen):
    """Each card is in one class, of the played ones or of eight at most; low ranks are alone."""
    view = game.view()
    possible = int(chosen & all_cards(view.rules))
    parts = [int(class_members(view, possible, number)) for number in range(8)]
    assert possible == sum(parts)
    played = int(played_cards(view))
    for number, part in enumerate(parts):
        assert part & played in (0, part if number == 0 else 0)
        assert count_members(part) <= 8 or part & played
        for card in np.flatnonzero([part >> card & 1 for card in range(30)]):
            assert number == class_of(view, possible, card)
    sizes = [int(count_members(part)) for part in parts if part & ~played]
    assert sizes[:-1] == sorted(sizes[:-1])


def test_classes_of_a_card_of_which_nothing_is_known():
    """25 possibilities: five alone, by rank, then suit; then eight, eight and four together."""
    view = Game(Rules(players=5)).view()
    everything = int(all_cards(view.rules))
    parts = [int(class_members(view, everything, number)) for number in range(8)]
    assert [1, 1, 1, 1, 1, 8, 8, 4] == [int(count_members(part)) for part in parts]
    assert [int(bit(5 * suit)) for suit in range(5)] == parts[:5]
