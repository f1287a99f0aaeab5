"""What all seats of a hat agent remember is the same, is true, and never stops them from acting."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent, newest, random_agent
from hanabilab.agents.hats import cox_information, cox_recommendation, hat
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.arena import Lineup, play_games
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action
from tests.agents.watching import Watch
from tests.strategies import choose_action, examples, rules, seeds

TABLES = [
    (newest, 2),
    (newest, 5),
    (cox_recommendation, 5),
    (cox_information, 5),
    (hat, 4),
    (hat, 5),
]
# `hat` plans for all seats: too slow in plain Python.
each_table = pytest.mark.parametrize(
    ("agent", "players"),
    [
        pytest.param(
            *table,
            id=f"{table[0].name}-{table[1]}",
            marks=[pytest.mark.compiled] if table[0] is hat else [],
        )
        for table in TABLES
    ],
)


def watched_game(agent, game: Game, departs: float, choices: int = 0):
    """The watch after every action; how often the seats do something else than the agent."""
    random, watch = Random(choices), Watch(agent, game.rules, game.state)
    while not game.is_over:
        action = parse_action(game.rules, watch.move())
        assert action in game.legal_actions()
        assert watch.explanation()
        if random.random() < departs:
            action = choose_action(game, random, 0.5)
        actor = watch.to_act
        watch.take_id(action)
        watch.told(actor)
        yield watch


@each_table
@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
@pytest.mark.late_but(6)
def test_all_seats_remember_the_same(agent, players, draw_slot):
    """To the byte, after every action of 8 games of self-play, one with JIT off."""
    any_rules = Rules(players=players, draw_slot=draw_slot)
    for seed in range(8 if JIT_ENABLED else 1):
        for watch in watched_game(agent, Game(any_rules, seed=seed), 0):
            assert 1 == len(watch.copies())


@pytest.mark.parametrize("agent", [cox_recommendation, cox_information], ids=lambda a: a.name)
@examples(25, plain=5)
@given(any_rules=rules(players=5), seed=seeds())
@pytest.mark.late
def test_all_seats_remember_the_same_by_any_rules(agent, any_rules, seed):
    """Also where hands run empty or slots are fixed."""
    for watch in watched_game(agent, Game(any_rules, seed=seed), 0):
        assert 1 == len(watch.copies())


@pytest.mark.late
def test_what_all_know_of_a_card_is_true():
    """`cox-information` never rules out what a card is, in 8 games, one with JIT off."""
    for seed in range(8 if JIT_ENABLED else 1):
        for watch in watched_game(cox_information, Game(Rules(players=5), seed=seed), 0):
            for seat in range(5):
                for slot in range(4):
                    card = int(watch.state.hands[seat, slot])
                    known = possible_cards(watch.view(0), watch.memories[0], seat, slot)
                    assert card < 0 or known >> card & 1


@each_table
@examples(25, plain=4)
@given(data=st.data())
@pytest.mark.late_but(2)
def test_it_acts_legally_whatever_others_do(agent, players, data):
    """Any rules, any play; it always has an answer and a reason for it."""
    any_rules, seed = data.draw(rules(players=players)), data.draw(seeds())
    departs = data.draw(st.sampled_from([0.1, 0.5, 1.0]))
    for _ in watched_game(agent, Game(any_rules, seed=seed), departs, choices=seed):
        pass


@pytest.mark.compiled
@each_table
@pytest.mark.late_but(2)
def test_it_plays_in_mixed_company(agent, players):
    """1,000 games beside `random` and `five-rule`, and beside another convention."""
    for partner in (random_agent, make_agent("five-rule"), newest):
        agents = [agent if seat % 2 else partner for seat in range(players)]
        results = play_games(Lineup(tuple(agents)), Rules(players=players), games=1000, seed=2)
        assert 1000 == len(results.table)
