"""How searches are named and asked for, and what is refused."""

from __future__ import annotations

import pytest

from hanabilab.agents import five_rule, make_agent, policy
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.search import Sparta, evaluate, search_lineup

# --- Options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "sparta(five-rule)"),
        ({"rollouts": 10_000, "beliefs": "exact"}, "sparta(five-rule)"),
        ({"rollouts": 1000}, "sparta(five-rule, rollouts=1000)"),
        ({"threshold": 0.0}, "sparta(five-rule, threshold=0.0)"),
        ({"threshold": 1}, "sparta(five-rule, threshold=1.0)"),
        ({"seconds": 2, "error": 0.01}, "sparta(five-rule, error=0.01, seconds=2.0)"),
        ({"beliefs": "hints"}, "sparta(five-rule, beliefs=hints)"),
        ({"max_hands": 200}, "sparta(five-rule, max_hands=200)"),
        ({"max_hands": 9, "samples": 5}, "sparta(five-rule, max_hands=9, samples=5)"),
        (
            {"sigmas": 2.0, "min_worlds": 9, "confidence": 1e-9},
            "sparta(five-rule, confidence=1e-09, min_worlds=9, sigmas=2.0)",
        ),
    ],
)
def test_its_name_makes_it_again(options, name):
    """Defaults are left out."""
    search = Sparta(five_rule, **options)
    assert name == search.name
    assert search == make_agent(name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rollouts": -1}, "rollouts is -1; a whole number from 0 to 1000000000"),
        ({"rollouts": 10**10}, "rollouts is 10000000000; a whole number from 0 to 1000000000"),
        ({"rollouts": "10"}, "rollouts is '10'; a whole number from 0 to 1000000000"),
        ({"min_worlds": 1}, "min_worlds is 1; a whole number from 2 to 1000000000"),
        ({"threads": 0}, "threads is 0; a whole number from 1 to 1024"),
        ({"threshold": -0.1}, "threshold is -0.1; a number of points from 0 up"),
        ({"threshold": float("inf")}, "threshold is inf; a number of points from 0 up"),
        ({"threshold": float("nan")}, "threshold is nan; a number of points from 0 up"),
        ({"confidence": -1}, "confidence is -1; a number of standard errors from 0 up"),
        ({"sigmas": "many"}, "sigmas is 'many'; a number of standard errors from 0 up"),
        ({"seconds": -1.0}, "seconds is -1.0; a number of seconds from 0 up"),
        ({"beliefs": "sure"}, "beliefs is 'sure'; one of exact, conventions, hints, learned"),
        ({"error": 1.0}, "error is 1.0; a likelihood from 0 to below 1"),
        ({"error": "some"}, "error is 'some'; a likelihood from 0 to below 1"),
        ({"samples": 0}, "samples is 0; a whole number from 1 to 1000000000"),
        (
            {"beliefs": "hints", "error": 0.1},
            "error is for ranges; with beliefs=hints there is none",
        ),
        (
            {"beliefs": "hints", "max_hands": 7},
            "max_hands is for ranges; with beliefs=hints there is none",
        ),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    """In one line, with what would be right."""
    with pytest.raises(AgentError) as error:
        Sparta(five_rule, **options)
    assert message == str(error.value)


@pytest.mark.parametrize(
    "options",
    [
        {"rollouts": 1.5},
        {"rollouts": "5"},
        {"rollouts": True},
        {"threshold": "0.1"},
        {"threshold": True},
        {"error": True},
        {"min_worlds": 10.0},
    ],
)
def test_options_of_the_wrong_type_are_refused(options):
    """Also where the search is not made by name."""
    with pytest.raises(AgentError):
        Sparta(five_rule, **options)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sparta", "sparta takes one agent to search over, such as sparta(smart)"),
        ("sparta(5)", "sparta takes one agent to search over, such as sparta(smart)"),
        ("sparta(sparta(smart))", "sparta asks its blueprint millions of times"),
        ("joint(sparta(smart))", "joint asks its blueprint millions of times"),
        (
            "sparta(smart, epsilon=0.1)",
            "sparta has no option 'epsilon'; it has rollouts, threshold",
        ),
        (
            "sparta(smart, beliefs=none)",
            "beliefs is 'none'; one of exact, conventions, hints, learned",
        ),
        ("sparta(smart, error=low)", "error is 'low'; a likelihood from 0 to below 1"),
        (
            "sparta(smart, beliefs=conventions, error=low)",
            "error is 'low'; a likelihood from 0 to below 1",
        ),
        ("ismcts(smart, error=0.3)", "error is for ranges; with beliefs=hints there is none"),
    ],
)
def test_names_that_make_no_search_are_told(name, message):
    """In one line, with what would be right."""
    with pytest.raises(AgentError) as error:
        make_agent(name)
    assert str(error.value).startswith(message)


def test_a_blueprint_that_sees_its_own_hand_is_refused():
    """A search over a cheat would ask it what it cannot see in rollouts."""
    cheat = policy("peek", sees_own_hand=True)(lambda view, memory, rng: 0)
    with pytest.raises(AgentError, match="'peek' sees its own hand"):
        Sparta(cheat)


def test_a_blueprint_that_may_forfeit_is_refused():
    """Rollouts need legal actions; lists of rules in their other mode have them."""
    with pytest.raises(AgentError, match="may give a game up"):
        make_agent("sparta(rules(8, 13, mode=compat))")


def test_a_game_that_is_over_is_not_searched():
    """The message says how it ended."""
    game = Game(Rules.preset("very-small"), deck=[4, 3, 3, 2, 2, 1, 1, 0, 0, 0])
    game.act("play 0")
    with pytest.raises(AgentError) as error:
        evaluate(game, Sparta(five_rule))
    assert "the game is over (lost); there is nothing to search" == str(error.value)


def test_a_blueprint_for_other_tables_is_not_searched():
    """The message says with how many it plays."""
    few = policy("few", players=range(2, 3))(lambda view, memory, rng: 0)
    with pytest.raises(AgentError, match=r"sparta\(few\).* plays with .*2.* players"):
        evaluate(Game(Rules(players=3)), Sparta(few))


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5])
def test_seeds_out_of_range_are_refused(seed):
    """As everywhere."""
    with pytest.raises(RulesError, match=r"^seed is "):
        evaluate(Game(Rules.preset("small")), Sparta(five_rule), seed=seed)


# --- Line-ups ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "searching"), [((0,), "SBB"), ((), "BBB"), ((2, 0), "SBS")])
def test_a_lineup_searches_where_it_is_told(seats, searching):
    """The other seats play the blueprint; options go to the search."""
    agents = search_lineup(five_rule, 3, seats, rollouts=3, threshold=0.5)
    names = {"S": "sparta(five-rule, rollouts=3, threshold=0.5)", "B": "five-rule"}
    assert [names[letter] for letter in searching] == [agent.name for agent in agents]


def test_seat_0_searches_by_default():
    """One searching seat is what the paper's guarantee is about."""
    assert [Sparta(five_rule), five_rule] == search_lineup(five_rule, 2)


@pytest.mark.parametrize("seats", [(2,), (-1,), (0, 5)])
def test_a_seat_that_is_not_at_the_table_is_refused(seats):
    """The message says which seats there are."""
    with pytest.raises(AgentError) as error:
        search_lineup(five_rule, 2, seats)
    assert f"seats {sorted(seats)} search; seats are 0 to 1" == str(error.value)
