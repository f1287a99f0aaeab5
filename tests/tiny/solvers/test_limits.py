"""What is too large is told at once; a solver that is stopped keeps its bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count

import numpy as np
import pytest

from hanabilab.errors import GameError, StoppedError
from hanabilab.tiny import enumerate_game, value_of
from hanabilab.tiny.belief_graph import BeliefGraph, make_belief_mdp
from hanabilab.tiny.games import CardGame
from hanabilab.tiny.solvers import (
    best_response,
    iterate_policies,
    public_belief,
    solve,
    solve_temporal,
    try_all,
)
from tests.tiny.samples import MINI, tree_of


def wide_game() -> CardGame:
    """32 cards for the first seat, which has 2 actions: 2^32 prescriptions."""
    payoffs = np.arange(32 * 2 * 2).reshape(32, 1, 2, 2) % 5.0
    return CardGame("wide", payoffs.tolist())


def test_too_many_policies_are_told():
    """Brute force says how many there are, and what would do."""
    with pytest.raises(GameError, match=r"has 10\^11\.4 at 22 information sets; at most 2,000,000"):
        try_all(tree_of("trade-comm(2, 2)"))


def test_too_many_decision_rules_are_told():
    """With those counted so far."""
    with pytest.raises(GameError, match=r"over 30 decision rules over time: \[4, 36\]"):
        solve_temporal(tree_of("A"), limit=30)


def test_too_many_beliefs_are_told():
    """With those counted so far."""
    with pytest.raises(GameError, match=r"over 10 public beliefs .* 8 for 2 beliefs so far, and 4"):
        make_belief_mdp(tree_of("A"), limit=10)


def test_a_game_too_wide_needs_a_limit_of_time():
    """Which may still be enough: here every type is told apart by what it leads to."""
    tree = enumerate_game(wide_game())
    with pytest.raises(GameError, match=r"10\^9\.6 prescriptions for 32 types .* seconds"):
        solve(tree)
    found = solve(tree, seconds=0.5)
    assert found.lower <= found.upper
    assert value_of(tree, found.policy) == found.lower
    with pytest.raises(GameError, match="seconds is 0"):
        solve(tree, seconds=0)


def test_games_that_have_ended_take_no_room_in_beliefs():
    """All n² ends of a lever game look the same: only the n histories before them have bits."""
    graph = BeliefGraph(tree_of("lever(60)"))
    assert sum(bit.bit_length() for bit in graph._bit) == 1 + sum(range(1, 61))
    assert sum(map(len, graph._histories)) == 1 + 60


@dataclass(frozen=True)
class _Corridor:
    """One seat walks on, with nothing to choose, until it has come far enough."""

    turns: int
    name: str = "corridor"
    seats: int = 1

    def deals(self):
        return [(0, 1.0)]

    def turn(self, state):
        return 0 if state < self.turns else None

    def actions(self, state):
        return ("on",)

    def act(self, state, action):
        return [(state + 1, 1.0)]

    def public(self, state):
        return state

    def private(self, state, seat):
        return None

    def payoff(self, state):
        return 1.0


def test_a_game_of_too_many_turns_is_told():
    """The longest that is taken on is solved; one turn more is too deep for every solver."""
    assert solve(enumerate_game(_Corridor(public_belief.MAX_TURNS))).value == 1
    tree = enumerate_game(_Corridor(public_belief.MAX_TURNS + 1))
    with pytest.raises(GameError, match="last up to 251 turns; at most 250"):
        solve(tree)
    with pytest.raises(GameError, match="last up to 251 turns; at most 250"):
        solve_temporal(tree)


def test_no_such_seat_and_no_such_start():
    """One line each."""
    tree = tree_of("A")
    with pytest.raises(GameError, match="seat 2 of 'A'; seats are 0 to 1"):
        best_response(tree, try_all(tree).policy(0), 2)
    mdp = make_belief_mdp(tree)
    with pytest.raises(GameError, match="a row for each of 7 beliefs"):
        iterate_policies(mdp, [0, 1])
    with pytest.raises(GameError, match="prescriptions that its belief has not"):
        iterate_policies(mdp, [[4]] * 7)


class _Clock:
    """Time that passes by a second each time it is asked for, then Ctrl-C."""

    def __init__(self, interrupt: float = math.inf) -> None:
        self.now = 0.0
        self.interrupt = interrupt

    def monotonic(self) -> float:
        self.now += 1
        if self.now == self.interrupt:
            raise KeyboardInterrupt
        return self.now


@pytest.mark.parametrize("name", ["C", "E", "trade-comm(2, 2)", MINI])
@pytest.mark.parametrize("by_hand", [False, True])
def test_bounds_hold_whenever_it_is_stopped(name, by_hand, monkeypatch):
    """By the clock or by Ctrl-C: the policy is worth the lower bound, and bounds only tighten."""
    tree = tree_of(name)
    best = solve(tree)
    before = (-math.inf, math.inf)
    for moment in range(2, 400, 13):
        clock = _Clock(moment) if by_hand else _Clock()
        monkeypatch.setattr(public_belief, "time", clock)
        found = solve(tree, seconds=1e9 if by_hand else moment)
        assert value_of(tree, found.policy) == found.lower
        assert before[0] <= found.lower <= best.value + 1e-9
        assert best.value - 1e-9 <= found.upper <= before[1]
        before = found.lower, found.upper
        if found.solved:
            assert found.lower == found.upper
    assert before[0] <= before[1]


def test_what_was_stopped_is_not_taken_for_the_optimum(monkeypatch):
    """Where only the optimum will do, a solution that is not proven is an error."""
    tree = tree_of("E")
    assert solve(tree).require_solved().value == pytest.approx(10)
    monkeypatch.setattr(public_belief, "time", _Clock(20))
    with pytest.raises(StoppedError, match="before the optimum was known"):
        solve(tree).require_solved()


def test_time_that_is_up_before_the_search_ends_the_climb(monkeypatch):
    """One best response is computed after the deadline, no more."""
    responses = []
    monkeypatch.setattr(public_belief, "time", _Clock())
    monkeypatch.setattr(
        public_belief,
        "responses",
        lambda *given: (responses.append(1) or given[1] for _ in count()),
    )
    assert not solve(tree_of("E"), seconds=0.5).solved
    assert len(responses) == 1
