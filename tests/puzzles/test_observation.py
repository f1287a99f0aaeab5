"""The text of a position tells what a seat may know, and nothing else."""

from __future__ import annotations

import pytest

from hanabilab import Rules, make_agent
from hanabilab.beliefs import History
from hanabilab.game.words import format_action
from hanabilab.notation import Record, replay
from hanabilab.puzzles.observation import observation, observation_of
from hanabilab.search.evaluate import turns_of
from tests.puzzles.games import AGENT, source

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_do_not_change_it(players):
    """A deck that the seat cannot tell from the true one gives the same text, to the byte."""
    agent, changed = make_agent(AGENT), 0
    for game in replay(source(1, players=players, full=True).record):
        if game.is_over or len(game.actions) % 3:
            continue
        history = History.of(agent, turns_of(game, agent, 0), 0)
        deck = tuple(history.likely_deck[: game.rules.deck_size].tolist())
        changed += deck != tuple(game.deck)
        other = Record(rules=game.rules, deck=deck, actions=tuple(game.actions)).replayed()
        assert observation(game) == observation(other) == observation_of(history)
    assert changed > 5


@pytest.mark.parametrize(
    ("draw_slot", "words"),
    [("newest", "slot 0 is the oldest"), ("vacated", "drawn goes to the slot that was left")],
)
def test_it_tells_what_slots_are(draw_slot, words):
    rules, deck = Rules(players=2, draw_slot=draw_slot), source(0, full=True).record.deck
    text = observation(Record(rules=rules, deck=deck, actions=()).replayed())
    assert words in text
    assert ("oldest" in text) == (draw_slot == "newest")


def test_it_tells_hands_actions_and_what_is_legal():
    game = source(0, full=True).record.replayed(3)
    text = observation(game)
    seat = game.current_seat
    assert f"You are seat {seat}; you do not see your own cards. You are to act" in text
    legal = [format_action(game.rules, action) for action in game.legal_actions()]
    assert text.endswith(f"Legal actions: {', '.join(legal)}")
    assert text.count("\n1. ") == text.count("\n3. ") == 1
    assert "\n4. " not in text
    (theirs,) = [line for line in text.splitlines() if line.startswith(f"Hand of seat {1 - seat}:")]
    (own,) = [line for line in text.splitlines() if line.startswith("Your hand:")]
    names = game.rules.names
    held = [names.card(int(card)) for card in game.state.hands[1 - seat]][:5]
    assert [word for word in theirs.split() if word in held] == held
    assert "slot 0 (" in own


def test_who_does_not_act_is_told_no_actions():
    game = source(0).record.replayed(2)
    assert "Legal actions" not in observation(game, 1 - game.current_seat)
    over = source(0).record.replayed()
    assert "The game is over" in observation(over)
