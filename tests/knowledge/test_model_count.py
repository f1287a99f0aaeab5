"""The model counter Ganak and the counts agree on how many deals a hand allows."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from hanabilab.knowledge.deduction import deduce_hand
from hanabilab.knowledge.model_count import deals_by_ganak
from tests.knowledge.test_deduction import positions

pytestmark = pytest.mark.once
pytest.importorskip("pyganak", reason="Ganak is not installed: pip install hanabilab[count]")

#: Hands with fewer deals are counted in a moment.
_FEW = 5_000


def test_small_hands_are_counted_as_by_hand():
    """Random hands of three slots and six cards: as many as permutations that fit."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        copies = rng.integers(0, 3, 6).tolist()
        sets = [frozenset(np.flatnonzero(rng.random(6) < 0.6).tolist()) for _ in range(3)]
        held = [cards for cards in sets if cards]
        unseen = [card for card, count in enumerate(copies) for _ in range(count)]
        fits = sum(
            all(card in cards for card, cards in zip(deal, held, strict=True))
            for deal in permutations(unseen, len(held))
        )
        assert deals_by_ganak(sets, copies) == fits


def test_views_of_games_are_counted_alike():
    """Hands of real games that hints and cards in sight leave few deals."""
    checked = 0
    for game in positions(40):
        for seat in range(game.rules.players):
            found = deduce_hand(game.view(seat))
            if not 0 < found.deals < _FEW:
                continue
            sets = [
                frozenset(card for card in range(found.copies.size) if mask >> card & 1)
                for mask in found.possible.tolist()
            ]
            assert deals_by_ganak(sets, found.copies.tolist()) == found.deals
            checked += 1
    assert checked >= 3
