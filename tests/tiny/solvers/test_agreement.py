"""Solvers against each other, and against the naive twins, on games that nobody has picked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.tiny import deterministic, enumerate_game, random_policy, value_of
from hanabilab.tiny.belief_graph import make_belief_mdp
from hanabilab.tiny.policies import count_policies, number_policies, policies_at
from hanabilab.tiny.solvers import (
    best_response,
    climb,
    full_information_bound,
    iterate_policies,
    policy_of,
    random_starts,
    solve,
    solve_silent,
    solve_temporal,
    solve_vacuous,
    try_all,
    uniform_value,
)
from tests.naive.small_games import (
    NaiveGame,
    naive_best_response,
    naive_open_hands,
    naive_silent_best,
    naive_value,
)
from tests.strategies import examples
from tests.tiny.samples import ThreeTurns, as_naive, card_games, three_turns, tree_of

approx = pytest.approx


@examples(40, 10)
@given(card_games())
def test_all_solvers_agree_on_card_games(game):
    """Public beliefs, time, one action, brute force, policy iteration; and the bounds hold."""
    tree = enumerate_game(game)
    solution = solve(tree)
    best = try_all(tree).best
    assert [solution.value, solve_temporal(tree).value, solve_vacuous(tree).value] == approx(
        [best] * 3
    )
    assert value_of(tree, solution.policy) == approx(best)
    mdp = make_belief_mdp(tree)
    iterated = iterate_policies(mdp, random_starts(mdp, 5, seed=1))
    assert iterated.values[-1] == approx(np.full(5, best))
    assert solve_silent(game).value <= best + 1e-9
    assert uniform_value(tree) <= best + 1e-9
    assert best <= full_information_bound(tree) + 1e-9


@examples(20, 4)
@given(card_games())
def test_bounds_are_the_naive_ones(game):
    """Without signals by all policies that ignore them, open hands by recursion."""
    naive, tree = NaiveGame(game), enumerate_game(game)
    assert solve_silent(game).value == approx(float(naive_silent_best(naive)))
    assert full_information_bound(tree) == approx(float(naive_open_hands(game)))


@examples(25, 4)
@given(three_turns())
@pytest.mark.late
def test_solvers_agree_where_a_seat_acts_twice(game):
    """With secret actions and a coin on the way; brute force where it can be done."""
    tree = enumerate_game(game)
    solution = solve(tree)
    assert solution.solved
    assert value_of(tree, solution.policy) == approx(solution.value)
    assert solve_temporal(tree).value == approx(solution.value)
    if count_policies(tree) <= 20_000:
        assert try_all(tree).best == approx(solution.value)
    assert value_of(tree, climb(tree, random_policy(tree, 1))) <= solution.value + 1e-9
    assert solution.value <= full_information_bound(tree) + 1e-9
    assert solve_silent(game).value <= solution.value + 1e-9


@examples(6, 1)
@given(three_turns(), st.integers(0, 1000))
def test_best_responses_are_the_naive_ones(game, seed):
    """Of the seat that acts twice, all its policies tried; and of the one between."""
    game = ThreeTurns(game.payoffs, game.loud, shown=1)  # 2^10 policies of seat 0, else 2^18
    naive, tree = NaiveGame(game), enumerate_game(game)
    policy = random_policy(tree, seed)
    words = as_naive(tree, policy)
    assert value_of(tree, policy) == approx(float(naive_value(naive, words)))
    for seat in range(2):
        found = best_response(tree, policy, seat)
        assert value_of(tree, found) == approx(float(naive_best_response(naive, words, seat)))
        others = tree.seat_of[tree.owner] != seat
        assert (found[others] == policy[others]).all()


@examples(10, 3)
@given(three_turns(), st.integers(0, 1000))
def test_climbing_ends_where_no_seat_gains(game, seed):
    """Best responses in turn raise the value until each is one to the others."""
    tree = enumerate_game(game)
    start = random_policy(tree, seed)
    top = climb(tree, start)
    assert value_of(tree, top) >= value_of(tree, start) - 1e-9
    for seat in range(2):
        assert (best_response(tree, top, seat) == top).all()


@given(card_games(), st.data())
def test_numbers_of_policies_round_trip(game, data):
    """A number to a policy to the number; 0 takes the first action everywhere."""
    tree = enumerate_game(game)
    number = data.draw(st.integers(0, count_policies(tree) - 1))
    policies = policies_at(tree, np.array([number, 0]))
    assert number_policies(tree, policies).tolist() == [number, 0]
    assert (policies[:, 1] == deterministic(tree, np.zeros(len(tree.infosets), int))).all()


@pytest.mark.parametrize("letter", list("ABCDEF"))
def test_policy_iteration_on_beliefs_reaches_the_optimum_in_two_steps(letter):
    """From 1000 random starts, never down on the way; the policies play what they are worth."""
    tree = tree_of(letter)
    mdp = make_belief_mdp(tree)
    found = iterate_policies(mdp, random_starts(mdp, 1000, seed=5))
    assert (np.diff(found.values, axis=0) >= -1e-9).all()
    assert found.values[-1] == approx(np.full(1000, try_all(tree).best))
    assert found.steps.max() == 2
    assert value_of(tree, policy_of(mdp, found.picks[:, 0])) == approx(found.values[-1, 0])
