"""Public chances of each seat, against every way to deal both hands."""

from __future__ import annotations

from itertools import permutations

import pytest

from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from hanabilab.web import analysis
from tests.tables import play_all, stacked

pytestmark = [pytest.mark.once, pytest.mark.compiled]
RULES = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2)


@pytest.mark.parametrize("seat", [0, 1])
def test_public_chances_are_of_the_seat_that_is_asked_for(seat):
    """Both hands have hints of their own; all orders of the deck that fit them are tried."""
    game = play_all(stacked("R1 Y1 R2 Y2", RULES), "hint 1 red; hint 1 1")
    record = Record(rules=RULES, deck=tuple(game.deck), actions=tuple(game.actions))
    *_, told = analysis.card_chances(record, 2, seat)
    counts = [[0] * 4 for _ in range(2)]
    deals = 0
    # Cards 0 to 3 are R1, R2, Y1, Y2. Seat 1 has R2 and then Y2; seat 0 has a 1 in both slots.
    deck = [int(card) for card in RULES.tables.sorted_deck[: RULES.deck_size]]
    for hands in permutations(deck, 4):
        red, ones = [card < 2 for card in hands], [card % 2 == 0 for card in hands]
        if red[2:] == [True, False] and ones[:2] == [True, True]:
            deals += 1
            for slot, card in enumerate(hands[2 * seat : 2 * seat + 2]):
                counts[slot][card] += 1
    expected = [[count / deals for count in row] for row in counts]
    assert deals > 0
    for row, wanted in zip(told["public"], expected, strict=True):
        assert wanted == pytest.approx(row, abs=1e-6)
