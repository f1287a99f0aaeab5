"""Actions as people type them: the one table of cases, which the page is held to as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.typed_actions import typed_action
from hanabilab.game.words import action_words, format_action
from hanabilab.notation import parse_rules
from tests.strategies import examples, rules

TABLES = json.loads((Path(__file__).parents[1] / "data/typed_actions.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "meant", "table"), [(*case, table) for table in TABLES for case in table["cases"]]
)
def test_what_is_typed_is_the_action_or_is_refused(text, meant, table):
    """Its one form, as records write it; None where nothing is meant."""
    its_rules = parse_rules(table["rules"])
    if meant is None:
        with pytest.raises(NotationError):
            typed_action(its_rules, text, table["seat"], table["seats"])
    else:
        action = typed_action(its_rules, text, table["seat"], table["seats"])
        assert meant == format_action(its_rules, action)


@examples(100)
@given(rules(), st.data())
def test_what_is_printed_can_be_typed(any_rules, data):
    """As records write it, and as it is told of a seat: "hints red to seat 2"."""
    seat = data.draw(st.integers(0, any_rules.players - 1))
    game = Game(any_rules)
    for action in range(any_rules.num_actions):
        assert action == typed_action(any_rules, format_action(any_rules, action), seat)
        told = action_words(game.state, action, seat)
        if "deck" not in told:
            verb, rest = told.split(" ", 1)
            assert action == typed_action(any_rules, f"{verb[:-1]} {rest}", seat)


@examples(300)
@given(
    st.text(max_size=60), st.sampled_from(["", "hint ", "play ", "hint red ", "(reveal player +"])
)
@pytest.mark.late
def test_any_text_is_an_action_or_one_line(text, start):
    """Nothing else comes out."""
    try:
        assert typed_action(Rules(players=3), start + text, 1, ["A", "B", "C"]) < 40
    except NotationError as error:
        assert "\n" not in str(error)


def test_a_game_understands_hle_and_absolute_seats():
    """`Game.act` knows whose turn it is."""
    game = Game(Rules(players=3), seed=1)
    for text in ("(Play 0)", "hint 1s to seat 2", "(Reveal player +1 color R)", "(Discard 1)"):
        try:
            game.act(text)
        except ValueError as error:  # not legal on this deck, but understood
            assert "illegal action" in str(error)  # the message is what is tested
    with pytest.raises(NotationError, match="write hint 1 red for the seat 1 to the left"):
        game.act("hint red 1")
