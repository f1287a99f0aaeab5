"""What hints of `reactor` mean, and how they are answered: by hand, on small tables."""

from __future__ import annotations

import pytest

from hanabilab.agents.conventions.reactor.agent import call, observe
from hanabilab.agents.conventions.reactor.clues import NOTHING, TO_DISCARD, TO_PLAY, meaning
from hanabilab.agents.conventions.reactor.memory import (
    ANCHOR,
    HINTED,
)
from hanabilab.agents.conventions.reactor.reactions import (
    anchor_of,
    reaction,
)
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.game.actions import hint_offset
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import DISCARD, PLAY
from tests.agents.conventions.test_reactor import THREE, new
from tests.agents.samples import position, view_of


def at(*hands, **table):
    """The first seat's view of a table of three, and a memory that has seen it."""
    view, memory = view_of(THREE, position(THREE, *hands, **table), 0), new()
    observe(view, memory)
    return view, memory


_BLIND = "R2 R3 R4 Y2 Y3"


@pytest.mark.parametrize(
    ("receiver", "table", "value", "expected"),
    [
        # Place 1 is slot 4. A rank 3: place 2 of the receiver wants place 1 of the reacter.
        ("Y5 G5 B5 W1 R5", {}, 7, (PLAY, 4, 3)),
        # Its newest playable card first: place 1 wants place 2.
        ("Y5 G5 B5 W1 R1", {}, 7, (PLAY, 3, 4)),
        # None is playable, one lacks the card below: the reacter is to hold it.
        ("Y5 G5 W2 B5 R5", {}, 7, (PLAY, 0, 2)),
        # Nor that: both discard; place 4 is useless, and wants place 4.
        ("Y5 W1 G5 B5 R5", {"fireworks": "W1"}, 7, (DISCARD, 1, 1)),
        # A color: the reacter discards for a card that is playable. Red: place 1 wants place 5.
        ("Y5 G5 B5 W4 R1", {}, 0, (DISCARD, 0, 4)),
        # And plays for one that is useless. Yellow is 2: place 4 wants place 3.
        ("Y5 W1 G5 B5 R5", {"fireworks": "W1"}, 1, (PLAY, 2, 1)),
    ],
)
def test_answers_by_hand(receiver, table, value, expected):
    """The kind of the answer, the reacter's slot and the target."""
    view, memory = at(_BLIND, "R4 Y4 G4 W3 B3", receiver, **table)
    asked = (1, 2, int(anchor_of(view.rules, value)), int(value >= 5))
    assert expected == tuple(map(int, reaction(view, memory, *asked)))


def test_a_card_that_cannot_fit_is_no_answer():
    """The reacter's card at the place is known not to be playable: the next target is tried."""
    view, memory = at(_BLIND, "R4 Y4 G4 W3 B3:B3", "Y5 G5 B1 W1 R5")
    assert (PLAY, 3, 2) != tuple(map(int, reaction(view, memory, 1, 2, 3, 1)))
    # Place 2 (W1) wants place 1, which is a known B3; place 3 (B1) wants place 5.
    assert (PLAY, 0, 2) == tuple(map(int, reaction(view, memory, 1, 2, 3, 1)))


def test_the_card_below_may_be_the_answer():
    """W2 lacks W1, and the reacter's card at the place is known to be a one."""
    view, memory = at(_BLIND, "W1:1 Y4 G4 W3 B3", "Y5 G5 W2 B5 R5")
    assert (PLAY, 0, 2) == tuple(map(int, reaction(view, memory, 1, 2, 3, 1)))
    view, memory = at(_BLIND, "R2:2 Y4 G4 W3 B3", "Y5 G5 W2 B5 R5")
    assert DISCARD == int(reaction(view, memory, 1, 2, 3, 1)[0])


def test_of_two_copies_the_older_one_may_go():
    """Y4 at place 5 has a newer copy at place 2; place 5 wants place 3."""
    view, memory = at(_BLIND, "R4 G4 G4 W3 B3", "Y4 G5 B5 Y4 R5")
    assert (DISCARD, 2, 0) == tuple(map(int, reaction(view, memory, 1, 2, 3, 1)))


def test_a_called_card_is_known_to_fit():
    """All know then that it is one of those that are playable; a card to be discarded is not."""
    view, memory = at(_BLIND, "R4 Y4 G4 W3 B3", "Y5 G5 B5 W1 R5")
    before = int(possible_cards(view, memory, 2, 3))
    call(view, memory, 2, 3, 1)
    assert int(possible_cards(view, memory, 2, 3)) == before & int(view.playable) != before
    call(view, memory, 2, 2, -1)
    assert int(possible_cards(view, memory, 2, 2)) == before


def test_an_answer_is_due_until_the_reacter_has_acted():
    """A seat that hints instead, which this agent never does, leaves nothing due."""
    game, memory = Game(THREE, seed=3), new()
    observe(game.view(0), memory)
    for offset, due in ((2, True), (1, False)):
        rules = game.view(0).rules
        game.act(
            next(a for a in game.legal_actions() if a >= 10 and hint_offset(rules, a) == offset)
        )
        observe(game.view(0), memory)
        assert (memory[ANCHOR] > 0) == due


def test_a_last_copy_is_not_discarded_to_answer():
    """A five at the place that is known as one: the next target is tried."""
    view, memory = at(_BLIND, "R5:R5 Y4 G4 W3 B3", "Y5 G1 B5 W4 R1")
    # Red: place 1 (R1) wants place 5, the five; place 4 (G1) wants place 2.
    assert (DISCARD, 3, 1) == tuple(map(int, reaction(view, memory, 1, 2, 1, 0)))


# --- Hints to the next seat ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "table", "value", "touched", "expected"),
    [
        # A color calls the newest touched card that may be playable.
        ("R1 Y4 R4 W3 B3", {}, 0, 0b00101, (TO_PLAY, 2)),
        # All ones are playable: a rank calls the newest one.
        ("R1 Y1 R4 W3 B3", {}, 5, 0b00011, (TO_PLAY, 1)),
        # No three is: the first card past it that no hint has touched may go.
        ("R1 Y4 R4 W3 B2", {}, 7, 0b01000, (TO_DISCARD, 2)),
        # Unless the oldest one is touched: then nothing goes.
        ("R3 Y4 R4 W3 B2", {}, 7, 0b01001, (NOTHING, -1)),
        # Ones that are all played: all know that they are useless.
        ("R1 Y4 R4 W3 B2", {"fireworks": "R1Y1G1W1B1"}, 5, 0b00001, (NOTHING, -1)),
        # A red card becomes a known R1, which is all that it says.
        ("R1:R Y4 R4 W3 B2", {}, 5, 0b00001, (NOTHING, -1)),
    ],
)
def test_meanings_by_hand(hand, table, value, touched, expected):
    """What is called for, and the slot."""
    view, memory = at(_BLIND, hand, "Y2 Y3 G2 G3 G5", **table)
    if ":" in hand:
        assert int(memory[HINTED + 1]) == 1
    assert expected == tuple(map(int, meaning(view, memory, 1, value, touched)))
