"""Variants that users make: whatever can be made comes back from text, record, page and pickle."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given

from hanabilab.errors import NotationError, RulesError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.variant import VariantTables
from hanabilab.notation import (
    Record,
    format_record,
    format_rules,
    format_state,
    parse_record,
    parse_rules,
    parse_state,
)
from hanabilab.notation.game_files import log_of_record
from hanabilab.notation.variants import site_variant, variant_named
from hanabilab.web.document import document
from tests.strategies import examples, games, rules_of_own_variants


def own(**changes):
    """Two suits of three ranks, each with its color."""
    told = {
        "name": "wild",
        "number": 5000,
        "letters": "RY",
        "ranks": ("123", "123"),
        "copies": (3, 2, 1) * 2,
        "colors": ("red", "yellow"),
        "color_letters": "RY",
        "hint_ranks": "123",
        "touches": (0b111, 0b111000, 0b1001, 0b10010, 0b100100),
    }
    return VariantTables(**(told | changes))


def game_of(variant):
    return Game(Rules(players=2, hand_size=2, variant=variant), seed=1)


def record_of(game):
    return Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))


@pytest.mark.parametrize("changed", [{"letters": "KX"}, {"ranks": ("543", "543")}])
def test_a_live_game_keeps_its_names_when_another_variant_has_its_number(changed):
    """Each game prints its own cards, whichever was made last."""
    first = game_of(own())
    before = str(first)
    second = game_of(own(**changed))
    assert str(first) == before
    assert game_of(own()).rules.tables == first.rules.tables
    hands = [str(game).splitlines()[-1] for game in (first, second)]
    assert hands[0] != hands[1]
    letters = "".join(changed.get("letters", "RY"))
    assert all(letter in letters for letter in _letters_of(hands[1]))


def _letters_of(line):
    return [word[0] for word in line.split("  ") if word[1:2].isdigit()]


def test_a_variant_may_have_the_number_of_one_of_the_site_s():
    """Neither renames the other."""
    site = Game(parse_rules("rainbow-5-suits"), seed=1)
    before = str(site)
    mine = game_of(own(number=site.rules.variant.number, letters="KX"))
    assert str(site) == before
    assert str(Game(parse_rules("rainbow-5-suits"), seed=1)) == before
    assert "K" in str(mine)


@examples(120, plain=60)
@given(games(rules_of_own_variants()))
@pytest.mark.late
def test_whatever_rules_can_be_made_come_back(game):
    """Text, state, record, page and pickle; the page's record is the game's."""
    rules, record = game.rules, record_of(game)
    text = format_rules(rules)
    assert parse_rules(text) == rules
    assert format_rules(parse_rules(text)) == text
    assert parse_record(format_record(record)) == record
    written = format_state(rules, game.state)
    assert format_state(*parse_state(written)) == written
    assert pickle.loads(pickle.dumps(rules)) == rules  # our own
    told = json.loads(json.dumps(document(record)))
    assert parse_record(told["record"]) == record
    assert parse_rules(told["table"]["rules"]) == rules
    assert told["table"]["site"] is None
    assert len({suit["name"] for suit in told["table"]["suits"]}) == rules.suits


def test_a_process_that_unpickles_rules_names_their_cards():
    """As the games of a pool of processes do."""
    rules = game_of(own(number=77, letters="QX")).rules
    again = pickle.loads(pickle.dumps(rules))  # our own
    assert str(Game(again, seed=1)) == str(Game(rules, seed=1))


@pytest.mark.parametrize(
    "variant", [own(), own(name="rainbow-5-suits"), own(name="no-variant", number=1)]
)
def test_the_site_has_no_such_variant_whatever_its_name_or_number(variant):
    """It is not converted to a log of another game."""
    record = record_of(game_of(variant))
    with pytest.raises(NotationError, match="the site has no variant of the name"):
        log_of_record(record)
    with pytest.raises(NotationError):
        site_variant(record.rules)


def test_variants_of_the_site_are_still_written_by_name():
    rules = parse_rules("rainbow-5-suits(players=3)")
    assert format_rules(rules) == "rainbow-5-suits(players=3)"
    assert site_variant(rules) == variant_named("Rainbow (5 Suits)")
    changed = replace(rules, variant=replace(rules.variant, letters="RYGBX"))
    assert format_rules(changed).startswith('full(players=3, variant=own(name="rainbow-5-suits", ')


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"number": 32768}, "its number is 32768; a whole number from 1 to 32767 is needed"),
        ({"number": 0}, "its number is 0"),
        ({"number": 2**70}, "its number is 1180591620717411303424"),
        ({"number": "5"}, "its number is '5'"),
        ({"number": True}, "its number is True"),
        ({"name": "My variant"}, "a name has small letters"),
        ({"name": ""}, "a name has small letters"),
        ({"letters": "RR"}, "letters are 1 to 6 capital ones"),
        ({"letters": "ry"}, "letters are 1 to 6 capital ones"),
        ({"ranks": ("123", "12")}, "ranks are 1 to 5 digits for each suit"),
        ({"ranks": ("122", "123")}, "ranks are 1 to 5 digits for each suit"),
        ({"ranks": ("123456", "123456")}, "ranks are 1 to 5 digits for each suit"),
        ({"ranks": "123"}, "ranks is not a tuple"),
        ({"up_or_down": True}, "ranks are 6 to 6 digits"),
        ({"copies": (3, 2, 1)}, "copies are a number from 1 to 3 for each of the 6 cards"),
        ({"copies": (3, 2, 4) * 2}, "copies are a number from 1 to 3"),
        ({"colors": ("red", "red")}, "colors are words of one to ten small letters"),
        ({"colors": ("dark red", "yellow")}, "colors are words of one to ten small letters"),
        ({"color_letters": "R"}, "color_letters are a capital letter for each color"),
        ({"hint_ranks": "113"}, "hint_ranks are digits from 1 to 5"),
        ({"touches": (1, 2)}, "touches are 5 sets of its 6 cards"),
        ({"touches": (64, 1, 1, 1, 1)}, "touches are 5 sets of its 6 cards"),
        ({"empty_hints": 32}, "empty_hints is no set of its 5 hint values"),
        ({"discards_per_token": 0}, "discards_per_token is 0; 1 to 9 are needed"),
        ({"alternates_hints": 2}, "alternates_hints is neither True nor False"),
    ],
)
def test_tables_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(RulesError) as error:
        own(**changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("full(variant=own)", "own needs name="),
        ("full(variant=own(5))", "own takes keywords only"),
        ("full(variant=own(name=x, nmber=5))", "own has no 'nmber' (did you mean 'number'?)"),
        ("full(variant=wild)", "variant is 'wild'; name rules by the variant itself"),
        ("full(variant=5)", "variant is 5"),
        ('{}touches="1,x")', "touches are '1,x'; whole numbers with commas are needed"),
        ("{}touches=1.5)", "touches is not a tuple"),
        ('{}copies="3x", touches="1")', "copies are '3x'; a digit for each card is needed"),
        ('small(variant=own(name=x, number=1, letters="R"))', "own needs ranks="),
    ],
)
def test_texts_of_own_variants_that_do_not_fit_are_refused(text, message):
    start = 'full(variant=own(name=x, number=1, letters=R, ranks=12, colors="", color_letters="", '
    start += "hint_ranks=1, copies=31, "
    if "copies" in text:
        start = start.replace("copies=31, ", "")
    with pytest.raises((NotationError, RulesError)) as error:
        parse_rules(text.replace("{}", start) + ")" * text.startswith("{}"))
    assert message in str(error.value)
