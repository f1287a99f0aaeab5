"""Search on rules so small that every deck can be dealt: its values are exact there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from hanabilab.agents import five_rule, information, smart
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.search import Sparta, evaluate
from tests.agents.samples import mindful
from tests.beliefs.playing import history_of, true_hand, weights_of
from tests.lanes import slow_after
from tests.naive.values import all_decks, blueprint_value, explore_search

ONE_SUIT = Rules(
    suits=1, ranks=3, copies=(2, 2, 1), hand_size=2, information_tokens=2, life_tokens=1
)
TWO_SUITS = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2, information_tokens=2, life_tokens=2)
THREE_SEATS = Rules(
    players=3, suits=2, ranks=2, copies=(2, 1), hand_size=1, information_tokens=2, life_tokens=2
)

CASES = [
    (ONE_SUIT, five_rule, 0),
    *(
        pytest.param(*case, marks=pytest.mark.compiled)
        for case in (
            (ONE_SUIT, mindful, 1),
            (ONE_SUIT, smart, 0),
            (TWO_SUITS, smart, 1),
            (TWO_SUITS, information, 0),
            (THREE_SEATS, five_rule, 1),
            (THREE_SEATS, information, 0),
        )
    ),
]
NAMES = [
    "one-five",
    "one-mindful",
    "one-smart",
    "two-smart",
    "two-info",
    "three-five",
    "three-info",
]

explored = cache(explore_search)


@pytest.mark.parametrize(("rules", "agent", "seat"), slow_after(2, CASES, several=True), ids=NAMES)
def test_a_seat_that_searches_never_lowers_the_value(rules, agent, seat):
    """One seat takes the best action of each case, all else follows the agent: exact values."""
    cases, value = explored(agent, rules, seat)
    assert any(case.best != case.agents_action for case in cases)
    assert blueprint_value(agent, rules) < value <= rules.max_score


@pytest.mark.parametrize(("rules", "agent", "seat"), slow_after(2, CASES, several=True), ids=NAMES)
def test_a_range_is_the_hands_of_all_decks_that_lead_here(rules, agent, seat):
    """With the weights of these decks, in every case; the seat has often left the agent before."""
    search = Sparta(agent, rollouts=0)
    for case in explored(agent, rules, seat)[0]:
        games = [game_of(rules, deck, case.actions) for deck in case.decks]
        found = evaluate(games[0], search)
        weights = weights_of(found.hands, history_of(games[0], agent))
        total = sum(weights.values())
        counts = Counter(true_hand(game) for game in games)
        assert {hand: Fraction(count, len(games)) for hand, count in counts.items()} == {
            hand: Fraction(weight, total) for hand, weight in weights.items()
        }
        assert (case.agents_action, "exact") == (found.blueprint_action, found.basis)


def game_of(rules, deck, actions) -> Game:
    """The game that a deck and some actions lead to."""
    game = Game(rules, deck=deck)
    for action in actions:
        game.act(action)
    return game


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "agent", "seat"), slow_after(2, CASES, several=True), ids=NAMES)
def test_estimates_are_the_exact_values_within_their_errors(rules, agent, seat):
    """Every action of up to 40 cases, within five standard errors.

    1,000 worlds each, seeded. Where a thousand worlds show no spread, a rare score may be missing.
    """
    search = Sparta(agent, rollouts=10**9, min_worlds=2, sigmas=1e9)
    cases = [case for case in explored(agent, rules, seat)[0] if len(case.values) > 1]
    for case in cases[:: max(len(cases) // 40, 1)]:
        game = game_of(rules, case.decks[0], case.actions)
        worlds = 1000
        found = evaluate(game, _with_rollouts(search, worlds * len(case.values)))
        assert list(case.values) == found.legal.tolist()
        assert {worlds} == set(found.worlds[found.legal].tolist())
        for action, value in case.values.items():
            gain = value - case.values[case.agents_action]
            rare = 20 / worlds
            assert abs(found.means[action] - value) <= 5 * found.sems[action] + rare
            assert abs(found.gains[action] - gain) <= 5 * found.gain_sems[action] + rare


def _with_rollouts(search: Sparta, rollouts: int) -> Sparta:
    return Sparta(search.blueprint, rollouts, min_worlds=2, sigmas=1e9)


@pytest.mark.compiled
@pytest.mark.parametrize("agent", [five_rule, smart], ids=lambda agent: agent.name)
@pytest.mark.parametrize("options", [{}, {"threshold": 0.0, "confidence": 0.0}], ids=str)
@pytest.mark.late_but(1)
def test_a_search_on_all_decks_scores_between_blueprint_and_best(agent, options):
    """5,000 rollouts a move on each of the thirty decks: nothing is lost, and little is missed."""
    search, scores = Sparta(agent, rollouts=5000, **options), []
    for deck in all_decks(ONE_SUIT):
        game = Game(ONE_SUIT, deck=deck)
        while not game.is_over:
            found = evaluate(game, search)
            searches = game.state.current_seat == 0
            game.act(found.action if searches else found.blueprint_action)
        scores.append(game.score)
    least, most = blueprint_value(agent, ONE_SUIT), explored(agent, ONE_SUIT, 0)[1]
    assert least < most
    assert least <= Fraction(sum(scores), len(scores)) <= most + Fraction(1, 100)
