"""Z3 and the counts agree on what a hand can be, on views of real games."""

from __future__ import annotations

import pytest

from hanabilab.knowledge.deduction import deduce_hand
from hanabilab.knowledge.smt import possible_by_z3
from tests.knowledge.test_deduction import positions

pytest.importorskip("z3", reason="Z3 is not installed: make extras")


def test_z3_finds_the_same_cards_possible():
    checked = 0
    for game in positions(20):
        for seat in range(game.rules.players):
            found = deduce_hand(game.view(seat))
            sets = [
                frozenset(card for card in range(found.copies.size) if mask >> card & 1)
                for mask in found.possible.tolist()
            ]
            by_z3 = possible_by_z3(sets, found.copies.tolist())
            assert by_z3 == [set(found.can_be(slot)) for slot in range(len(sets))]
            if checked % 5 == 0:
                assert by_z3 == possible_by_z3(sets, found.copies.tolist(), integers=True)
            checked += 1
    assert checked >= 30
