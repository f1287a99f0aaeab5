"""Winnability with open hands: against trying every line, and by replaying what is found."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from hanabilab.errors import RulesError
from hanabilab.game.games import Game, deck_from_seed
from hanabilab.game.rules import Rules
from hanabilab.open_hands import Outcome, Winnability, decide_deck, decide_game
from hanabilab.open_hands.bounds import is_lost, is_lost_with_free_hints
from hanabilab.open_hands.nodes import NODE, fill_node
from hanabilab.open_hands.solver import deal_of
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
@pytest.mark.late_but(1)
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
@pytest.mark.slow
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


#: Hands of one card, three suits, two copies of every card: all of them are soon last copies.
NARROW = Rules(
    players=2, suits=3, ranks=3, copies=(2,) * 3, hand_size=1, information_tokens=3, life_tokens=3
)
#: One token and one life.
STRICT = Rules(
    players=2, suits=2, ranks=3, copies=(2,) * 3, hand_size=2, information_tokens=1, life_tokens=1
)


@pytest.mark.parametrize("index", [24, 37, 45, 52])
def test_the_best_guess_avoids_hands_that_are_stuck(index):
    """A beam of one finds a line: cards that wait and are the only copy are bad to hold."""
    deck = deck_from_seed(NARROW, 5, index)
    outcome = decide_deck(NARROW, deck, widths=(1,))
    assert outcome.winnability is Winnability.WON
    assert final_score(NARROW, deck, outcome.actions) == NARROW.max_score


@pytest.mark.parametrize(("width", "index"), [(2, 142), (3, 382)])
def test_positions_that_differ_in_tokens_are_both_kept(width, index):
    """A suit that was completed before or after a hint brings a token or none; more is not all."""
    deck = deck_from_seed(STRICT, 5, index)
    outcome = decide_deck(STRICT, deck, widths=(width,))
    assert outcome.winnability is Winnability.WON
    assert final_score(STRICT, deck, outcome.actions) == STRICT.max_score


def test_six_cards_that_can_all_be_played_or_discarded_are_looked_at():
    """Thirteen actions, the most there are; seat 0 holds the twos of six suits, seat 1 the ones."""
    rules = Rules(players=2, suits=6, ranks=2, copies=(2, 2), hand_size=6)
    twos, ones = range(1, 12, 2), range(0, 12, 2)
    deck = [*twos, *ones, *ones, *twos]
    outcome = decide_deck(rules, deck, widths=(1,))
    assert final_score(rules, deck, outcome.actions) == 12


def test_a_deck_with_all_ones_last_is_proved_lost():
    rules = Rules(players=2)
    ordered = sorted(deck_from_seed(rules, 0), key=lambda card: card % 5, reverse=True)
    assert decide_deck(rules, ordered, widths=(30,)).winnability is Winnability.LOST


@pytest.mark.compiled
def test_a_beam_that_dropped_lines_proves_nothing():
    """A beam of one node drops nearly all: what it does not win is undecided, not lost."""
    rules = Rules(players=2)
    outcomes = [
        decide_deck(rules, deck_from_seed(rules, 0, index), widths=(1,)) for index in range(60)
    ]
    assert Outcome(Winnability.UNDECIDED, (), width=1) in outcomes


def test_what_needs_no_beam_has_a_width_of_zero():
    """No widths, and rules that the search does not reckon with."""
    deck = deck_from_seed(Rules(players=2), 0)
    open_still = Outcome(Winnability.UNDECIDED, (), width=0)
    assert decide_deck(Rules(players=2), deck, widths=()) == open_still
    assert decide_game(Game(Rules(players=2, all_or_nothing=True), seed=1)) == open_still


def test_a_deck_of_other_rules_is_refused():
    with pytest.raises(RulesError):
        decide_deck(Rules(players=2), [0] * 50)


# --- Bounds --------------------------------------------------------------------------------------


def proofs(game, most: int) -> tuple[bool, bool]:
    """Whether the bound with one hand, and the one with own hands, prove a position lost."""
    node, deal = np.zeros(1, NODE), deal_of(game)
    fill_node(node[0], game.state)
    return is_lost(node[0], deal), is_lost_with_free_hints(node[0], deal, most)


@pytest.mark.compiled
@pytest.mark.late
def test_bounds_prove_no_more_than_trying_every_line():
    """What they call lost is; each finds what the one before does not, and tokens lose the rest."""
    random, found = Random(4), Counter()
    for rules in SMALL:
        for index in range(25):
            game = Game(rules, seed=11, index=index)
            while not game.is_over and game.max_reachable_score == rules.max_score:
                joined, apart = proofs(game, 100_000)
                lost = not can_win(game)
                assert joined <= apart <= lost
                found[joined, apart, lost] += 1
                assert not proofs(game, 0)[1] or joined  # nothing was looked at
                game.act(random.choice(game.legal_actions()))
    assert min(found[True, True, True], found[False, True, True], found[False, False, True]) > 2
