"""Cards and actions in words, and the last resort of all conventions."""

from __future__ import annotations

from hypothesis import given

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.telling import action_words, card_word, card_words, value_word
from hanabilab.game.words import card_name, hint_value_name, parse_action
from tests.strategies import examples, games

FIVE = Rules(players=5)


def test_cards_and_values_read_as_everywhere():
    """As `game.words` writes them, which needs the rules and not only their tables."""
    for card in range(25):
        assert card_name(FIVE, card) == card_word(FIVE.tables, card)
    for value in range(10):
        assert hint_value_name(FIVE, value) == value_word(FIVE.tables, value)
    assert "R1 Y2" == card_words(FIVE.tables, 1 << 0 | 1 << 6)
    assert "nothing" == card_words(FIVE.tables, 0)


def test_actions_read_as_sentences():
    """Receivers are named by their seat, not by how far they sit from the actor."""
    view = Game(FIVE).view()
    for words, expected in {
        "play 2": "plays slot 2",
        "discard 0": "discards slot 0",
        "hint 2 red": "hints red to seat 1",
        "hint 3 4": "hints 4s to seat 2",
    }.items():
        assert expected == action_words(view, parse_action(FIVE, words), 4)


@kernel
def _last_resort(view):
    return any_action(view)


@examples(100, plain=30)
@given(games(running=True))
def test_there_is_always_something_legal(game):
    """A hint if there can be one, else a discard, else a play."""
    action = int(_last_resort(game.view()))
    legal = game.legal_actions()
    size = game.rules.hand_size
    assert action in legal
    assert (max(legal) >= 2 * size) == (action >= 2 * size)
    assert action >= size or max(legal) < 2 * size
