"""The solver stopped, interrupted, and asked for too much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hanabilab.errors import GameError
from hanabilab.game.rules import Rules
from hanabilab.tiny.games.mini_hanabi import count_deals
from hanabilab.tiny.hanabi import LADDER, Solver, solve
from hanabilab.tiny.hanabi.graph import build_graph
from hanabilab.tiny.hanabi.solver import GameSize, check_size


@pytest.mark.compiled
def test_stopped_after_no_time_there_are_bounds():
    """The budget is over at once; what is proven brackets the value."""
    rung = LADDER["9"]
    solution = solve(rung.rules, seconds=0)
    assert not solution.solved
    assert solution.value is None
    assert solution.lower < rung.value < solution.upper <= solution.full_information_bound


@pytest.mark.compiled
def test_interrupted_the_bounds_are_kept():
    """Ctrl-C is the end of the search, not of the program."""

    def interrupt(solver: Solver) -> None:
        raise KeyboardInterrupt

    solution = solve(LADDER["9"].rules, progress=interrupt)
    assert solution.lower <= LADDER["9"].value <= solution.upper
    assert not solution.solved


@pytest.mark.compiled
def test_a_search_taken_up_again_ends_with_the_value():
    """Run slice by slice, the bounds never get worse, and meet."""
    solver = Solver(build_graph(LADDER["4"].rules))
    bounds = [(solver.lower, solver.upper)]
    while not solver.run(seconds=0):
        bounds.append((solver.lower, solver.upper))
        if len(bounds) > 3:
            solver.run()
    assert [lower for lower, _ in bounds] == sorted(lower for lower, _ in bounds)
    assert [upper for _, upper in bounds] == sorted((upper for _, upper in bounds), reverse=True)
    assert solver.lower == solver.upper
    assert round(float(solver.lower), 6) == LADDER["4"].value


def test_a_game_for_three_is_refused():
    """The solver is for two."""
    with pytest.raises(GameError, match="3 players; the exact solver is for 2"):
        solve(Rules(players=3))


def test_the_full_game_is_refused_at_once():
    """Told from the rules alone, with the counts and what would fit."""
    with pytest.raises(GameError, match=r"too large to solve: 8,964,050 hands .* fit") as error:
        solve(Rules())
    assert "\n" not in str(error.value)


@pytest.mark.compiled
def test_a_game_with_too_many_prescriptions_is_refused_before_the_search():
    """Its states are counted, and nothing more."""
    rules = Rules(suits=2, ranks=2, copies=(2, 2), hand_size=2, information_tokens=1)
    with pytest.raises(GameError, match=r"states, 10\^\d+\.\d prescriptions .* seconds") as error:
        solve(rules)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", LADDER)
def test_deals_are_counted_without_listing_them(name):
    """The formula agrees with the numbers of the ladder."""
    rung = LADDER[name]
    assert count_deals(rung.rules, rung.rules.hand_size) == rung.kinds
    assert count_deals(rung.rules, 2 * rung.rules.hand_size) == rung.deals


def test_as_many_prescriptions_as_fit_are_not_refused():
    """10^11 at the root, and not two in a hundred more."""
    size = GameSize(kinds=11, deals=11, states=11, log_prescriptions=11.0)
    check_size(size)
    with pytest.raises(GameError, match=r"too large to solve: .* 10\^11.0 prescriptions"):
        check_size(replace(size, log_prescriptions=11.01))
