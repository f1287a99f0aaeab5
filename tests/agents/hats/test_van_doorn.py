"""`hat`: what is ordered is what is done, by its twin that sees all hands; and by hand.

Seats find their orders from codes, actions and hands; the twin gives orders as if aloud. That both
come to the same over whole games is the main test of reading and of planning.
"""

from __future__ import annotations

import pytest

from hanabilab.agents.hats import hat
from hanabilab.agents.hats.van_doorn import orders
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action
from tests.agents.samples import position
from tests.agents.twins import require_twins
from tests.agents.watching import Watch
from tests.naive.hat import NaiveHat

FOUR = Rules(players=4)
#: Nothing to play but the white ones; hands of seats 0, 2 and 3.
OTHERS = ("W2 W3 W3 W4", "B2 B3 G2 W1", "B4 G3 G4 W1")


def watch(seat_1="R2 Y3 B3 R4", actions="", **table):
    """Seat 1 of four holds something, and seat 0 is to act; then what is done."""
    found = Watch(hat, FOUR, position(FOUR, OTHERS[0], seat_1, *OTHERS[1:], **table))
    return found.take(actions) if actions else found


# `hat` plans for all seats: too slow in plain Python.
@pytest.mark.compiled
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
@pytest.mark.late_but(1)
def test_seats_do_what_they_are_told(players, draw_slot):
    """Every action of 25 games as the twin's who sees all hands."""
    rules = Rules(players=players, draw_slot=draw_slot)
    for seed in range(25):
        require_twins(hat, rules, seed, NaiveHat)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("suits", [4, 6])
@pytest.mark.late_but(1)
def test_seats_do_what_they_are_told_with_other_suits(players, suits):
    """The same with four and six suits, 10 games each."""
    for seed in range(10):
        require_twins(hat, Rules(players=players, suits=suits), seed, NaiveHat)


# --- By hand -------------------------------------------------------------------------------------


def test_a_later_seat_plays_what_two_hold():
    """Seats 2 and 3 hold a white one: seat 3 is told to play it, seat 2 gets no order but to hint.

    Seat 1 is free, and cannot play; it had best discard the blue three, which seat 2 holds as well.
    The orders 6, 0 and 1 make 7: the color of the newest card of the third seat.
    """
    game = watch()
    code = "code 7: seat 1 discard slot 2, seat 2 hint, seat 3 play slot 3"
    assert f"hints white to seat 3: it sends {code}" == game.explanation()
    assert "hint 3 white" == game.move()
    assert [code] == game.take("hint 3 white").told(0)
    # The others see the code, and find their own order when their turn comes.
    assert ["code 7"] == game.told(1) == game.told(2) == game.told(3)


def test_a_seat_plays_its_lowest_card_then_a_last_copy():
    """Both ones are playable; of red and yellow one the last copy goes first."""
    game = watch("Y1 R1 B3 R4")
    assert "seat 1 play slot 1" in game.explanation()
    game = watch("Y1 R1 B3 R4", discards="Y1Y1")
    assert "seat 1 play slot 0" in game.explanation()
    game = watch("Y2 R1 B3 R4", fireworks="Y1")
    assert "seat 1 play slot 1" in game.explanation()


def test_a_hint_builds_on_plays_still_to_come():
    """Seat 1 had best hint: then seat 2 plays the white one as told before, and seat 3 the two."""
    hands = ("R5 W3 W3 W4", "R2 Y3 B3 R4", "B2 B4 G2 W1", "B4 G3 G4 W2")
    game = Watch(hat, FOUR, position(FOUR, *hands))
    assert "seat 1 hint, seat 2 play slot 3, seat 3 hint" in game.explanation()
    game.take(game.move())
    assert "seat 2 play slot 3, seat 3 play slot 3" in game.explanation()
    game.take(game.move())
    assert "plays slot 3: told to play it" == game.explanation()
    game.take(game.move())
    assert "plays slot 3: told to play it" == game.explanation()


def test_nobody_is_told_to_play_before_the_card_below_is_played():
    """Seat 3 is told to play the white one; seat 2, which acts before it, holds the two."""
    hands = ("R5 W3 W3 W4", "R2 Y3 B3 R4", "B2 B4 G2 W2", "B4 G3 G4 W1")
    game = Watch(hat, FOUR, position(FOUR, *hands)).take("hint 1 red")
    assert ["code 1: seat 1 hint, seat 2 hint, seat 3 play slot 3"] == game.told(0)
    assert "seat 2 discard slot 1, seat 3 play slot 3" in game.explanation()


def test_the_last_of_five_has_its_order_too():
    """The orders of seats 1 to 4, which are 6, 0, 0 and 1, make 7."""
    rules = Rules(players=5)
    hands = ("R5 W3 W3 W4", "R2 Y3 B3 R4", "B2 B4 G2 R4", "B5 B4 G3 W2", "B3 G3 G4 W1")
    game = Watch(hat, rules, position(rules, *hands))
    code = "code 7: seat 1 discard slot 2, seat 2 hint, seat 3 hint, seat 4 play slot 3"
    assert f"hints white to seat 4: it sends {code}" == game.explanation()


def test_useless_cards_are_remembered():
    """Seat 1 is told to discard a played card; without tokens it does so, rounds later as well."""
    game = watch("R1 Y3 B3 R4", fireworks="R1", tokens=4)
    assert "seat 1 discard slot 0" in game.explanation()
    game.take(game.move())
    assert "discards slot 0: told to discard it" == game.explanation()


def test_without_an_order_and_without_tokens_the_newest_goes():
    """Nobody has hinted."""
    game = watch(tokens=0)
    expected = "discards slot 3: it cannot hint, and knows of nothing better to discard"
    assert expected == game.explanation()


# --- What is kept --------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
def test_hands_are_known_as_they_were(draw_slot):
    """Before its last action, each seat held the cards that it did hold."""
    rules = Rules(players=5, draw_slot=draw_slot)
    for seed in range(5):
        game = Game(rules, seed=seed)
        watch = Watch(hat, rules, game.state)
        while not game.is_over:
            seat, before = watch.to_act, game.state.hands[watch.to_act].copy()
            watch.take_id(parse_action(rules, watch.move()))
            action = int(watch.memories[0, seat])
            for slot in range(rules.hand_size):
                view = watch.view((seat + 1) % 5)
                assert before[slot] == orders.card_then(view, action, seat, slot)
