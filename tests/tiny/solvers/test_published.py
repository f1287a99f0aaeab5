"""The Tiny Hanabi games and others against numbers known from elsewhere.

The optima are those of the Tiny Hanabi Suite. What else stands here was computed from the
definitions by programs of their own, and the naive twins tell the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hanabilab.tiny import value_of
from hanabilab.tiny.sizes import measure_sizes
from hanabilab.tiny.solvers import (
    full_information_bound,
    solve,
    solve_silent,
    solve_temporal,
    solve_vacuous,
    try_all,
    uniform_value,
)
from tests.naive.small_games import naive_policies, naive_value
from tests.tiny.samples import MINI, as_naive, naive_of, tree_of


@dataclass(frozen=True)
class Known:
    """What is known of a game."""

    optimum: float
    optima: int
    second: float
    local: dict[float, int]
    silent: float
    open_hands: float
    uniform: float
    infosets: int
    policies: int
    prescriptions: int
    beliefs: int
    rules: tuple[int, int]
    histories: int


SMALL = (6, 64, 4, 7, (4, 40), 28)
KNOWN = {
    "A": Known(2.25, 4, 2, {2: 3, 2.25: 4}, 2.25, 2.5, 1.625, *SMALL),
    "B": Known(1, 1, 0.75, {0.5: 12, 0.75: 2, 1: 1}, 0.5, 1, 0.4375, *SMALL),
    "C": Known(2.5, 1, 2.25, {2: 5, 2.25: 4, 2.5: 1}, 2.25, 2.75, 1.5, *SMALL),
    "D": Known(2.5, 1, 2.25, {2: 1, 2.25: 4, 2.5: 1}, 2.25, 2.5, 1.3125, *SMALL),
    "E": Known(
        optimum=10,
        optima=9,
        second=9,
        local={5: 92, 7.5: 12, 8: 56, 9: 25, 10: 9},
        silent=8,
        open_hands=10,
        uniform=67 / 18,
        infosets=8,
        policies=6561,
        prescriptions=9,
        beliefs=10,
        rules=(9, 513),
        histories=52,
    ),
    "F": Known(
        optimum=21 / 9,
        optima=1,
        second=20 / 9,
        local={15 / 9: 4, 16 / 9: 1, 17 / 9: 1, 19 / 9: 6, 21 / 9: 1},
        silent=19 / 9,
        open_hands=23 / 9,
        uniform=25 / 18,
        infosets=9,
        policies=512,
        prescriptions=8,
        beliefs=15,
        rules=(8, 400),
        histories=63,
    ),
    "G": Known(4, 2, 3, {4: 2}, 4, 4, 2.5, 3, 8, 2, 3, (2, 4), 7),
}

letters = pytest.mark.parametrize("letter", KNOWN)


@letters
def test_the_optimum_and_its_neighbors(letter):
    """How good the best are, how many, what comes next, and what no seat can better alone."""
    known, found = KNOWN[letter], try_all(tree_of(letter))
    assert found.best == pytest.approx(known.optimum)
    assert len(found.optima) == known.optima
    assert found.second_best == pytest.approx(known.second)
    values, counts = found.local_histogram()
    assert values == pytest.approx(list(known.local))
    assert counts.tolist() == list(known.local.values())
    assert found.histogram()[1].sum() == known.policies


@letters
def test_every_formulation_has_the_same_optimum(letter):
    """Public beliefs, time, and a single action; each policy is worth what its solver says."""
    tree, known = tree_of(letter), KNOWN[letter]
    solution = solve(tree)
    assert solution.solved
    assert solution.lower == solution.upper == solution.value
    temporal, vacuous = solve_temporal(tree), solve_vacuous(tree)
    for found in (solution, temporal, vacuous):
        assert found.value == pytest.approx(known.optimum)
        assert value_of(tree, found.policy) == pytest.approx(found.value)
    assert temporal.actions == known.rules
    assert vacuous.actions == (known.policies,)


@letters
def test_the_bounds(letter):
    """Without signals and with chance play below, with open hands above."""
    tree, known = tree_of(letter), KNOWN[letter]
    assert solve_silent(tree.game).value == pytest.approx(known.silent)
    assert full_information_bound(tree) == pytest.approx(known.open_hands)
    assert uniform_value(tree) == pytest.approx(known.uniform)


@letters
def test_the_sizes(letter):
    """Counts as each formulation has them."""
    known, sizes = KNOWN[letter], measure_sizes(tree_of(letter))
    assert sizes.histories == known.histories
    assert sizes.infosets == known.infosets
    assert sizes.policies.exact == known.policies
    assert sizes.root_prescriptions.exact == sizes.most_prescriptions.exact == known.prescriptions
    assert sizes.beliefs == known.beliefs
    assert (sizes.root_rules.exact, sizes.second_rules.exact) == known.rules


@pytest.mark.parametrize("letter", ["A", "B", "F", "G"])
def test_values_of_all_policies_are_the_naive_ones(letter):
    """Each policy by its number, and all together."""
    naive, found = naive_of(letter), try_all(tree_of(letter))
    for number in range(0, len(found.values), 7):
        policy = as_naive(found.tree, found.policy(number))
        assert found.values[number] == pytest.approx(float(naive_value(naive, policy)))
    everything = sorted(float(naive_value(naive, policy)) for policy in naive_policies(naive))
    assert sorted(found.values) == pytest.approx(everything)


@pytest.mark.parametrize(
    ("name", "optimum", "silent", "uniform"),
    [
        ("lever(10)", 1, 1, 0.099),
        ('matrix("10 0; 0 9")', 10, 10, 4.75),
        ('matrix("1 2 3")', 3, 3, 2),
        ("trade-comm(1, 1)", 1, 1, 1),
        ("trade-comm(2, 1)", 0.5, 0.5, 1 / 16),
        ("trade-comm(2, 2)", 1, 0.5, 1 / 16),
        (MINI, 2, 2, 16 / 27),
    ],
)
def test_other_games(name, optimum, silent, uniform):
    """Levers as published; trade with a word for each item; the smallest Hanabi is perfect."""
    tree = tree_of(name)
    assert solve(tree).value == pytest.approx(optimum)
    assert solve_silent(tree.game).value == pytest.approx(silent)
    assert uniform_value(tree) == pytest.approx(uniform)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "optimum", "open_hands"),
    [
        ("trade-comm(3, 3)", 1, 1),
        (
            "hanabi(full(suits=1, ranks=3, copies=321, hand_size=1, information_tokens=1, "
            "life_tokens=1))",
            7 / 3,
            163 / 60,
        ),
    ],
)
def test_larger_games(name, optimum, open_hands):
    """Solved in the tree; for Hanabi solvers of its own rules found the same."""
    tree = tree_of(name)
    assert solve(tree).value == pytest.approx(optimum)
    assert full_information_bound(tree) == pytest.approx(open_hands)


def test_sizes_too_large_to_tell_are_logarithms():
    """Trade Comm with 3 items and words: decision histories as counted elsewhere."""
    sizes = measure_sizes(tree_of("trade-comm(3, 3)"), limit=1000)
    assert sizes.decisions == 846
    assert sizes.beliefs is None
    assert sizes.policies.exact is None
    assert str(sizes.policies) == "10^57.3"
    assert str(sizes.most_prescriptions) == "729"
    assert sizes.types == 3
