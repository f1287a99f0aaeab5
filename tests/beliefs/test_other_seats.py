"""What other seats know and would do if a hand were another one: as in a game with that hand."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.agents import five_rule
from hanabilab.beliefs import HandRange, batched_partners
from hanabilab.beliefs.batched_partners import choices_by_hand
from hanabilab.beliefs.joint.common_knowledge import as_known, held_by
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.samples import imitate, mindful
from tests.beliefs.playing import history_of, packed_of, true_hand

SMALL = Rules.preset("small", life_tokens=3)


def swapped_decks(game: Game, seat: int) -> list[list[int]]:
    """Decks in which the seat's first card is one of those that nobody has drawn."""
    first, decks = int(game.state.deck_index[seat, 0]), []
    for place in range(int(game.state.deck_drawn), game.rules.deck_size):
        deck = list(game.deck)
        deck[first], deck[place] = deck[place], deck[first]
        decks.append(deck)
    return decks


@pytest.mark.parametrize("agent", [five_rule, mindful, imitate(mindful)], ids=lambda a: a.name)
def test_choices_by_hand_are_those_of_games_with_the_hand(agent, monkeypatch):
    """Sixteen hands in batches of five; the seat before has hinted."""
    monkeypatch.setattr(batched_partners, "_AT_ONCE", 5)
    game = Game(SMALL, seed=2)
    game.act(next(action for action in game.legal_actions() if action >= 4))
    games = [Game(SMALL, deck=deck) for deck in swapped_decks(game, 0)]
    for each in games:
        each.act(game.actions[0])
    places = np.asarray(game.state.deck_index[0]).copy()
    packed = np.array([packed_of(true_hand(each, 0)) for each in games], np.int32)
    hands = HandRange(packed, np.zeros(0, np.float32), places, 1)
    expected = [each.ask(agent) for each in games]
    assert choices_by_hand(hands, history_of(game, agent, 0), agent).tolist() == expected
    assert len(set(expected)) > 1


def test_what_a_seat_knows_of_the_largest_deck_holds_its_last_card():
    """Ninety cards, the last of which has been drawn; hands have an empty slot."""
    rules = Rules(players=2, suits=6, copies=(3,) * 5)
    game = Game(rules, seed=1)
    while game.state.deck_drawn < rules.deck_size:
        full = game.state.information_tokens == rules.information_tokens
        game.act(game.legal_actions()[-1] if full else "discard 0")
    assert rules.deck_size == 90
    held = held_by(game.state.hands, 1)
    known = as_known(history_of(game, five_rule, 0), len(game.actions), 0, {1: held})
    assert known.view.hands.tolist() == game.view(0).hands.tolist()
    assert known.deck.max() < rules.tables.num_cards
