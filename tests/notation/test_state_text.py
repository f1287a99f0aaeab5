"""Whole states as text: every field, exact round trips, and what is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import HanabiError, NotationError, RulesError
from hanabilab.game.engine import apply_action
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import format_state, parse_state
from tests.notation.samples import DECK, MIDDLE, SMALL, START
from tests.strategies import choose_action, examples, games
from tests.tables import play_all, stacked


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ("", START),
        (
            "hint 1 red",
            "small(players=2) R1@0/RY12345/-+Y2@1/RY12345/- R3@2/R12345/R+Y1@3/Y12345/- "
            f"{DECK} - - d4 i2 l1 t1 s1 c2 0:hint_1_red:10:--:0:0",
        ),
        (
            "hint 1 red; play 1",
            "small(players=2) R1@0/RY12345/-+Y2@1/RY12345/- R3@2/R12345/R+R1@4/RY12345/- "
            f"{DECK} Y1 - d5 i2 l1 t2 s0 c2 1:play_1:00:Y1:1:0",
        ),
        ("hint 1 red; play 1; discard 1", MIDDLE),
        (
            "hint 1 red; hint 1 1; hint 1 3; play 0",
            "small(players=2) R1@0/RY1/1+Y2@1/RY2345/- Y1@3/Y1245/-+R1@4/RY12345/- "
            f"{DECK} - R3 d5 i0 l0 t4 s0 c2 1:play_0:00:R3:0:0",
        ),
    ],
)
def test_every_field_of_the_text_is_as_told(actions, text):
    """Worked out by hand from the deck: hands, piles, counts and the last action."""
    game = stacked("R1 Y2 R3 Y1", SMALL)
    if actions:
        play_all(game, actions)
    assert text == format_state(SMALL, game.state)
    rules, state = parse_state(text)
    assert SMALL == rules
    assert game.states.tobytes() == state.tobytes()


@examples(150, plain=50)
@given(games())
def test_states_round_trip_byte_for_byte(game):
    """Whatever the rules and however the game went, the text tells the whole state."""
    text = format_state(game.rules, game.state)
    rules, state = parse_state(text)
    assert game.rules == rules
    assert game.states.tobytes() == state.tobytes()
    assert text == format_state(rules, state)
    assert text.isascii()
    assert text.isprintable()


@examples(60, plain=15)
@given(games(), st.integers(0, 2**32))
def test_a_state_from_text_plays_on_as_the_game_does(game, choices):
    """After any further actions both are still the same bytes."""
    _, state = parse_state(format_state(game.rules, game.state))
    random = Random(choices)
    while not game.is_over:
        action = choose_action(game, random, 0.8)
        game.act(action)
        apply_action(state, action)
    assert game.states.tobytes() == state.tobytes()


def test_what_hints_allow_may_be_no_product():
    """A bit set that is not all of some suits by all of some ranks is written in hexadecimal."""
    game = stacked("R1 Y2 R3 Y1", SMALL)
    game.state.possible[0, 0] = 1 << 0 | 1 << 6  # R1 or Y2
    text = START.replace("R1@0/RY12345/-", "R1@0/x41/-")
    assert text == format_state(SMALL, game.state)
    assert game.states.tobytes() == parse_state(text)[1].tobytes()


def test_empty_slots_and_the_last_round_are_told():
    """An empty slot is "-"; with the deck drawn, `c` counts the turns that are left."""
    rules = Rules(suits=1, ranks=3, copies=(1, 1, 1), hand_size=1, draw_slot="vacated")
    game = play_all(stacked("R1 R2 R3", rules), "play 0; play 0")
    text = format_state(rules, game.state)
    assert text.endswith(" R3@2/R123/- - R1R2R3 R2 - d3 i8 l3 t2 s0 c1 1:play_0:0:R2:1:0")
    assert game.states.tobytes() == parse_state(text)[1].tobytes()


_WRONG = [
    ("small(players=2) ", "small(players=2)  ", "a state for these rules has 13 fields, not 14"),
    (" d6", "", "a state for these rules has 13 fields, not 12"),
    ("small(players=2)", "small(players=3)", "a state for these rules has 14 fields, not 13"),
    ("small(players=2)", "small(players=2", "cannot read 'small(players=2'"),
    ("+R1@5/RY12345/-", "", "hand of seat 0 has 1 slots, not 2"),
    (
        "R1@5/RY12345/-",
        "R1@5/RY12345",
        "slot 1 of seat 0: 'R1@5/RY12345' is not card@age/possible/hinted",
    ),
    ("R1@5/", "G1@5/", "no card 'G1' in these rules; a card is one of RY and one of 12345"),
    (
        "R3@2/R12345/R",
        "R3@2/R1245/R",
        "slot 0 of seat 1: the hints in 'R3@2/R1245/R' rule its own card out",
    ),
    ("R1@5/", "R1@0/", "slot 1 of seat 0: age 0 is taken, or not below 20"),
    ("R1@5/", "R1@20/", "slot 1 of seat 0: age 20 is taken, or not below 20"),
    ("R3@2/R12345/R", "R3@2/RG12345/R", "'RG12345' names a suit or rank that these rules lack"),
    ("R3@2/R12345/R", "R3@2/R12345/W", "slot 0 of seat 1: hinted 'W' is not of RY12345"),
    (DECK, "-", "the deck has 0 cards; these rules have 20"),
    (DECK, DECK[2:], "the deck has 19 cards; these rules have 20"),
    (DECK, DECK[:-1] + "4", "the deck holds card 8 not exactly 2 times"),
    (DECK, DECK + "x", f"deck {DECK[:20]!r} is not a run of cards, nor '-'"),
    (" Y1 Y2 ", " Y Y2 ", "fireworks 'Y' is not a run of cards, nor '-'"),
    (" Y1 Y2 ", " Y1 Y ", "discards 'Y' is not a run of cards, nor '-'"),
    (" Y1 Y2 ", " Y2 Y2 ", "Y2 lies on the table 2 times, but was drawn 1 times"),
    (" Y1 Y2 ", " - Y2Y1 ", "state is not written in its canonical form, which is"),
    (" Y1 Y2 ", " Y1 Y2Y2 ", "Y2 lies on the table 2 times, but was drawn 1 times"),
    ("d6", "d5", "a card in hand has age 5, but 5 cards were drawn"),
    ("d6", "d7", "R2 lies on the table 0 times, but was drawn 1 times"),
    ("d6", "d06", "'d06' is not d and a number from 0 to 20"),
    ("d6 i3", "i3 d6", "'i3' is not d and a number from 0 to 20"),
    ("i3", "i4", "'i4' is not i and a number from 0 to 3"),
    ("l1", "l2", "'l2' is not l and a number from 0 to 1"),
    ("t3", "t-3", "'t-3' is not t and a number from 0 to 39"),
    ("t3", "t40", "'t40' is not t and a number from 0 to 39"),
    ("s1", "s2", "'s2' is not s and a number from 0 to 1"),
    ("c2", "c3", "'c3' is not c and a number from 0 to 2"),
    ("R1@4/", "R2@4/", "a card in hand is not the card of its age in the deck"),
    ("0:discard_1", "2:discard_1", "last action '2:discard_1:00:Y2:0:0' is not seat:words:"),
    ("discard_1:00:", "discard_1:000:", "last action '0:discard_1:000:Y2:0:0' is not seat:words:"),
    ("discard_1", "discard_2", "no slot 2 in 'discard 2'; slots are 0 to 1"),
    ("discard_1", "resign", "no action 'resign'; an action is 'play SLOT', "),
    (
        "00:Y2:",
        "00:--:",
        "last action '0:discard_1:00:--:0:0': a play or discard has a card, a hint has none",
    ),
    ("discard_1", "hint_1_red", "last action '0:hint_1_red:00:Y2:0:0': a play or discard has"),
    ("small(players=2)", "small", "state is not written in its canonical form, which is"),
    ("R3@2/R12345/R", "R3@2/R54321/R", "state is not written in its canonical form, which is"),
    ("R3@2/R12345/R", "R3@2/x1f/R", "state is not written in its canonical form, which is"),
    (" Y1 Y2 ", " Y1Y1 Y2 ", "state is not written in its canonical form, which is"),
]


@pytest.mark.parametrize(("field", "wrong", "message"), _WRONG)
def test_a_wrong_field_is_refused_with_the_reason(field, wrong, message):
    """One field of a good state is spoiled; the message names it and says what is amiss."""
    assert 1 == MIDDLE.count(field)
    with pytest.raises((NotationError, RulesError)) as error:
        parse_state(MIDDLE.replace(field, wrong))
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_the_canonical_form_is_told():
    """Whoever writes a state another way is shown the one text of it."""
    with pytest.raises(NotationError) as error:
        parse_state(START.replace("small(players=2)", "small"))
    expected = f"state is not written in its canonical form, which is {START!r}"
    assert expected == str(error.value)


def test_a_pile_longer_than_any_deck_is_refused():
    """More discards than a count can hold are an error like any other, without a warning."""
    with pytest.raises(HanabiError):
        parse_state(MIDDLE.replace(" Y1 Y2 ", f" Y1 {'Y2' * 40_000} "))


def test_an_endless_state_is_refused_by_its_length():
    """Before it is taken apart; the longest state there is fits in."""
    widest = Rules(players=6, suits=6, hand_size=6, copies=(3, 3, 3, 3, 3))
    assert len(format_state(widest, Game(widest, seed=1).state)) < 2000
    with pytest.raises(NotationError) as error:
        parse_state("full(players=2) " + " " * 10_000_000)
    assert "state of 10,000,016 characters is too long; at most 4,096" == str(error.value)
