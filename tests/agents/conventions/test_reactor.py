"""`reactor`: everybody decodes what was meant, from what is public, and nobody misplays."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given

from hanabilab.agents import check_rules, make_agent
from hanabilab.agents.conventions.reactor.agent import observe
from hanabilab.agents.conventions.reactor.deciding import ANSWER, decide
from hanabilab.agents.conventions.reactor.memory import (
    CALLS,
    place_in_hand,
    slot_at_place,
)
from hanabilab.agents.conventions.reactor.reactions import (
    anchor_of,
    answered,
    partner_place,
    reaction,
)
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.agents.policy import new_memory
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError
from hanabilab.game.actions import action_kind, hint_offset, hint_value
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import DISCARD, MAX_HAND, PLAY
from hanabilab.game.rules import Rules
from hanabilab.notation import parse_rules
from hanabilab.stats import estimate
from tests.strategies import examples, seeds

THREE = Rules(players=3)


def new():
    """The memory of a new game."""
    return new_memory(make_agent("reactor"), 1)[0]


def self_play(seed, rules=THREE):
    """A game of the agent with itself: before each action the view, the memory and the choice."""
    game, memory = Game(rules, seed=seed), new()
    observe(game.view(0), memory)
    while not game.is_over:
        view = game.view(game.current_seat)
        action, why = decide(view, memory)
        yield game, view, memory.copy(), int(action), int(why)
        game.act(int(action))
        observe(game.view(0), memory)


def random_play(seed, rules=THREE):
    """A game of random legal actions, half of them hints: the game before each, and the action."""
    chance, game = Random(seed), Game(rules, seed=seed % 1000)
    while not game.is_over:
        legal = game.legal_actions()
        hints = [action for action in legal if action >= 2 * rules.hand_size]
        action = chance.choice(hints if hints and chance.random() < 0.5 else legal)
        yield game, action
        game.act(action)


# --- Names and rules -----------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_it_plays_with_three_players_alone(players):
    """In one line."""
    with pytest.raises(AgentError) as error:
        check_rules(make_agent("reactor"), Rules(players=players))
    assert f"agent 'reactor' plays with 3 players, not {players}" == str(error.value)


@pytest.mark.once
def test_variants_are_refused():
    """In one line."""
    with pytest.raises(AgentError, match="agent 'reactor' does not play"):
        check_rules(make_agent("reactor"), parse_rules("rainbow-5-suits(players=3)"))


_ODD = [
    Rules(players=3, hand_size=1),
    Rules(players=3, suits=3, hand_size=6),
    Rules(players=3, suits=2, ranks=2, copies=(3, 3), hand_size=2),
    Rules(players=3, information_tokens=0),
    Rules(players=3, information_tokens=1, life_tokens=1),
    Rules(players=3, draw_slot="vacated"),
]


@pytest.mark.compiled
@pytest.mark.parametrize("rules", _ODD)
@pytest.mark.parametrize("others", ["reactor", "random", "smart"])
@pytest.mark.late_but(6)
def test_it_is_legal_by_odd_rules(rules, others):
    """The arena stops at an illegal action, so games that end are legal games."""
    assert 3 == play_games(["reactor", others, "reactor"], rules, games=3, seed=2).table.height


@pytest.mark.compiled
@examples(8)
@given(seeds())
def test_it_is_legal_after_anything(seed):
    """Where nobody keeps its conventions, it knows a legal action, and no card can be nothing."""
    rules = Rules(players=3, life_tokens=30)
    memory = new()
    for game, _ in random_play(seed, rules):
        view = game.view(game.current_seat)
        observe(view, memory)
        assert decide(view, memory)[0] in game.legal_actions()
        for seat in range(3):
            for slot in range(MAX_HAND):
                held = view.deck_index[seat, slot] >= 0
                assert (possible_cards(view, memory, seat, slot) != 0) == held


# --- What is public ------------------------------------------------------------------------------


@examples(8)
@given(seeds())
def test_memory_is_the_same_from_every_seat_and_reads_no_hand(seed):
    """All views lead to it, and so does one whose hands are all hidden."""
    memories = np.stack([new() for _ in range(4)])
    for game, _ in random_play(seed):
        for seat in range(3):
            observe(game.view(seat), memories[seat])
        hidden = game.view(0)
        hidden.hands[hidden.hands >= 0] = UNKNOWN_CARD
        observe(hidden, memories[3])
        assert (memories == memories[0]).all()


@examples(6)
@given(seeds())
def test_places_are_counted_from_the_newest_card(seed):
    """Wherever a drawn card goes; places and slots belong to each other."""
    for draw_slot in ("newest", "vacated"):
        for game, _ in random_play(seed, Rules(players=3, draw_slot=draw_slot)):
            view = game.view(0)
            for seat in range(3):
                held = [slot for slot in range(MAX_HAND) if view.deck_index[seat, slot] >= 0]
                newest = sorted(held, key=lambda slot: -view.deck_index[seat, slot])
                assert newest == [slot_at_place(view, seat, n + 1) for n in range(len(held))]
                assert [place_in_hand(view, seat, slot) for slot in newest] == [
                    n + 1 for n in range(len(held))
                ]
                assert (
                    slot_at_place(view, seat, 0) == slot_at_place(view, seat, len(held) + 1) == -1
                )


# --- Words ---------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.late
def test_what_it_says_is_what_happens():
    """A hint's reason names the answer and the target; the answer is what comes next."""
    agent, told = make_agent("reactor"), 0
    for seed in range(4):
        said = ""
        for _, view, memory, action, why in self_play(seed):
            words = agent.explain(view, memory)
            if said:
                assert ANSWER == why
                assert said.endswith(words.split(": so ")[1])
                told += 1
            past = action >= 10 and hint_offset(view.rules, action) == 2
            said = words if past and "has no answer" not in words else ""
    assert told > 40


# --- Answers -------------------------------------------------------------------------------------


def test_places_add_up_to_the_anchor():
    """Modulo the size of a hand, from 1 to that size; each is the other's partner."""
    rules = Game(THREE).view(0).rules
    for anchor in range(1, 6):
        for place in range(1, 6):
            other = partner_place(rules, anchor, place)
            assert 1 <= other <= 5
            assert (place + other - anchor) % 5 == 0
            assert partner_place(rules, anchor, other) == place


def test_the_anchor_is_the_rank_or_the_color_from_one():
    """Values of ranks follow those of colors."""
    rules = Game(THREE).view(0).rules
    assert [1, 2, 3, 4, 5, 1, 2, 3, 4, 5] == [anchor_of(rules, value) for value in range(10)]


def test_what_an_answer_says():
    """A rank: the receiver does what the reacter does. A color: the other."""
    said = [answered(by_rank, kind) for by_rank in (1, 0) for kind in (PLAY, DISCARD)]
    assert [1, -1, -1, 1] == said


def asked_by(view, action):
    """Reacter, receiver, anchor and whether it is a rank, of a hint past the next seat."""
    value = int(hint_value(view.rules, action))
    seats = [(int(view.seat) + offset) % 3 for offset in (1, 2)]
    return *seats, int(anchor_of(view.rules, value)), int(value >= view.rules.num_suits)


@pytest.mark.compiled
def test_giver_reacter_and_receiver_mean_the_same():
    """In 20 games: the reacter finds the answer that the giver found, and calls that target."""
    answers = 0
    for seed in range(20):
        due, called = None, None
        for _, view, memory, action, why in self_play(seed):
            if called:
                seat, index, sign = called
                assert sign * memory[CALLS + index] > 0
                assert int(view.seat) == seat
            called = None
            if due:
                asked, (kind, slot, target) = due
                assert ANSWER == why
                assert (kind, slot, target) == reaction(view, memory, *asked)
                assert (kind, slot) == (action_kind(view.rules, action), action % 5)
                index = int(view.deck_index[asked[1], target])
                called, answers = (asked[1], index, answered(asked[3], kind)), answers + 1
            due = None
            if action >= 10 and hint_offset(view.rules, action) == 2:
                asked = asked_by(view, action)
                found = reaction(view, memory, *asked)
                due = (asked, found) if found[1] >= 0 else None
    assert answers > 200


@pytest.mark.compiled
def test_it_plays_as_well_as_its_page_says():
    """Beyond 24 points in 500 games, all of them finished."""
    table = play_games(Lineup.of(["reactor"] * 3), THREE, games=500, seed=9).table
    assert estimate(table["score"].to_numpy()).mean > 24.2
    assert (table["lives"] > 0).mean() > 0.98
