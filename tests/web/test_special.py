"""What the guided start says of the variant at the table."""

from __future__ import annotations

import pytest

from hanabilab.notation import parse_rules
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
        "A suit begins with its 1, its 5 or its START card (S), and goes up or down from there."
    ],
    "clue-starved-5-suits(players=2)": ["It takes 2 discards to bring a hint token back."],
    "color-mute-5-suits(players=2)": ["No color can be told."],
}


def test_what_is_special_is_said_and_nothing_else():
    """Of suits that hints touch otherwise, that go down, and of rules that differ."""
    found = run_module(CODE, [table(parse_rules(name)) for name in SPECIAL])
    assert list(SPECIAL.values()) == found
    dual, *_ = run_module(CODE, [table(parse_rules("dual-color-5-suits(players=2)"))])[0]
    assert dual.startswith("Hints of ")
    assert " and " in dual
