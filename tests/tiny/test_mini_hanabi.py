"""Mini-Hanabi is the engine's game: replayed move for move, with the chances of a shuffled deck."""

from __future__ import annotations

import dataclasses
from itertools import permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import GameError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.tiny import (
    Policy,
    deterministic,
    enumerate_game,
    picks_of,
    random_policy,
    uniform_policy,
    value_of,
)
from hanabilab.tiny.games import MiniHanabi
from hanabilab.tiny.hanabi import LADDER
from hanabilab.tiny.tree import GameTree, InformationState
from tests.lanes import slow_after

_TINY = Rules(suits=1, ranks=2, copies=(2, 1), hand_size=1, information_tokens=1, life_tokens=1)
#: No hint and no discard: all depends on draws, the first of them from three cards.
_BLIND = Rules(suits=1, ranks=2, copies=(3, 2), hand_size=1, information_tokens=0)
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


@pytest.mark.parametrize(
    ("rules", "cards"), [(_TINY, (0, 0, 1)), (_BLIND, (0, 0, 0, 1, 1))], ids=["hints", "draws"]
)
def test_chance_is_that_of_a_shuffled_deck(rules, cards):
    """Uniform play from every order of the deck, by hand, is worth what the tree says."""
    tree = enumerate_game(MiniHanabi(rules))
    decks = sorted(permutations(cards))
    expected = sum(_uniform_value(Game(rules, deck=deck)) for deck in decks) / len(decks)
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


def test_what_a_hint_touches_is_public():
    """Slots, or that there is none; a card that is played is told by its name."""
    game = MiniHanabi(dataclasses.replace(_TINY, empty_hints=True))
    state = next(state for state, _ in game.deals() if game.private(state, 0) == ("R2",))
    told = dict(game.public(game.act(state, action)[0][0]) for action in game.actions(state))
    assert told == {
        "play 0": "R1",
        "hint 1 red": "slots 0",
        "hint 1 1": "no slot",
        "hint 1 2": "slots 0",
    }


def test_deals_are_as_likely_as_draws():
    """Every way to deal, and the chance of one: 2/6 * 2/5 for two different pairs of ones."""
    game = MiniHanabi(Rules(suits=2, ranks=2, copies=(2, 1), hand_size=1))
    deals = list(game.deals())
    assert len(deals) == 14
    assert sum(chance for _, chance in deals) == pytest.approx(1)
    assert max(chance for _, chance in deals) == pytest.approx(prod((2 / 6, 2 / 5)))


@pytest.mark.compiled
def test_a_policy_with_its_colors_exchanged_is_worth_the_same():
    """What a seat sees, and does, is renamed; nothing else tells two suits apart."""
    rules = Rules(suits=2, ranks=2, copies=(1, 1), hand_size=1, information_tokens=1, life_tokens=1)
    tree = enumerate_game(MiniHanabi(rules))
    place = {(each.seat, each.information_state): index for index, each in enumerate(tree.infosets)}
    twins = [place[each.seat, _renamed(each.information_state)] for each in tree.infosets]
    assert sorted(twins) == list(range(len(twins)))
    values = set()
    for seed in range(20):
        policy = random_policy(tree, seed)
        value = value_of(tree, policy)
        assert value == pytest.approx(value_of(tree, _exchanged(tree, policy, twins)), abs=1e-12)
        values.add(round(value, 6))
    assert len(values) > 5


def _exchanged(tree: GameTree, policy: Policy, twins: list[int]) -> Policy:
    """What the policy does, at the information set of the other color and in its words."""
    picks, moved = picks_of(tree, policy), [0] * len(twins)
    for index, twin in enumerate(twins):
        action = tree.infosets[index].actions[picks[index]]
        moved[twin] = tree.infosets[twin].actions.index(_renamed(action))
    return deterministic(tree, moved)


def _renamed(seen):
    """The same with red for yellow and yellow for red."""
    if isinstance(seen, InformationState):
        return InformationState(*map(_renamed, (seen.before, seen.did, seen.public, seen.private)))
    if isinstance(seen, tuple):
        return tuple(map(_renamed, seen))
    if not isinstance(seen, str):
        return seen
    words = {"red": "yellow", "yellow": "red"}
    cards = str.maketrans("RY", "YR")
    return " ".join(words.get(word, word.translate(cards)) for word in seen.split(" "))


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    [
        "0",
        "1",
        pytest.param("2", marks=pytest.mark.slow),
        pytest.param("5", marks=pytest.mark.slow),
    ],
)
@pytest.mark.late
def test_fewest_histories_are_no_more_than_there_are(name):
    """The count that refuses large games before a deal is made, held against whole trees."""
    game = MiniHanabi(LADDER[name].rules)
    assert 0 < game.fewest_histories() <= enumerate_game(game).size


@pytest.mark.parametrize("players", slow_after(2, [2, 3, 4]))
def test_games_whose_deal_takes_the_deck_are_enumerated_with_any_tokens(players):
    """Each seat acts once, so more tokens than seats lead nowhere."""
    rules = {"players": players, "suits": 1, "ranks": players, "hand_size": 1}
    rules["copies"] = (1,) * players
    few, many = (MiniHanabi(Rules(**rules, information_tokens=tokens)) for tokens in (players, 64))
    size = enumerate_game(few).size
    assert size == enumerate_game(many).size
    assert 0 < many.fewest_histories() <= size


@pytest.mark.parametrize(
    "rules", [Rules(players=2), Rules(players=2, hand_size=1), Rules(players=5, hand_size=2)]
)
def test_a_large_game_is_refused_before_it_is_dealt(rules, monkeypatch):
    """The full game has 10^13 deals: not one is made."""
    monkeypatch.setattr(MiniHanabi, "deals", lambda _: pytest.fail("a deal was made"))
    with pytest.raises(GameError, match=r"at least [\d,]+ histories, too many to enumerate"):
        enumerate_game(MiniHanabi(rules))
