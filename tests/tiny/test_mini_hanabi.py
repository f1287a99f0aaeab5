"""Mini-Hanabi is the engine's game: replayed move for move, with the chances of a shuffled deck."""

from __future__ import annotations

from itertools import permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.tiny import enumerate_game, uniform_policy, value_of
from hanabilab.tiny.games import MiniHanabi

_TINY = Rules(suits=1, ranks=2, copies=(2, 1), hand_size=1, information_tokens=1, life_tokens=1)
_RULES = [
    Rules(suits=2, ranks=2, copies=(2, 1), hand_size=1, information_tokens=2, life_tokens=2),
    Rules(suits=1, ranks=3, copies=(3, 2, 1), hand_size=2, information_tokens=1, life_tokens=1),
    Rules(players=3, suits=2, ranks=2, copies=(2, 2), hand_size=1, bomb="keep"),
]


@given(st.sampled_from(_RULES), st.randoms(use_true_random=False))
def test_every_move_is_the_engines(rules, random):
    """A way down the game, its draws written as a deck, is the same game at the engine."""
    game = MiniHanabi(rules)
    state, moves = random.choice(list(game.deals()))[0], []
    while game.turn(state) is not None:
        moves.append(random.choice(game.actions(state)))
        state = random.choice(list(game.act(state, moves[-1])))[0]
    replay = Game(rules, deck=game.deck(state))
    for move in moves:
        replay.act(move)
    assert replay.is_over
    assert game.payoff(state) == replay.score


def test_chance_is_that_of_a_shuffled_deck():
    """Uniform play from every order of the deck, by hand, is worth what the tree says."""
    tree = enumerate_game(MiniHanabi(_TINY))
    decks = list(permutations((0, 0, 1)))
    expected = sum(_uniform_value(Game(_TINY, deck=deck)) for deck in decks) / len(decks)
    assert value_of(tree, uniform_policy(tree)) == pytest.approx(expected)


def _uniform_value(game):
    """What uniform play scores from here on, the deck given."""
    if game.is_over:
        return game.score
    values = []
    for action in game.legal_actions():
        after = Game(game.rules, deck=game.deck)
        for earlier in [*game.actions, action]:
            after.act(earlier)
        values.append(_uniform_value(after))
    return sum(values) / len(values)


def test_a_seat_sees_all_hands_but_its_own():
    """Hands in seat order, from the left neighbor's on."""
    game = MiniHanabi(_RULES[2])
    state, _ = next(iter(game.deals()))
    assert game.private(state, 0) == ("R1", "R2")
    assert game.private(state, 2) == ("R1", "R1")


def test_deals_are_as_likely_as_draws():
    """Every way to deal, and the chance of one: 2/6 * 2/5 for two different pairs of ones."""
    game = MiniHanabi(Rules(suits=2, ranks=2, copies=(2, 1), hand_size=1))
    deals = list(game.deals())
    assert len(deals) == 14
    assert sum(chance for _, chance in deals) == pytest.approx(1)
    assert max(chance for _, chance in deals) == pytest.approx(prod((2 / 6, 2 / 5)))
