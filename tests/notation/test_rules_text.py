"""Rules as text: the shortest words for any rules, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from hanabilab.errors import NotationError, RulesError
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.notation import format_rules, parse_rules
from tests.strategies import examples, rules


@pytest.mark.parametrize(
    ("some_rules", "text"),
    [
        (Rules(), "full(players=2)"),
        (Rules(players=4), "full(players=4)"),
        (Rules(players=3, bomb="keep"), "full(players=3, bomb=keep)"),
        (Rules(hand_size=4), "full(players=2, hand_size=4)"),
        (Rules(players=4, hand_size=4), "full(players=4)"),
        (Rules(copies=(3, 3, 2, 2, 1)), "full(players=2, copies=33221)"),
        (Rules(ranks=3), "full(players=2, ranks=3, copies=321)"),
        (Rules(ranks=1, hand_size=3), "full(players=2, ranks=1, copies=3, hand_size=3)"),
        (Rules(observation="minimal"), "full-minimal(players=2)"),
        (Rules.preset("small"), "small(players=2)"),
        (Rules.preset("very-small", bomb="keep"), "very-small(players=2, bomb=keep)"),
        (Rules.preset("very-small", players=5), "very-small(players=5)"),
        (
            Rules(suits=2, players=3, hand_size=2, draw_slot="vacated", first_seat=1),
            "full(players=3, suits=2, hand_size=2, first_seat=1, draw_slot=vacated)",
        ),
    ],
)
def test_rules_print_as_the_nearest_preset_and_what_differs(some_rules, text):
    """The shortest text of all presets, players always said; it reads back to the same rules."""
    assert text == format_rules(some_rules)
    assert some_rules == parse_rules(text)


@examples(300, plain=150)
@given(rules())
def test_rules_round_trip(any_rules):
    """Any rules come back from their text, which is on one line and in printable ASCII."""
    text = format_rules(any_rules)
    assert any_rules == parse_rules(text)
    assert text == format_rules(parse_rules(text))
    assert text.isascii()
    assert text.isprintable()


@examples(60, plain=30)
@given(rules())
def test_no_preset_says_it_shorter(any_rules):
    """With every field spelled out after any preset, the text is never shorter."""
    options = dict(
        option.split("=") for option in format_rules(any_rules)[:-1].split("(")[1].split(", ")
    )
    for preset in PRESETS:
        text = f"{preset}({', '.join(f'{key}={value}' for key, value in options.items())})"
        try:
            same = parse_rules(text) == any_rules
        except RulesError:
            continue
        assert not same or len(text) >= len(format_rules(any_rules))


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_named_without_arguments_too(name):
    """`small` is `small()` is the preset as it stands."""
    assert Rules.preset(name) == parse_rules(name) == parse_rules(f"{name}()")


def test_a_choice_may_stand_in_quotes():
    """A name and quoted text mean the same."""
    assert Rules(bomb="keep") == parse_rules('full(bomb="keep")')


@pytest.mark.parametrize(
    ("text", "error_class", "message"),
    [
        ("full(", NotationError, "cannot read 'full('"),
        ("full(3)", NotationError, "rules 'full(3)' take keywords only, such as full(players=3)"),
        (
            "tiny",
            RulesError,
            "unknown rules 'tiny'; known are full, full-minimal, small, very-small",
        ),
        (
            "raimbow-5-suits(bomb=keep)",
            RulesError,
            "unknown rules 'raimbow-5-suits' (did you mean 'rainbow-5-suits'?)",
        ),
        (
            "Raimbow (5 suits)",
            NotationError,
            "the site has no variant 'Raimbow (5 suits)' (did you mean 'Rainbow (5 Suits)'?)",
        ),
        ("smal(players=3)", RulesError, "unknown rules 'smal' (did you mean 'small'?)"),
        ("full(colors=3)", RulesError, "rules have no 'colors'; they have players, suits, ranks, "),
        (
            "full(players=7)",
            RulesError,
            "players is 7; a whole number from 2 to 6 is needed",
        ),
        ("full(players=2.0)", RulesError, "players is 2.0; a whole number"),
        ("full(players=two)", RulesError, "players is 'two'; a whole number"),
        ("full(suits=f(2))", RulesError, "suits is 'f(2)'; a whole number"),
        ("full(copies=321)", RulesError, "copies has 3 numbers for 5 ranks; give one for each"),
        ("full(copies=32224)", RulesError, "copies is 4; a whole number from 1 to 3 is needed"),
        ("rainbow-5-suits(variant=1)", RulesError, "rainbow-5-suits is a variant already"),
        ("full(bomb=maybe)", RulesError, "bomb is 'maybe'; it is one of zero, keep"),
        ("full(bomb=1)", RulesError, "bomb is 1; it is one of zero, keep"),
        (
            "very-small(players=6)",
            RulesError,
            "a deck of 10 cards cannot deal 6 hands of 2; at least 12 cards are needed",
        ),
    ],
)
def test_impossible_rules_are_refused(text, error_class, message):
    """The narrowest error, one line, with what would be right."""
    with pytest.raises(error_class) as error:
        parse_rules(text)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["full(copies=1.5)", 'full(copies="")', 'full(hand_size="")', "full(hand_size=0.0)"],
)
def test_values_of_the_wrong_kind_are_refused(text):
    """Nothing but a whole number is a number, nothing but digits are copies."""
    with pytest.raises(RulesError):
        parse_rules(text)


@pytest.mark.parametrize("text", ["full(name=3)", "full(cls=3)", "full(copies=-32221)"])
def test_fields_of_other_functions_are_no_fields_of_rules(text):
    """Only what rules have can be set, and a negative number is no list of copies."""
    with pytest.raises((RulesError, NotationError)):
        parse_rules(text)


@pytest.mark.parametrize(
    "text",
    [
        *("6-suits(suits=4)", "rainbow-6-suits(suits=5)", "rainbow-6-suits(suits=4)"),
        *("no-variant(ranks=4)", "no-variant(copies=33221)", "rainbow-6-suits(ranks=4)"),
    ],
)
def test_a_variant_with_other_cards_is_refused(text):
    """Its name says which cards there are."""
    with pytest.raises(RulesError, match="are those of"):
        parse_rules(text)
    assert parse_rules("6-suits(suits=6)") == parse_rules("6-suits")


def test_text_is_made_of_rules_alone():
    with pytest.raises(RulesError, match="rules are 'full', which are none"):
        format_rules("full")
