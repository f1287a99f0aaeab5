"""`cheat`: it sees its own hand and nothing else that is hidden, and ends its games perfectly."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import cheat, random_agent
from hanabilab.agents.registry import families
from hanabilab.arena import Lineup, play_games
from hanabilab.game.games import Game
from hanabilab.game.rows import new_views
from hanabilab.game.rules import Rules
from hanabilab.game.view import look_openly
from hanabilab.game.words import format_action
from tests.agents.samples import act_all, position
from tests.naive.game import NaiveGame
from tests.naive.open_hands import OpenHands
from tests.strategies import choose_action, examples, games

TWO = Rules(hand_size=3)


def open_view(any_rules, state):
    """What the seat to act sees if it cheats."""
    view = new_views(any_rules, 1)[0]
    look_openly(view, state, state.current_seat)
    return view


def choice(any_rules, state) -> int:
    """What the agent does."""
    views, actions = new_views(any_rules, 1), np.zeros(1, np.int64)
    look_openly(views[0], state, state.current_seat)
    memory, rngs = np.zeros((1, 0), np.int64), np.zeros((1, 2), np.uint64)
    act_all(actions, views, memory, rngs, cheat.native_act)
    return int(actions[0])


def move(any_rules, *hands, **table) -> str:
    """What it does in a position, in words."""
    return format_action(any_rules, choice(any_rules, position(any_rules, *hands, **table)))


def test_it_is_known_as_a_cheat():
    """By its declaration, and in every list of agents."""
    assert cheat.sees_own_hand
    summaries = {family.name: family.summary for family in families()}
    assert summaries["cheat"].startswith("Cheats")


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # The playable card of lowest rank; of those, one that nobody else holds, a last copy.
        ("play 1", ("R2 Y1 G5", "W3 W4 B3"), {"fireworks": "R1"}),
        ("play 1", ("R1 Y1 G5", "R1 W4 B3"), {}),
        ("play 0", ("R1 Y1 G5", "W3 W4 B3"), {"discards": "R1R1"}),
        # A card already played, or held twice; with few tokens, one that another seat holds.
        ("discard 1", ("R3 R1 G5", "W3 W4 B3"), {"fireworks": "R1", "tokens": 6}),
        ("discard 1", ("R3 R3 G5", "W3 W4 B3"), {"tokens": 6}),
        ("discard 1", ("R3 W3 G5", "W3 W4 B3"), {"tokens": 4}),
        # The highest card of which a copy is left.
        ("discard 1", ("R3 R4 G5", "W3 W4 B3"), {"tokens": 0}),
        # All tokens are there: a hint, which says nothing.
        ("hint 1 3", ("R3 R4 G5", "W3 W4 B3"), {}),
        # The other can play, so this one need not discard anything of worth.
        ("hint 1 1", ("R3 R4 G5", "W1 W4 B3"), {"tokens": 4}),
    ],
)
def test_its_rules(expected, hands, table):
    """Positions with the whole deck to come."""
    assert expected == move(TWO, *hands, **table)


@pytest.mark.parametrize("players", range(2, 7))
def test_it_does_not_see_the_deck(players):
    """In whatever order the rest of the deck lies, it does the same; 5 games, 1 with JIT off."""
    random, any_rules = Random(1), Rules(players=players)
    for seed in range(5 if JIT_ENABLED else 1):
        game = Game(any_rules, seed=seed)
        while not game.is_over:
            expected = choice(any_rules, game.state)
            rest = game.state.deck[game.state.deck_drawn : any_rules.deck_size].copy()
            random.shuffle(rest)
            game.state.deck[game.state.deck_drawn : any_rules.deck_size] = rest
            assert expected == choice(any_rules, game.state)
            game.act(expected)


@examples(75, plain=10)
@given(games(running=True))
@pytest.mark.late
def test_it_acts_legally_by_any_rules(game):
    """In any position of any game, and it can tell why."""
    assert choice(game.rules, game.state) in game.legal_actions()
    assert ": " in cheat.explain(open_view(game.rules, game.state), np.zeros(0, np.int64))


# --- The last moves ------------------------------------------------------------------------------

SMALL = {
    "2 seats": Rules(suits=2, ranks=3, copies=(2, 2, 1), hand_size=2, information_tokens=2),
    "4 ranks": Rules(suits=2, ranks=4, copies=(2, 1, 1, 1), hand_size=2, information_tokens=3),
    "3 seats": Rules(
        players=3, suits=2, ranks=3, copies=(3, 2, 1), hand_size=2, information_tokens=2
    ),
    "1 card": Rules(players=3, suits=3, ranks=2, copies=(2, 1), hand_size=1, information_tokens=1),
    "4 seats": Rules(
        players=4, suits=2, ranks=3, copies=(3, 2, 2), hand_size=2, information_tokens=2
    ),
    "vacated": Rules(
        suits=2, ranks=3, copies=(3, 2, 1), hand_size=3, information_tokens=2, draw_slot="vacated"
    ),
}


def late_game(any_rules: Rules, seed: int) -> Game | None:
    """A game, played somehow, with two cards in the deck; None if it ends before."""
    game, random = Game(any_rules, seed=seed), Random(seed)
    while not game.is_over and game.state.deck_drawn < any_rules.deck_size - 2:
        game.act(choose_action(game, random, 0.8))
    return None if game.is_over else game


def points_in_the_end(game: Game, undrawn: tuple[int, ...]) -> int:
    """Points if the agent plays on, and the deck lies like this."""
    deck = [*game.deck[: game.state.deck_drawn], *undrawn]
    twin = Game(game.rules, deck=deck)
    for action in game.actions:
        twin.act(action)
    while not twin.is_over:
        twin.act(choice(game.rules, twin.state))
    return int(twin.state.points)


@pytest.mark.parametrize("any_rules", SMALL.values(), ids=SMALL)
@pytest.mark.late_but(2)
def test_nothing_does_better_with_two_cards_in_the_deck(any_rules):
    """The mean over both orders is the best there is, by trying everything; 40 games, 6 plain."""
    naive, tried = OpenHands(), 0
    for seed in range(40 if JIT_ENABLED else 6):
        game = late_game(any_rules, seed)
        if game is None:
            continue
        tried += 1
        twin = NaiveGame(
            any_rules, [(c // any_rules.ranks, c % any_rules.ranks + 1) for c in game.deck]
        )
        for action in game.actions:
            twin.act(action)
        orders = set(permutations(game.deck[game.state.deck_drawn :]))
        mean = Fraction(sum(points_in_the_end(game, order) for order in orders), len(orders))
        assert mean - game.state.points == naive.value(twin)
    assert tried


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 5])
def test_it_plays_beside_honest_agents(players):
    """1,000 games; only its own seats see their hands."""
    agents = [cheat if seat % 2 else random_agent for seat in range(players)]
    results = play_games(Lineup(tuple(agents)), Rules(players=players), games=1000, seed=2)
    assert 1000 == len(results.table)


@pytest.mark.compiled
def test_long_waits_are_not_looked_through():
    """With 64 tokens and six seats the last moves are too many, and the rules decide."""
    any_rules = Rules(players=6, information_tokens=64)
    table = play_games(Lineup((cheat,) * 6), any_rules, games=300, seed=3).table
    assert table["score"].mean() > 24
