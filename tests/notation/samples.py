"""One small game, as a record and as a state, for tests to read and to spoil."""

from __future__ import annotations

from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from tests.tables import play_all, stacked

__all__ = ["DECK", "MIDDLE", "SMALL", "START", "TEXT", "small_record"]

SMALL = Rules.preset("small")
#: The game as a record.
TEXT = """\
hanabilab-record 1
rules: small(players=2)
agent: five-rule
agent: sparta(five-rule)
source: seed=7 game=3
deck: R1Y2R3Y1R1R1R2R2R3R4R4R5Y1Y1Y2Y3Y3Y4Y4Y5
hint 1 red
play 1
discard 1
score: 1
"""
#: Its deck, its state after the deal and after its last action.
DECK = "R1Y2R3Y1R1R1R2R2R3R4R4R5Y1Y1Y2Y3Y3Y4Y4Y5"
START = (
    "small(players=2) R1@0/RY12345/-+Y2@1/RY12345/- R3@2/RY12345/-+Y1@3/RY12345/- "
    f"{DECK} - - d4 i3 l1 t0 s0 c2 -"
)
MIDDLE = (
    "small(players=2) R1@0/RY12345/-+R1@5/RY12345/- R3@2/R12345/R+R1@4/RY12345/- "
    f"{DECK} Y1 Y2 d6 i3 l1 t3 s1 c2 0:discard_1:00:Y2:0:0"
)


def small_record(**changes) -> Record:
    """The record that TEXT writes."""
    game = play_all(stacked("R1 Y2 R3 Y1", SMALL), "hint 1 red; play 1; discard 1")
    facts = {
        "rules": SMALL,
        "deck": tuple(game.deck),
        "actions": tuple(game.actions),
        "agents": ("five-rule", "sparta(five-rule)"),
        "source": "seed=7 game=3",
    }
    return Record(**(facts | changes))
