"""Likelihoods against a naive twin; posteriors that find who the partner is."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, newest, simple
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE
from hanabilab.errors import AgentError
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.randomness import seed_rng
from hanabilab.teamplay.adaptive import Identifier, posterior_of
from hanabilab.teamplay.adaptive.kernels import (
    Evidence,
    Members,
    Native,
    Scratch,
    add_log_likelihoods,
    draw_worlds,
)
from tests.agents.samples import mindful
from tests.naive.adaptive import likelihoods
from tests.teamplay.adaptive.pools import SMALL, coin, first, last, payoffs_of, turns_of

WORLDS = 6 if JIT_ENABLED else 3


def dice(seed: int) -> np.ndarray:
    """A generator."""
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, seed, 0, 0)
    return rng


def drawn(turns, count=WORLDS):
    """Worlds of the seat's."""
    worlds, scratch = new_states(turns.rules, count), np.zeros(SCRATCH_SIZE, np.int64)
    assert draw_worlds(worlds, turns.views[0], turns.known_decks[0], scratch, dice(3))
    return worlds


def asked(turns, worlds, member, length, error=0.1) -> float:
    """The log-likelihood that the kernel finds for one member after `length` actions."""
    rules, logs = turns.rules, np.zeros(1)
    memories = np.zeros((len(worlds), rules.players, 1, member.memory_size), np.int64)
    memories[..., : len(member.settings)] = member.settings
    actions, seat = turns.actions[0, :length], int(turns.views[0].seat)
    add_log_likelihoods(
        logs,
        Members(memories, worlds, np.zeros(len(worlds), np.int64)),
        Evidence(seat, actions, error),
        Scratch(new_views(rules, 1)[0], dice(4)),
        Native(member.native_act, member.native_observe),
    )
    return float(logs[0])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("partner", [mindful, five_rule], ids=lambda agent: agent.name)
def test_likelihoods_are_those_of_games_played_world_by_world(players, partner):
    """Also under members whose memory is private: `mindful` remembers every hand it saw."""
    rules = Rules.preset("small", players=players, life_tokens=3)
    members = (mindful, five_rule, last)
    for length in (2 * players, 10, rules.max_turns):
        turns = turns_of(rules, (first, *[partner] * (players - 1)), game=2, turns=length)
        worlds = drawn(turns)
        decks = worlds["deck"][:, : rules.deck_size].tolist()
        actions = turns.actions[0, : int(turns.views[0].turn)].tolist()
        expected = likelihoods(rules, members, decks, actions, 0, 0.1)
        found = [asked(turns, worlds, member, len(actions)) for member in members]
        assert found == pytest.approx(expected)


def test_worlds_of_the_seat_are_drawn():
    """What the seat has seen is the same in all; its own hand is not."""
    turns = turns_of(SMALL, (first, mindful), game=2, turns=5)
    worlds, known = drawn(turns, 20), turns.known_decks[0]
    seen = known >= 0
    assert (worlds["deck"][:, seen] == known[seen]).all()
    assert len(np.unique(worlds["hands"][:, 0], axis=0)) > 1


def test_dice_are_thrown_for_every_world():
    """`coin` does as `first` in half of 1,000 throws: the share is within 5 deviations of .016."""
    turns = turns_of(SMALL, (last, first), game=2)
    worlds = drawn(turns, 1000 if JIT_ENABLED else 100)
    found = np.exp(asked(turns, worlds, coin, 2, error=1e-9))
    assert found == pytest.approx(0.5, abs=2.5 / len(worlds) ** 0.5)
    assert asked(turns, worlds, first, 2, error=1e-9) == pytest.approx(0, abs=1e-6)


def test_a_member_that_never_acts_so_is_left_its_errors():
    """`last` would do otherwise on each of the partner's turns: errors alone explain them."""
    turns = turns_of(SMALL, (last, first), game=2)
    length = int(turns.views[0].turn)
    found = asked(turns, drawn(turns), last, length)
    assert found < length // 2 * log(0.1) < asked(turns, drawn(turns), first, length)


# --- Posteriors ----------------------------------------------------------------------------------


def rates(agents, rules, games) -> list[float]:
    """How often each agent is the likeliest partner after a game with it."""
    identifier = Identifier(payoffs_of(*agents, rules=rules))
    right = np.zeros((len(agents), games))
    for place, agent in enumerate(agents):
        for game in range(games):
            turns = turns_of(rules, (agents[0], agent), game)
            logs = identifier.log_likelihoods(turns, 0)
            right[place, game] = logs.argmax() == place
    return right.mean(axis=1).tolist()


def test_the_partner_is_found_among_agents_that_differ():
    """Every game: they hardly ever do the same. 3 games each, seed 1."""
    assert [1, 1, 1] == rates((mindful, first, last), SMALL, 3 if JIT_ENABLED else 1)


@pytest.mark.compiled
def test_the_partner_is_found_among_real_agents():
    """n = 40 games each, seed 1: measured 1 of each; who guesses has .33."""
    assert min(rates((five_rule, newest, simple), Rules(players=2), 40)) > 0.85


def test_the_same_position_gets_the_same_answer_whatever_the_order_of_members():
    """Worlds and dice follow from the position alone."""
    agents = (mindful, five_rule, first)
    turns = turns_of(SMALL, (first, mindful), game=1)
    once = Identifier(payoffs_of(*agents)).log_likelihoods(turns, 0)
    again = Identifier(payoffs_of(*agents)).log_likelihoods(turns, 0)
    reverse = Identifier(payoffs_of(*agents[::-1])).log_likelihoods(turns, 0)
    assert once.tolist() == again.tolist() == reverse.tolist()[::-1]


def test_weights_become_probabilities_without_overflow():
    """Log-weights far from zero; a difference of log 3 is odds of 3."""
    assert posterior_of(np.array([-5000, -5000 + log(3)])).tolist() == pytest.approx([0.25, 0.75])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"worlds": 0}, "worlds is 0"),
        ({"worlds": 2.0}, "worlds is 2.0"),
        ({"error": 0.0}, "error is 0.0"),
        ({"error": 1}, "error is 1;"),
    ],
)
def test_impossible_numbers_are_told(options, expected):
    """Which, and the range."""
    with pytest.raises(AgentError, match=expected):
        Identifier(payoffs_of(first, last), **options)
