"""What `reactor` weighs: every number of it, counted by hand on small tables."""

from __future__ import annotations

import pytest

from hanabilab.agents.conventions.reactor import numbers, worth
from hanabilab.agents.conventions.reactor.agent import call, observe
from hanabilab.agents.conventions.reactor.deciding import (
    CALLED,
    CHOP,
    HINT,
    TOLD_DISCARD,
    USELESS_CARD,
    decide,
    discard_slot,
    play_slot,
)
from hanabilab.agents.conventions.reactor.memory import CALLS, first_called
from hanabilab.agents.policy import new_memory
from hanabilab.agents.registry import make_agent
from hanabilab.game.words import format_action, parse_card
from tests.agents.conventions.test_reactor import THREE
from tests.agents.samples import position, view_of

_OWN, _NEXT, _PAST = "R2 R3 R4 Y2 Y3", "R4 Y4 G4 W3 B3", "Y5 G5 B5 W1 R1"

#: A different number each, so that a wrong one shows.
_WEIGHTS = {
    "PLAYED": 1000,
    "TOKEN": 10,
    "LIFE": 300,
    "DROP": 50,
    "SPARE": 7,
    "BUSY": 60,
    "KNOWN": 90,
    "FIRST": 5,
    "RISK": 33,
    "SCARCE": 120,
    "PACE": 210,
}


def at(*hands, **table):
    """The first seat's view, and a memory with the weights above."""
    hands = hands or (_OWN, _NEXT, _PAST)
    view = view_of(THREE, position(THREE, *hands, **table))
    memory = new_memory(make_agent("reactor"), 1)[0]
    for name, weight in _WEIGHTS.items():
        memory[getattr(numbers, name)] = weight
    observe(view, memory)
    return view, memory


def card(text):
    """The id of a card."""
    return parse_card(THREE, text)


def test_the_numbers_that_are_declared_stand_where_they_are_read():
    """Name by name, in their order."""
    memory = new_memory(make_agent("reactor"), 1)[0]
    for number in numbers.NUMBERS:
        assert memory[getattr(numbers, number.name.upper())] == number.default
    assert [each.name.upper() for each in numbers.NUMBERS] == list(_WEIGHTS)


@pytest.mark.parametrize(
    ("text", "seat", "expected"),
    [
        ("R1", 2, 0),  # useless: it lies on the firework
        ("G5", 2, 50),  # the last copy of a five: one point
        ("Y3", 2, 3 * 50),  # the other copy is discarded: three points
        ("R4", 2, 0),  # the next seat has one, too
        ("R4", 1, 7),  # useful, and no other hand has one
    ],
)
def test_what_is_lost_with_a_card(text, seat, expected):
    """By the points that can then no longer be reached."""
    view, memory = at(fireworks="R1", discards="Y3")
    assert expected == worth.loss(view, memory, card(text), seat)


def test_what_a_play_brings():
    """What fits brings a play; what does not costs a life, the last one six times, and the card."""
    view, memory = at()
    assert 1000 == worth.play_worth(view, memory, int(view.playable), card("R1"), 2)
    assert -300 - 50 == worth.play_worth(view, memory, int(view.playable), card("G5"), 2)
    view.life_tokens = 1
    assert -1800 - 50 == worth.play_worth(view, memory, int(view.playable), card("G5"), 2)


def test_what_a_token_and_a_turn_cost():
    """The fewer tokens, and the fewer turns to spare, the more."""
    view, memory = at()  # 35 cards in the deck, 3 turns after them, 25 points to go: 13 to spare
    assert (10 + 120 // 9, 210 // 14) == worth.prices(view, memory)
    view.information_tokens, view.deck_drawn = 1, 40
    assert (10 + 120 // 2, 210 // 1) == worth.prices(view, memory)
    view.points = 20  # 13 turns for 5 points: 8 to spare
    assert (10 + 120 // 2, 210 // 9) == worth.prices(view, memory)
    assert 40 - 6 - 50 == worth.discard_worth(view, memory, (40, 6), card("G5"), 2)


def test_what_is_called_in_another_hand_is_not_called_again():
    """The viewer sees an R1 that its holder is to play: another one would not fit."""
    view, memory = at()
    everything = int(view.playable)
    call(view, memory, 2, 4, 1)
    assert everything & ~(1 << card("R1")) == worth.not_promised(view, memory)
    memory[CALLS + int(view.deck_index[2, 4])] *= -1  # to be discarded: that takes nothing away
    assert everything == worth.not_promised(view, memory)


def test_a_card_of_its_own_may_be_the_copy():
    """One of five cards that the own called card may be: a fifth of a play and a life is lost."""
    view, memory = at()
    call(view, memory, 0, 1, 1)
    fits = int(view.playable)
    assert 1000 - (1000 + 300) // 5 == worth.play_worth(view, memory, fits, card("R1"), 2)


@pytest.mark.parametrize(
    ("hand", "value", "touched", "expected"),
    [
        ("R1 Y4 R4 W3 B3", 5, 0b00001, 1000),  # R1 is called, and fits
        ("R1 Y4 R4 W3 B3", 0, 0b00101, -300 - 7),  # R4 is called, and does not
        ("R1 Y4 R4 W3 B2", 7, 0b01000, 4 - 7),  # R4 may go: token and turn, less a spare card
        ("R1:R Y4 R4 W3 B3", 5, 0b00001, 90),  # R1 becomes known
        ("R3 Y4 R4 W3 B2", 7, 0b01001, 0),  # nothing is said
    ],
)
def test_what_a_hint_to_the_next_seat_brings(hand, value, touched, expected):
    """What it calls for, less the token."""
    view, memory = at(_OWN, hand, "Y2 G3 G5 W2 B5")
    assert expected - 14 == worth.hint_worth(view, memory, (14, 10), 1, value, touched)


def test_a_play_that_waits_for_another_counts_less():
    """Per cent of it, if its seat is called for another card already."""
    view, memory = at(_OWN, "R1 Y4 R4 W3 Y1", "Y2 G3 G5 W2 B5")
    call(view, memory, 1, 4, 1)
    assert 600 - 14 == worth.hint_worth(view, memory, (14, 10), 1, 0, 0b00001)
    # Asked for the very card that is called already, it says nothing new.
    assert 0 - 14 == worth.hint_worth(view, memory, (14, 10), 1, 1, 0b10000)


@pytest.mark.parametrize(
    ("following", "past", "value", "expected"),
    [
        # Rank 3: W1 at place 2 wants place 1. Both play.
        ("R4 Y4 G4 W3 B1", "Y5 G5 B5 W1 R5", 7, 1000 + 1000),
        # The card at place 1 does not fit: a life and a spare card, then a play.
        ("R4 Y4 G4 W3 B3", "Y5 G5 B5 W1 R5", 7, -300 - 7 + 1000),
        # The same card in both hands: the second one fits no more.
        ("R4 Y4 G4 W3 W1", "Y5 G5 B5 W1 R5", 7, 1000 - 300),
        # The answer is the card below the target, which fits then.
        ("W1 Y4 G4 W3 B3", "Y5 G5 W2 B5 R5", 7, 1000 + 1000),
        # Red: R1 at place 1 wants a discard at place 5, a spare card; then a play.
        ("R4 Y4 G4 W3 B3", "Y5 G5 B5 W4 R1", 0, 4 - 7 + 1000),
    ],
)
def test_what_a_hint_past_the_next_seat_brings(following, past, value, expected):
    """What both seats do, one after the other, less the token."""
    view, memory = at(_OWN, following, past)
    assert expected - 14 == worth.hint_worth(view, memory, (14, 10), 2, value, 0)


def test_what_is_called_already_brings_nothing_more():
    """Neither as an answer nor as a target; a target behind another call waits."""
    hands = (_OWN, "R4 Y4 G4 W3 B1", "Y5 G5 B5 W1 R5")
    for seat, slot, expected in ((1, 4, 1000), (2, 3, 1000), (2, 0, 1000 + 600)):
        view, memory = at(*hands)
        call(view, memory, seat, slot, 1)
        assert expected - 14 == worth.hint_worth(view, memory, (14, 10), 2, 7, 0)


def test_a_called_card_makes_room_for_the_next():
    """The reacter plays W1, to which it was called before; so W2 fits."""
    view, memory = at(_OWN, "W1 Y4 G4 W3 B3", "Y5 G5 W2 B5 R5")
    call(view, memory, 1, 0, 1)
    assert 1000 - 14 == worth.hint_worth(view, memory, (14, 10), 2, 7, 0)


def test_a_hint_that_has_no_answer_is_a_bad_one():
    """One card each: both are at place 1, which no three is made of."""
    view, memory = at(_OWN, "R4 - - - -", "W1 - - - -")
    assert -300 - 14 == worth.hint_worth(view, memory, (14, 10), 2, 7, 0)
    assert 1000 - 307 - 14 == worth.hint_worth(view, memory, (14, 10), 2, 6, 0)


def test_the_card_that_was_called_first_is_played_first():
    """Wherever it is in the hand; and what was called to be discarded is none of them."""
    view, memory = at()
    for slot, stamp in ((1, 7), (2, -1), (3, 4), (4, 9)):
        memory[CALLS + int(view.deck_index[0, slot])] = stamp
    assert (3, CALLED) == tuple(map(int, play_slot(view, memory)))
    assert [3, 2] == [int(first_called(view, memory, 0, sign)) for sign in (1, -1)]


def test_a_discard_that_nobody_called_for_has_its_risk():
    """Other discards have none."""
    view, memory = at("R3 R5 Y2 Y3 W2:W", "R4 Y4 G4 W4 B4", "R4 Y4 G4 W4 B4", tokens=0)
    assert (3, CHOP, 14 - 4 - 33) == tuple(map(int, discard_slot(view, memory, (14, 4))))
    call(view, memory, 0, 1, -1)
    assert (1, TOLD_DISCARD, 14 - 4) == tuple(map(int, discard_slot(view, memory, (14, 4))))


def test_it_discards_for_a_token_where_no_hint_brings_more():
    """A known useless card first, else the newest one that no hint has touched."""
    quiet = ("R4 Y4 G4 W4 B4", "R4 Y4 G4 W4 B4")
    view, memory = at("R1:R1 R3 R5 Y2 Y3", *quiet, fireworks="R1", tokens=1)
    assert ("discard 0", USELESS_CARD) == told(view, memory)
    view, memory = at("R3 R5 Y2 Y3 W2:W", *quiet, tokens=0)
    assert ("discard 3", CHOP) == told(view, memory)


def test_a_hint_goes_before_a_play_if_it_brings_enough_more():
    """Beyond a play and `first`: two plays do, one does not."""
    # Fives: W1 at place 2 wants place 3, which is B1. The own copies cost 2 * 1300 / 5.
    view, memory = at(_OWN, "R4 Y4 B1 W3 G4", "Y5 G5 B5 W1 R5")
    call(view, memory, 0, 0, 1)
    assert HINT == told(view, memory)[1]
    memory[numbers.FIRST] = 500
    assert "play 0" == told(view, memory)[0]


def told(view, memory):
    """What it does, in words, and why."""
    action, why = decide(view, memory)
    return format_action(THREE, int(action)), int(why)
