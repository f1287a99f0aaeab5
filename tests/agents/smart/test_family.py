"""`simple`, `value`, `holmes` and `smart`: published scores, one memory for all, true and legal."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action
from tests.agents.samples import ODD_RULES
from tests.agents.watching import Watch
from tests.strategies import choose_action, examples, rules, seeds

NAMES = ["simple", "value", "holmes", "smart", "keen"]

# --- Scores --------------------------------------------------------------------------------------

#: Mean scores of the originals: agent, rule for lost games, players, mean, standard error.
#: Measured with the C++ programs (Quuxplusone/Hanabi) over 30,000 to 300,000 games each.
ORIGINALS = [
    ("simple", "zero", 2, 16.91, 0.01),
    ("simple", "zero", 3, 18.48, 0.01),
    ("simple", "zero", 4, 19.32, 0.01),
    ("simple", "zero", 5, 18.50, 0.01),
    ("value", "zero", 2, 19.79, 0.01),
    ("value", "zero", 3, 19.43, 0.01),
    ("value", "zero", 4, 19.39, 0.01),
    ("value", "zero", 5, 17.76, 0.01),
    ("holmes", "keep", 2, 20.75, 0.01),
    ("holmes", "keep", 3, 20.86, 0.01),
    ("holmes", "keep", 4, 20.47, 0.01),
    ("holmes", "keep", 5, 18.40, 0.01),
    ("holmes", "zero", 2, 19.47, 0.02),
    ("holmes", "zero", 3, 18.44, 0.02),
    ("holmes", "zero", 4, 15.12, 0.05),
    ("holmes", "zero", 5, 8.30, 0.05),
    ("smart", "zero", 2, 22.998, 0.01),
    ("smart", "keep", 2, 23.10, 0.01),
]


def self_play(name: str, any_rules: Rules, games: int):
    """The table of games that seats of one agent play, seed 1."""
    lineup = Lineup.of([name] * any_rules.players)
    return play_games(lineup, any_rules, games=games, seed=1).table


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "bomb", "players", "mean", "error"), ORIGINALS)
def test_it_scores_as_the_original(name, bomb, players, mean, error):
    """Mean of n = 10,000 games, seed 1; five standard errors of the difference: 6e-7 by chance."""
    scores = self_play(name, Rules(players=players, bomb=bomb), 10_000)["score"]
    spread = sqrt(scores.var() / len(scores) + error**2)
    assert abs(scores.mean() - mean) < 5 * spread


@pytest.mark.compiled
def test_smart_wins_as_often_as_the_original():
    """29.56 % of 60,000 games with two players; n = 10,000, seed 1, five standard errors."""
    wins = self_play("smart", Rules(), 10_000)["perfect"].mean()
    assert abs(wins - 0.2956) < 5 * sqrt(0.2956 * 0.7044 * (1 / 10_000 + 1 / 60_000))


@pytest.mark.parametrize("name", ["simple", "value"])
@pytest.mark.parametrize("players", [2, 3, 5, 6])
@pytest.mark.late_but(2)
def test_who_plays_only_what_is_sure_never_loses_a_life(name, players):
    """In 2,000 games, 2 with JIT off, with all that they know from hints alone."""
    table = self_play(name, Rules(players=players), 2000 if JIT_ENABLED else 2)
    assert 0 == table["misplays"].sum()


# --- Memory --------------------------------------------------------------------------------------


def departing_game(name: str, game: Game, choices: int, departs: float):
    """Watches of a game at each turn; the agent plays, or something else, as often as `departs`."""
    random = Random(choices)
    watch = Watch(make_agent(name), game.rules, game.state)
    yield watch
    while not game.is_over:
        own = random.random() >= departs
        move = parse_action(game.rules, watch.move()) if own else choose_action(game, random, 0.7)
        watch.take_id(move)
        yield watch


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.late_but(8)
def test_all_seats_remember_the_same_in_self_play(name, draw_slot, players):
    """What is told is common knowledge: copies are equal to the byte after every action."""
    any_rules = Rules(players=players, draw_slot=draw_slot)
    for index in range(20 if JIT_ENABLED else 1):
        for watch in departing_game(name, Game(any_rules, seed=12, index=index), 0, departs=0):
            assert 1 == len(watch.copies())


@examples(80, plain=16)
@given(rules(), seeds(), st.sampled_from(NAMES), st.sampled_from([0.1, 0.5, 1.0]))
@pytest.mark.late
def test_memory_is_public_whatever_is_played(any_rules, seed, name, departs):
    """Any play, any rules: all seats come to the same, but for `smart` and `keen` with more than
    two, whose finesses mean what a seat sees.
    """
    if name in ("smart", "keen"):
        size = min(any_rules.hand_size, any_rules.deck_size // 2)
        any_rules = replace(any_rules, players=2, first_seat=0, hand_size=size)
    for watch in departing_game(name, Game(any_rules, seed=seed), 3, departs):
        assert 1 == len(watch.copies())


@pytest.mark.parametrize("name", ["value", "holmes", "smart", "keen"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.late_but(2)
def test_what_all_take_a_card_for_is_true_in_self_play(name, players):
    """The true card is among those that it can be, after every action."""
    for index in range(20 if JIT_ENABLED else 1):
        for watch in departing_game(name, Game(Rules(players=players), seed=13, index=index), 0, 0):
            for seat in range(players):
                for slot in range(watch.rules.hand_size):
                    card = int(watch.state.hands[seat, slot])
                    assert card < 0 or watch.known(seat, slot) >> card & 1


# --- Legality ------------------------------------------------------------------------------------


@pytest.mark.parametrize("any_rules", ODD_RULES)
@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.late_but(20)
def test_it_plays_legally_under_odd_rules(any_rules, draw_slot, name):
    """The arena stops at the first illegal action; here it never does."""
    odd = replace(any_rules, draw_slot=draw_slot)
    count = 200 if JIT_ENABLED else 1
    assert count == len(self_play(name, odd, count))


@examples(150, plain=20)
@given(rules(), st.data())
@pytest.mark.late
def test_it_plays_legally_with_anyone(any_rules, data):
    """Under any rules, beside random players and each other."""
    seats = st.sampled_from([*NAMES, "random", "random"])
    names = data.draw(st.lists(seats, min_size=any_rules.players, max_size=any_rules.players))
    count = 20 if JIT_ENABLED else 2
    assert count == len(play_games(Lineup.of(names), any_rules, games=count, seed=2).table)


# --- Words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.late_but(1)
def test_it_says_in_one_line_why_it_acts(name):
    """At every turn, also off the conventions, with the slot or the seat that it acts on."""
    for players, departs in ((2, 0.0), (3, 0.2)):
        for index in range(20 if JIT_ENABLED else 1):
            game = Game(Rules(players=players), seed=14, index=index)
            for watch in departing_game(name, game, index, departs):
                if not game.is_over:
                    assert_explains(watch)


def assert_explains(watch: Watch) -> None:
    """The explanation is of the move."""
    line, (kind, place, *_) = watch.explanation(), watch.move().split()
    assert 1 == len(line.splitlines())
    if kind == "hint":
        seat = (watch.to_act + int(place)) % watch.rules.players
        assert f"seat {seat}" in line or "burns" in line
    else:
        assert f"slot {place}" in line


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.late_but(2)
def test_what_it_says_was_told_is_true(name):
    """In self-play a card said to be playable, valuable or not valuable is."""
    told = 0
    for index in range(20 if JIT_ENABLED else 1):
        game = Game(Rules(players=3), seed=15, index=index)
        for watch in departing_game(name, game, 0, 0):
            for line in watch.told():
                _, seat, _, slot, *what = line.replace(";", " ;").split()
                card = int(game.state.hands[int(seat), int(slot)])
                if what[:2] == ["is", "playable"]:
                    assert game.state.playable >> card & 1
                    told += 1
                elif what[:2] == ["is", "valuable"]:
                    assert game.state.left[0] >> card & 1
                    assert not game.state.left[1] >> card & 1
    assert told > 0
