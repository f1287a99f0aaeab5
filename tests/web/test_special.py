"""What the guided start says of the variant at the table."""

from __future__ import annotations

import pytest

from hanabilab.notation import parse_rules
from hanabilab.notation.variants import variants
from hanabilab.notation.variants.playing import rules_of_variant, why_not_played
from hanabilab.web.table import table
from tests.web.node import needs_node, run_module

pytestmark = [pytest.mark.once, needs_node]

CODE = """
globalThis.document = {createTreeWalker: () => ({})};
const {specialWords} = await load('play/special');
return told.map(specialWords);
"""
#: Rules, and the sentences about them.
SPECIAL = {
    "full(players=2)": [],
    "rainbow-5-suits(players=2)": ["Every color touches rainbow."],
    "null-5-suits(players=2)": ["No color touches null.", "No rank touches null."],
    "dark-rainbow-6-suits(players=2)": [
        "Every color touches dark rainbow.",
        "There is one copy of each card of dark rainbow.",
    ],
    "reversed-5-suits(players=2)": ["The suit purple reversed goes from 5 down to 1."],
    "up-or-down-5-suits(players=2)": [
        "No rank touches START cards.",
        "There is one copy of each 1.",
        "A suit begins with its 1, its 5 or its START card (S), and goes up or down from there.",
    ],
    "clue-starved-5-suits(players=2)": ["It takes 2 discards to bring a hint token back."],
    "color-mute-5-suits(players=2)": ["No color can be told."],
    "rainbow-ones-3-suits(players=2)": ["Every color touches 1s."],
    "pink-fives-3-suits(players=2)": ["Every rank touches 5s."],
    "white-ones-rainbow-5-suits(players=2)": [
        "Every color touches rainbow.",
        "No color touches other 1s.",
    ],
    "brown-fives-4-suits(players=2)": ["No rank touches 5s."],
    "null-fives-4-suits(players=2)": ["No color touches 5s.", "No rank touches 5s."],
    "light-pink-ones-5-suits(players=2)": ["No color touches 1s.", "Every rank touches 1s."],
    "deceptive-ones-4-suits(players=2)": [
        "A hint of 2 touches 2s and red 1.",
        "A hint of 3 touches 3s and yellow 1.",
        "A hint of 4 touches 4s and green 1.",
        "A hint of 5 touches 5s and blue 1.",
    ],
    "odds-and-evens-5-suits(players=2)": [
        "A hint of 1 touches 1s, 3s and 5s.",
        "A hint of 2 touches 2s and 4s.",
    ],
    "funnels-3-suits(players=2)": [
        "Every rank touches 1s.",
        "Hints of 2, 3, 4 and 5 touch 2s.",
        "Hints of 3, 4 and 5 touch 3s.",
        "Hints of 4 and 5 touch 4s.",
    ],
    "chimneys-3-suits(players=2)": [
        "Every rank touches 5s.",
        "Hints of 1 and 2 touch 2s.",
        "Hints of 1, 2 and 3 touch 3s.",
        "Hints of 1, 2, 3 and 4 touch 4s.",
    ],
    "prism-4-suits(players=2)": [
        "A hint of red touches red, prism 1 and prism 4.",
        "A hint of green touches green, prism 2 and prism 5.",
        "A hint of blue touches blue and prism 3.",
    ],
    "ambiguous-6-suits(players=2)": [
        "A hint of red touches tomato and mahogany.",
        "A hint of green touches emerald and olive.",
        "A hint of blue touches berry and navy.",
    ],
    "critical-fours-5-suits(players=2)": ["There is one copy of each 4."],
    "scarce-ones-5-suits(players=2)": ["There are 2 copies of each 1."],
    "synesthesia-5-suits(players=2)": [
        "A hint of red touches red and 1s.",
        "A hint of yellow touches yellow and 2s.",
        "A hint of green touches green and 3s.",
        "A hint of blue touches blue and 4s.",
        "A hint of purple touches purple and 5s.",
        "No rank can be told.",
    ],
    "orange-3-suits(players=2)": ["A card may be discarded even if no hint token is missing."],
    "very-small": [],
    "full(ranks=1,hand_size=1)": [],
    "full(deck_plays=1)": ["The last card of the deck may be played from there."],
}


def test_what_is_special_is_said_and_nothing_else():
    """Of suits that hints touch otherwise, that go down, and of rules that differ."""
    found = run_module(CODE, [table(parse_rules(name)) for name in SPECIAL])
    assert dict(zip(SPECIAL, found, strict=True)) == SPECIAL
    dual, *_ = run_module(CODE, [table(parse_rules("dual-color-5-suits(players=2)"))])[0]
    assert dual.startswith("Hints of ")
    assert " and " in dual


@pytest.mark.late
def test_every_variant_but_the_plain_ones_has_something_special():
    """Whatever makes a variant: suits, ranks, copies, or how hints are given."""
    played = [variant for variant in variants() if not why_not_played(variant)]
    found = run_module(CODE, [table(rules_of_variant(variant, players=2)) for variant in played])
    silent = [each.name for each, said in zip(played, found, strict=True) if not said]
    assert silent == [variant.name for variant in played if variant.is_plain]
