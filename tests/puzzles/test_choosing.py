"""Positions that differ in the names of suits alone are one puzzle."""

from __future__ import annotations

import pytest

from hanabilab.cli.options import make_rules
from hanabilab.notation import replay
from hanabilab.notation.record import Record
from hanabilab.puzzles.choosing import key_of
from tests.puzzles.games import recolored, source

pytestmark = pytest.mark.compiled


def _keys(record):
    return [key_of(game.rules, game.view()) for game in replay(record) if not game.is_over]


@pytest.mark.parametrize("order", [[1, 0, 2, 3, 4], [4, 2, 0, 1, 3]])
def test_suits_by_other_names(order):
    record = source(2, full=True).record
    assert _keys(record) == _keys(recolored(record, order))


def test_other_positions_have_other_keys():
    keys = [key for game in (0, 1) for key in _keys(source(game, full=True).record)]
    assert len(set(keys)) == len(keys)


def test_every_hint_is_another_position():
    """Plays of two cards that both fail are alike but for the names of their suits."""
    game = source(0, full=True).record.replayed(0)
    hints = [each for each in game.legal_actions() if each >= 2 * game.rules.hand_size]
    keys = set()
    for action in hints:
        after = game.copy()
        after.act(action)
        keys.add(key_of(after.rules, after.view(game.current_seat)))
    assert len(keys) == len(hints) > 3


def test_suits_that_are_not_alike_keep_their_names():
    """In a variant with a suit of its own kind nothing is merged."""
    rules = make_rules("Rainbow (5 Suits)", 2, None, None)
    deck = tuple(card for card, copies in enumerate(rules.card_copies) for _ in range(copies))
    ranks = rules.ranks
    swapped = tuple((card + ranks) % (2 * ranks) if card < 2 * ranks else card for card in deck)
    games = [Record(rules=rules, deck=each, actions=()).replayed() for each in (deck, swapped)]
    one, other = (key_of(game.rules, game.view()) for game in games)
    assert one != other
