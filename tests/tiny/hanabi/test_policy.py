"""The policies that the solver finds, played."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.tiny.hanabi import LADDER, solve
from tests.naive.public_beliefs import all_decks


def card_ids(rules, deck):
    """Cards as (suit, rank from 1) to ids."""
    return [suit * rules.ranks + rank - 1 for suit, rank in deck]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("0", {}),
        pytest.param("1", {"first_seat": 1}, marks=pytest.mark.compiled),
        pytest.param("2", {"draw_slot": "vacated"}, marks=pytest.mark.compiled),
        pytest.param("5", {"life_tokens": 2}, marks=pytest.mark.compiled),
    ],
)
def test_games_of_all_decks_score_the_value(name, changes):
    """Played by the engine, each seat with its view alone: the mean score is the value."""
    rules = dataclasses.replace(LADDER[name].rules, **changes)
    solution = solve(rules)
    decks = all_decks(rules)
    scores = [solution.policy.play(card_ids(rules, deck)).score for deck in decks]
    assert Fraction(sum(scores), len(decks)) == solution.value


def test_hints_that_touch_nothing_are_followed():
    """All decks with such hints, where the other seat begins: no belief is ever empty."""
    rules = Rules(
        suits=1,
        ranks=3,
        copies=(1, 1, 1),
        hand_size=1,
        information_tokens=1,
        life_tokens=1,
        first_seat=1,
        draw_slot="vacated",
        bomb="keep",
        empty_hints=True,
    )
    solution = solve(rules)
    decks = all_decks(rules)
    scores = [solution.policy.play(card_ids(rules, deck)).score for deck in decks]
    assert Fraction(sum(scores), len(decks)) == solution.value


def test_what_the_policy_never_comes_to_is_told():
    """A belief without states, and an action that nobody takes: one line, no crash."""
    policy = solve(LADDER["0"].rules).policy
    with pytest.raises(GameError, match="belief without states"):
        policy.prescription(policy.start[:0])
    with pytest.raises(GameError, match="belief without states"):
        policy.follow(policy.start[:0], 0, 0)
    taken = set(policy.prescription(policy.start).values())
    other = next(action for action in range(4) if action not in taken)
    with pytest.raises(GameError, match=f"never comes to action {other}"):
        policy.follow(policy.start, other, 0)


@pytest.mark.parametrize(
    "name",
    ["0", *(pytest.param(name, marks=pytest.mark.compiled) for name in ["1'", "3", "4", "6", "9"])],
)
@pytest.mark.late_but(2)
def test_value_by_playing_is_the_value(name):
    """Walking through all states by the policy adds up to what the search has proven."""
    solution = solve(LADDER[name].rules)
    assert solution.policy.value() == solution.value


@pytest.mark.compiled
def test_a_policy_found_in_no_time_keeps_its_promise():
    """The search is stopped after its first slice: the policy is worth the lower bound at least."""
    solution = solve(LADDER["4"].rules, seconds=0)
    assert solution.lower <= solution.policy.value() <= solution.upper


def test_the_choice_depends_on_the_view_alone():
    """What a seat cannot see changes no action: two decks that look alike to it."""
    policy = solve(LADDER["0"].rules).policy
    games = [Game(LADDER["0"].rules, deck=deck) for deck in ([0, 0, 1], [1, 0, 0])]
    choices = {policy.choose(policy.start, game.view()) for game in games}
    assert len(choices) == 1


def test_a_belief_after_an_action_holds_what_happened():
    """All states that follow have a partner's hand from which the actor chose that action."""
    solution = solve(LADDER["0"].rules)
    policy, edges = solution.policy, solution.policy.graph.edges
    belief = policy.start
    kind, action = next(iter(policy.prescription(belief).items()))
    acting = [
        state for state in belief if policy.prescription(belief)[int(edges.kinds[state])] == action
    ]
    observed = int(edges.observed[belief[edges.kinds[belief] == kind][0], action])
    after = policy.follow(belief, action, observed)
    orders = sum(int(edges.orders[s]) for s in acting if edges.observed[s, action] == observed)
    assert edges.orders[after].sum() == orders
    assert np.all(np.diff(after) > 0)
