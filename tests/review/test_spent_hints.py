"""What a completed suit costs: a hint where its token finds no room, and nothing where it does."""

from __future__ import annotations

import pytest

from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from hanabilab.review.review import review_record
from tests.tables import play_all, stacked

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    ("words", "spent", "tokens"),
    [
        # Full: the token of the suit is lost.
        ("play 0; play 1; play 0", [0, 0, 0, 1], 2),
        # One missing: it comes back, and nothing is lost but the hint that was given.
        ("play 0; hint 1 red; play 0", [0, 0, 1, 1], 2),
    ],
)
def test_a_completed_suit_costs_a_hint_only_at_full_tokens(words, spent, tokens):
    """Two suits of two ranks; seat 0 holds R1 R2."""
    rules = Rules(suits=2, ranks=2, copies=(3, 2), hand_size=2, information_tokens=2)
    game = play_all(stacked("R1 R2 R1 Y1", rules), words)
    record = Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))
    found = review_record(record, widths=(30,))
    assert spent == [moment.spent for moment in found.moments]
    assert tokens == found.last.information_tokens
