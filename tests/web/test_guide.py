"""The guided start of a table: what it teaches holds for the rules of the game."""

from __future__ import annotations

import pytest

from hanabilab.notation import parse_rules
from hanabilab.web.table import table
from tests.web.node import needs_node, run_module

pytestmark = [pytest.mark.once, needs_node]

STEPS = """
globalThis.document = {createTreeWalker: () => ({})};  // lit-html makes one when it is loaded
const {steps} = await load('play/guide');
return told.map(steps);
"""


@pytest.fixture(scope="module")
def guides():
    """The steps of the guide, by rules."""
    names = [
        "full",
        "very-small",
        "full(ranks=2)",
        "full(suits=1, ranks=1, hand_size=1)",
        "full(all_or_nothing=1)",
        "reversed-6-suits",
        "up-or-down-5-suits",
    ]
    return dict(zip(names, run_module(STEPS, [table(parse_rules(n)) for n in names]), strict=True))


def test_one_answer_alone_is_right(guides):
    """Also where there is one suit, whose cards would be named twice."""
    for name, steps in guides.items():
        for each in steps:
            choices = each.get("choices", [])
            assert len(set(choices)) == len(choices), (name, choices)
    asked = {name: sum("question" in each for each in steps) for name, steps in guides.items()}
    assert asked == {name: 1 if "ranks" in name else 3 for name in guides}


def test_only_cards_of_the_game_are_shown(guides):
    for name, steps in guides.items():
        cards = table(parse_rules(name))["cards"]
        for each in steps:
            named = [*each.get("cards", []), *each.get("choices", [])]
            assert {card for card in named if len(card) == 2} <= {*cards}, name


def test_a_last_round_is_told_where_there_is_one(guides):
    for name, steps in guides.items():
        assert ("one more turn" in steps[-1]["text"]) == ("all_or_nothing" not in name)


def test_a_one_is_said_to_fit_only_where_it_begins_a_firework(guides):
    """Not on that of a suit that goes down."""
    down, turning = (
        next(each for each in guides[name] if each["title"] == "What a hand shows")
        for name in ("reversed-6-suits", "up-or-down-5-suits")
    )
    assert [each["suits"] for each in down["backs"]] == [[0, 1, 2, 3, 4]]
    assert "Whatever its suit" not in down["why"]
    assert "Whatever its suit" in turning["why"]
