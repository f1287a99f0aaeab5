"""Cards and actions in words: round trips, refusals in one line, and any text at all."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanabilab.errors import IllegalActionError, NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import (
    action_words,
    card_name,
    card_words,
    format_action,
    names_of,
    parse_action,
    parse_card,
)
from tests.naive.game import all_actions
from tests.strategies import examples, games, rules
from tests.tables import play_all, stacked

COLORS = ("red", "yellow", "green", "white", "blue", "purple")


def test_cards_are_a_letter_and_a_rank():
    """Suits in HLE's order, RYGWB, with purple as the sixth; ranks from 1."""
    names = [card_name(Rules(suits=6), card) for card in range(30)]
    assert [f"{suit}{rank}" for suit in "RYGWBP" for rank in range(1, 6)] == names
    assert ("--", "??") == (card_name(Rules(), -1), card_name(Rules(), -2))


@examples(100)
@given(rules())
def test_card_names_round_trip(any_rules):
    """Every card's name parses to the card."""
    cards = list(range(any_rules.suits * any_rules.ranks))
    assert cards == [parse_card(any_rules, card_name(any_rules, card)) for card in cards]


def test_tables_name_cards_as_their_rules_do():
    """A row of tables is all that an agent has; a set of cards is named one by one."""
    five = Rules(players=5)
    for card in range(-2, 25):
        assert card_name(five, card) == card_name(five.tables, card)
    assert names_of(five.tables) == five.names
    assert "R1 Y2" == card_words(five.tables, 1 << 0 | 1 << 6)
    assert "nothing" == card_words(five.tables, 0)


def test_people_are_told_who_is_meant():
    """Receivers are named by their seat, not by how far they sit from the actor."""
    five = Rules(players=5)
    view = Game(five).view()
    for words, expected in {
        "play 2": "plays slot 2",
        "discard 0": "discards slot 0",
        "hint 2 red": "hints red to seat 1",
        "hint 3 4": "hints 4s to seat 2",
    }.items():
        assert expected == action_words(view, parse_action(five, words), 4)


@pytest.mark.parametrize("text", ["", "R", "1R", "R0", "R4", "P1", "r1", "R1 ", "--", "??", "R²"])
def test_other_text_is_no_card(text):
    """The refusal quotes the text and names the cards that there are."""
    with pytest.raises(NotationError) as error:
        parse_card(Rules(suits=5, ranks=3), text)
    expected = f"no card {text!r} in these rules; a card is one of RYGWB and one of 123"
    assert expected == str(error.value)


@examples(100)
@given(rules())
def test_action_words_round_trip(any_rules):
    """Every action id has the words its kind and numbers say, and they parse to the id."""
    for number, (kind, place, *value) in enumerate(all_actions(any_rules)):
        words = f"{kind} {place}"
        if kind == "color":
            words = f"hint {place} {COLORS[value[0]]}"
        elif kind == "rank":
            words = f"hint {place} {value[0]}"
        assert words == format_action(any_rules, number)
        assert number == parse_action(any_rules, words)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("clue 1 red", "hint 1 red"),
        ("Hint 1 Red", "hint 1 red"),
        ("hint 2 R", "hint 2 red"),
        ("hint 1 g", "hint 1 green"),
        ("CLUE 2 3", "hint 2 3"),
        ("Play 2", "play 2"),
        ("DISCARD 0", "discard 0"),
    ],
)
def test_what_people_write_is_understood(text, meant):
    """Clues, letters for colors, capitals; written back as the action's one form."""
    three = Rules(players=3)
    assert meant == format_action(three, parse_action(three, text))


@pytest.mark.parametrize("text", ["hint 1 \u017f", "di\u017fcard 0", "hint 1 P", "hint 1 re"])
def test_what_only_looks_alike_is_not(text):
    """Letters that lower-case into ASCII, a color that these rules lack, parts of words."""
    with pytest.raises(NotationError):
        parse_action(Rules(players=2), text)


@pytest.mark.parametrize("parse", [parse_action, parse_card])
def test_endless_text_is_refused_by_its_length(parse):
    """Before it is looked at; the message tells the limit and does not repeat the text."""
    with pytest.raises(NotationError) as error:
        parse(Rules(), "x" * 10_000_000)
    assert str(error.value).endswith("of 10,000,000 characters is too long; at most 40")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("play 5", "no slot 5 in 'play 5'; slots are 0 to 4"),
        ("discard 99", "no slot 99 in 'discard 99'; slots are 0 to 4"),
        ("hint 0 red", "no seat 0 to the left in 'hint 0 red'; it is 1 to 2"),
        ("hint 3 red", "no seat 3 to the left in 'hint 3 red'; it is 1 to 2"),
        (
            "hint 1 purple",
            "no hint 'purple' in 'hint 1 purple'; it is one of red, yellow, green, white, blue, "
            "1, 2, 3, 4, 5",
        ),
        (
            "hint 1 6",
            "no hint '6' in 'hint 1 6'; it is one of red, yellow, green, white, blue, 1, 2, 3, 4, "
            "5",
        ),
        (
            "pass",
            "no action 'pass'; an action is 'play SLOT', 'discard SLOT' or 'hint SEATS-TO-THE-LEFT "
            "COLOR-OR-RANK'",
        ),
    ],
)
def test_words_that_name_no_action_are_refused(text, message):
    """The message quotes the words and says what would be right."""
    with pytest.raises(NotationError) as error:
        parse_action(Rules(players=3), text)
    assert message == str(error.value)


_almost = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(["play", "discard", "hint", "Play", "clue", ""]),
    st.sampled_from([" ", "  ", "\t", "\n", ""]),
    st.integers(-3, 120) | st.sampled_from(["1 ", "٣", "1.0", "²"]),
    st.sampled_from([" ", ""]),
    st.sampled_from([*COLORS, "1", "5", "6", "01", "", "\n", "RED"]),
)


@examples(500)
@given(rules(), st.text() | _almost)
@example(Rules(), "play 1\n")
@example(Rules(), "play ٣")
def test_any_text_is_an_action_or_refused(any_rules, text):
    """Whatever is typed, it is an action id whose words mean the same, or a NotationError."""
    try:
        action = parse_action(any_rules, text)
    except NotationError:
        return
    assert type(action) is int
    assert 0 <= action < any_rules.num_actions
    assert action == parse_action(any_rules, format_action(any_rules, action))


@pytest.mark.parametrize(
    ("tokens", "actions", "wrong", "why"),
    [
        (
            8,
            "hint 1 red",
            "hint 1 blue",
            "'hint 1 blue' of seat 1 at turn 1: seat 2 holds no blue card",
        ),
        (8, "hint 1 red", "hint 2 5", "'hint 2 5' of seat 1 at turn 1: seat 0 holds no 5"),
        (
            8,
            "play 0",
            "discard 0",
            "'discard 0' of seat 1 at turn 1: all 8 information tokens are there, nothing may be "
            "discarded",
        ),
        (
            1,
            "hint 1 red",
            "hint 1 1",
            "'hint 1 1' of seat 1 at turn 1: no information token is left",
        ),
        (
            8,
            "play 1; play 1; play 1",
            "play 0",
            "'play 0' of seat 0 at turn 3: the game is over (lost)",
        ),
    ],
)
def test_illegal_actions_are_refused_with_the_reason(tokens, actions, wrong, why):
    """The message says which action, whose, when, and what the rules have against it."""
    rules = Rules(players=3, hand_size=2, information_tokens=tokens)
    game = play_all(stacked("R1 R2 R3 R4 Y1 Y2", rules), actions)
    with pytest.raises(IllegalActionError) as error:
        game.act(wrong)
    assert f"illegal action {why}" == str(error.value)


@pytest.mark.parametrize("action", [-1, 20, 10**9, -(10**9)])
def test_ids_out_of_range_are_refused(action):
    """A number that is no action id is an illegal action, not a crash."""
    with pytest.raises(IllegalActionError, match=f"'{action}' .*action ids are 0 to 19"):
        stacked("").act(action)


@examples(100, plain=20)
@given(games())
def test_every_other_id_is_refused_and_changes_nothing(game):
    """What is not among the legal actions is refused in one line, and the state stays."""
    before, legal = game.states.tobytes(), game.legal_actions()
    for action in range(-2, game.rules.num_actions + 2):
        if action not in legal:
            with pytest.raises(IllegalActionError) as error:
                game.act(action)
            assert "\n" not in str(error.value)
    assert before == game.states.tobytes()
