"""Winnability with open hands: against trying every line, and by replaying what is found."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hanabilab.errors import RulesError
from hanabilab.game.games import Game, deck_from_seed
from hanabilab.game.rules import Rules
from hanabilab.open_hands import Winnability, decide_deck, decide_game
from tests.naive.winnable import can_win

SMALL = [
    Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=1, life_tokens=1),
    Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=2, life_tokens=2),
    Rules(players=3, suits=2, ranks=3, hand_size=1, information_tokens=2, draw_slot="vacated"),
]


def final_score(rules, deck, actions):
    game = Game(rules, deck=deck)
    for action in actions:
        game.act(action)
    return game.score


@pytest.mark.compiled
@pytest.mark.parametrize("rules", SMALL)
def test_small_decks_are_decided_as_by_trying_every_line(rules):
    found = set()
    for index in range(40):
        deck = deck_from_seed(rules, 5, index)
        outcome = decide_deck(rules, deck)
        wins = can_win(Game(rules, deck=deck))
        assert outcome.winnability == (Winnability.WON if wins else Winnability.LOST)
        if wins:
            assert final_score(rules, deck, outcome.actions) == rules.max_score
        found.add(wins)
    assert found == {True, False}


@pytest.mark.compiled
@pytest.mark.parametrize("rules", SMALL)
def test_positions_on_the_way_are_decided_as_by_trying_every_line(rules):
    """Random games, at every turn; once lost they stay lost, and a line found wins from there."""
    random, found = Random(3), Counter()
    for index in range(25):
        game = Game(rules, seed=7, index=index)
        while not game.is_over:
            outcome = decide_game(game)
            assert outcome.winnability == (Winnability.WON if can_win(game) else Winnability.LOST)
            won = game.copy()
            for action in outcome.actions:
                won.act(action)
            assert (won.score == rules.max_score) == (outcome.winnability is Winnability.WON)
            found[outcome.winnability] += 1
            game.act(random.choice(game.legal_actions()))
    assert min(found[Winnability.WON], found[Winnability.LOST]) > 5


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_winning_lines_of_the_full_game_replay_to_25(players):
    rules = Rules(players=players)
    for index in range(10):
        deck = deck_from_seed(rules, 1, index)
        outcome = decide_deck(rules, deck, widths=(30, 500))
        if outcome.winnability is Winnability.WON:
            assert final_score(rules, deck, outcome.actions) == 25


def test_a_deck_with_all_ones_last_is_proved_lost():
    rules = Rules(players=2)
    ordered = sorted(deck_from_seed(rules, 0), key=lambda card: card % 5, reverse=True)
    assert decide_deck(rules, ordered, widths=(30,)).winnability is Winnability.LOST


@pytest.mark.compiled
def test_a_beam_that_dropped_lines_proves_nothing():
    """A beam of one node drops nearly all: what it does not win is undecided, not lost."""
    rules = Rules(players=2)
    outcomes = {
        decide_deck(rules, deck_from_seed(rules, 0, index), widths=(1,)).winnability
        for index in range(60)
    }
    assert Winnability.UNDECIDED in outcomes


def test_a_deck_of_other_rules_is_refused():
    with pytest.raises(RulesError):
        decide_deck(Rules(players=2), [0] * 50)
