"""Options of `ismcts`: its name makes it again, and mistakes are told in one line."""

from __future__ import annotations

import pytest

from hanabilab.agents import five_rule, make_agent, policy
from hanabilab.errors import AgentError
from hanabilab.search import Ismcts


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "ismcts(five-rule)"),
        ({"iterations": 200}, "ismcts(five-rule, iterations=200)"),
        ({"exploration": 0.0}, "ismcts(five-rule, exploration=0.0)"),
        ({"mode": "flat", "rules": "none"}, "ismcts(five-rule, mode=flat, rules=none)"),
        ({"rules": "play-late+tell-most"}, "ismcts(five-rule, rules=tell-most+play-late)"),
        ({"rules": "blueprint+all+tell-last"}, "ismcts(five-rule)"),
        ({"depth": 3, "turns": 18}, "ismcts(five-rule, depth=3, turns=18)"),
        (
            {"beliefs": "exact", "error": 0.1},
            "ismcts(five-rule, beliefs=exact, error=0.1)",
        ),
    ],
)
def test_its_name_makes_it_again(options, name):
    """Defaults are left out; a set of rules has one spelling."""
    search = Ismcts(five_rule, **options)
    assert name == search.name
    assert search == make_agent(name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iterations": 0}, "iterations is 0; a whole number from 1 to 1000000"),
        ({"iterations": 1.5}, "iterations is 1.5; a whole number from 1 to 1000000"),
        ({"depth": True}, "depth is True; a whole number from 1 to 1000"),
        ({"turns": 1001}, "turns is 1001; a whole number from 1 to 1000"),
        ({"exploration": -1}, "exploration is -1; a part of the maximum score, from 0 up"),
        (
            {"exploration": float("nan")},
            "exploration is nan; a part of the maximum score, from 0 up",
        ),
        ({"mode": "best"}, "mode is 'best'; one of ris, mris, plain, predictor, flat"),
        ({"mode": 3}, "mode is 3; one of ris, mris, plain, predictor, flat"),
        ({"beliefs": "none"}, "beliefs is 'none'; one of hints, exact"),
        ({"error": 1}, "error is 1; a likelihood from 0 to below 1"),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    """In one line, with what would be right."""
    with pytest.raises(AgentError) as error:
        Ismcts(five_rule, **options)
    assert message == str(error.value)


@pytest.mark.parametrize("rules", ["tell", "all+", "none+all", "", 5])
def test_unknown_rules_are_refused(rules):
    """The message lists those that there are."""
    with pytest.raises(AgentError, match=r"unknown rule .*; known are tell-alone, tell-most"):
        Ismcts(five_rule, rules=rules)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ismcts", "ismcts takes one agent"),
        ("ismcts(5)", "ismcts takes one agent"),
        ("ismcts(five-rule, speed=3)", "ismcts has no option 'speed'; it has iterations"),
    ],
)
def test_names_that_make_no_search_are_refused(name, message):
    """In one line."""
    with pytest.raises(AgentError, match=message):
        make_agent(name)


def test_a_blueprint_that_cheats_is_refused():
    """Partners could not play as it does."""
    sly = policy("sly", sees_own_hand=True)(lambda view, memory, rng: 0)
    with pytest.raises(AgentError, match="'sly' sees its own hand; search needs an honest one"):
        Ismcts(sly)


def test_a_batched_blueprint_is_refused(monkeypatch):
    """Only compiled agents play on, and no search is searched over."""
    monkeypatch.setattr("hanabilab.search.by_name.make_agent", lambda _: object())
    with pytest.raises(AgentError, match="compiled agents, and net is not one"):
        make_agent("ismcts(net)")
    monkeypatch.undo()
    with pytest.raises(AgentError, match="is a search"):
        make_agent("ismcts(ismcts(five-rule))")
