"""What the page is told of a position: all that a seat may know, and nothing else."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.games import Game
from hanabilab.game.words import format_action
from hanabilab.notation.rules_text import parse_rules
from hanabilab.web.position import position, turns_drawn
from hanabilab.web.table import table
from tests.game.test_view import reshuffle_hidden
from tests.strategies import examples, games
from tests.tables import play_all, stacked

pytestmark = pytest.mark.once


@given(games(), st.integers(0, 2**32))
@examples(40)
def test_a_seat_is_told_only_what_it_may_know(game, seed):
    """Two games that differ in what a seat cannot see are the same to it, turn by turn."""
    seat = seed % game.rules.players
    other = Game(game.rules, deck=reshuffle_hidden(game, seat, Random(seed)))
    for action in game.actions:
        other.act(action)
    assert position(other.state, seat) == position(game.state, seat)


@given(games())
@examples(40)
def test_a_position_is_what_the_game_says(game):
    """Everything in it against the checked front of the engine, through JSON."""
    told = json.loads(json.dumps(position(game.state, None)))
    rules, names = game.rules, game.rules.names
    assert (told["turn"], told["score"]) == (len(game.actions), game.score)
    reachable = game.score if game.is_over else game.max_reachable_score
    assert told["max_reachable"] == reachable
    assert told["seat_to_act"] == (None if game.is_over else game.current_seat)
    assert [each["id"] for each in told["legal"]] == game.legal_actions()
    assert told["deck_size"] == rules.deck_size - int(game.state.deck_drawn)
    for seat, hand in enumerate(told["hands"]):
        for slot, held in enumerate(hand):
            card = int(game.state.hands[seat, slot])
            assert (held is None) == (card < 0)
            if held:
                assert held["card"] == names.card(card)
                assert game.deck[held["id"]] == card
                assert held["possible"] >> card & 1
    played = sum(map(len, told["stacks"]))
    held = sum(slot is not None for hand in told["hands"] for slot in hand)
    assert played + len(told["discards"]) + held + told["deck_size"] == rules.deck_size


@given(games())
@examples(20)
def test_only_the_seat_to_act_is_told_what_it_may_do(game):
    for seat in range(game.rules.players):
        told = position(game.state, seat)
        mine = seat == told["seat_to_act"]
        assert [each["id"] for each in told["legal"]] == (game.legal_actions() if mine else [])
        assert {held["card"] for held in told["hands"][seat] if held} <= {None}


def test_words_of_actions():
    game = stacked("R1 Y1 G5 B2 W4 R2 R2 B1 G1 Y3")
    told = position(game.state, 0)
    texts = {each["text"]: each for each in told["legal"]}
    assert texts["hint 2s to seat 1"]["touched"] == [0, 1]
    assert texts["hint red to seat 1"]["id"] == game.legal_actions()[10 - 5]
    assert "discard slot 0" not in texts  # all tokens are there
    play_all(game, "play 0; play 0; hint 1 blue")
    assert position(game.state, 0)["last"] == {
        "seat": 0,
        "action": game.actions[-1],
        "kind": "color",
        "target": 1,
        "value": "blue",
        "touched": [1],
        "text": "hints blue to seat 1",
    }


@pytest.mark.parametrize(
    ("actions", "text", "scored"),
    [
        ("play 0", "plays R1 from slot 0", True),
        ("play 2", "misplays G5 from slot 2", False),
        ("hint 1 red; discard 4", "discards Y3 from slot 4", False),
    ],
)
def test_what_came_of_an_action(actions, text, scored):
    game = play_all(stacked("R1 Y1 G5 B2 W4 R2 R2 B1 G1 Y3"), actions)
    last = position(game.state, 1)["last"]
    assert (last["text"], last["scored"]) == (text, scored)


def test_when_cards_were_drawn():
    game = play_all(stacked("R1 Y1 G5 B2 W4 R2 R2 B1 G1 Y3"), "play 0; hint 1 blue; play 0")
    drawn = turns_drawn(game.rules.tables, game.actions)
    hands = position(game.state, None, drawn)["hands"]
    assert [held["drawn"] for held in hands[0]] == [0, 0, 0, 1, 3]
    assert [held["id"] for held in hands[0]] == [2, 3, 4, 10, 11]


@pytest.mark.parametrize(
    "name",
    [
        "full(players=6)",
        "small",
        "up-or-down-5-suits",
        "rainbow-5-suits",
        "dual-color-6-suits",
        "dark-null-6-suits",
    ],
)
def test_tables_of_variants(name):
    """Suits differ in each of name, letter, symbol and color; cards are named as positions do."""
    rules = parse_rules(name)
    told = json.loads(json.dumps(table(rules)))
    for key in ("name", "letter", "symbol", "color"):
        assert len({suit[key] for suit in told["suits"]}) == rules.suits
    game = Game(rules)
    held = {held["card"] for hand in position(game.state, None)["hands"] for held in hand}
    assert held <= set(told["cards"])
    while not game.is_over:
        game.act(game.legal_actions()[-1])
    assert position(game.state, None)["legal"] == []
    assert format_action(rules, game.actions[-1])


def test_a_reversed_suit_shows_the_rank_on_top():
    rules = parse_rules("reversed-6-suits")
    fives = [card for card in range(rules.num_cards) if rules.names.card(card) == "P5"]
    assert fives
    game = Game(rules)
    state = game.state
    state.fireworks[5] = 1
    told = position(state, None)
    assert (told["fireworks"][5], told["stacks"][5]) == (5, [rules.names.card(25)])
