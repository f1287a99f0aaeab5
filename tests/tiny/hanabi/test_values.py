"""Values of the ladder and of naive enumeration."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from hanabilab.game.rules import Rules
from hanabilab.tiny.hanabi import LADDER, solve
from tests.naive.public_beliefs import PublicBeliefs

SMALL = ["0", "1"]
LARGE = ["1'", "2", "3", "4", "5", "6"]
#: Of kernels that smaller ones have run; these take seconds each.
LARGEST = ["7", "8", "9", "10", "11"]

#: Variants of rungs with their values, from the same source as the ladder's.
VARIANTS = [
    ("3", {"information_tokens": 2}, 3.910714),
    ("3", {"life_tokens": 2}, 3.905357),
    ("4", {"information_tokens": 2}, 3.336905),
    ("5", {"information_tokens": 2}, 3.0),
    ("5", {"life_tokens": 2}, 2.816667),
    ("1", {"bomb": "keep"}, 2.433333),
    ("2", {"bomb": "keep"}, 3.466667),
    ("5", {"bomb": "keep"}, 2.7),
    ("6", {"bomb": "keep"}, 3.311111),
    pytest.param("11", {"bomb": "keep"}, 4.463919, marks=pytest.mark.once),
]


def rules_of(copies: tuple[int, ...], hand_size: int, **changes: object) -> Rules:
    """One suit, one information token and one life, unless told otherwise."""
    options = {"suits": 1, "ranks": len(copies), "information_tokens": 1, "life_tokens": 1}
    return Rules(copies=copies, hand_size=hand_size, **(options | changes))


@pytest.mark.parametrize(
    "name",
    [
        *SMALL,
        *(pytest.param(name, marks=pytest.mark.compiled) for name in LARGE),
        *(pytest.param(name, marks=pytest.mark.once) for name in LARGEST),
    ],
)
@pytest.mark.late_but(6)
def test_ladder(name):
    """Value, value with open hands and the size of the deal, as found by an independent program."""
    rung = LADDER[name]
    solution = solve(rung.rules)
    assert round(float(solution.value), 6) == rung.value
    assert round(float(solution.full_information_bound), 6) == rung.full_information_bound
    assert (solution.size.kinds, solution.size.deals) == (rung.kinds, rung.deals)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "changes", "value"), VARIANTS)
@pytest.mark.late_but(3)
def test_variants(name, changes, value):
    """With another token or life, or points kept after the last life."""
    rules = dataclasses.replace(LADDER[name].rules, **changes)
    assert round(float(solve(rules).value), 6) == value


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("copies", "value"), [((2, 1, 1), Fraction(7, 6)), ((2, 2, 1), Fraction(13, 6))]
)
def test_hands_of_two_in_one_suit(copies, value):
    """Where trying every prescription takes a minute."""
    assert solve(rules_of(copies, 2)).value == value


@pytest.mark.parametrize(
    "rules",
    [
        LADDER["0"].rules,
        rules_of((2, 1, 1), 1, information_tokens=0, life_tokens=2),
        rules_of((3, 1, 1), 1, bomb="keep", first_seat=1),
        rules_of((2,), 2, suits=2, draw_slot="vacated"),
        pytest.param(rules_of((3, 1, 1), 2, information_tokens=0), marks=pytest.mark.compiled),
        pytest.param(LADDER["1"].rules, marks=pytest.mark.compiled),
        pytest.param(LADDER["2"].rules, marks=pytest.mark.compiled),
    ],
    ids=str,
)
@pytest.mark.late_but(2)
def test_value_is_that_of_trying_every_prescription(rules):
    """Against beliefs that are lists of whole decks: no weights, no symmetry, nothing cut off."""
    assert solve(rules).value == PublicBeliefs(rules).value()


def test_a_hint_is_worth_something():
    """No signals, less points; and never more than with open hands."""
    rules = LADDER["1"].rules
    silent = solve(dataclasses.replace(rules, information_tokens=0))
    told = solve(rules)
    assert silent.value < told.value <= told.full_information_bound
