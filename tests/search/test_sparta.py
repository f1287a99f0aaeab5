"""`sparta(BLUEPRINT)`: estimates as by hand, when it leaves the blueprint, and what it gains."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import BatchedPolicy, five_rule, make_agent, policy, random_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.actions import discard_action, is_legal, play_action
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.knowledge.hands import known_slot
from hanabilab.knowledge.unseen import unseen_cards
from hanabilab.search import Estimates, Sparta, evaluate, search_lineup
from hanabilab.search.rollouts import NOT_LEGAL
from tests.agents.samples import decide, mindful
from tests.strategies import examples, games

SMALL = Rules.preset("small")
KEEP = Rules.preset("small", bomb="keep", life_tokens=3)


def played(lineup, rules, count, seed=1):
    """The actions of each game, without the padding."""
    table = play_games(Lineup(tuple(lineup)), rules, games=count, seed=seed, threads=1).table
    return [row["actions"][: row["turns"]] for row in table.iter_rows(named=True)]


# --- Estimates -----------------------------------------------------------------------------------


def assert_estimates_as_by_hand(found: Estimates) -> None:
    """Means, standard errors and gains, action by action, in plain Python."""
    rows = found.scores.tolist()
    count = len(rows)
    for action in range(len(rows[0])):
        scores = [row[action] for row in rows]
        gains = [row[action] - row[found.blueprint_action] for row in rows]
        if scores[0] == NOT_LEGAL:
            wanted = [np.nan] * 4
        else:
            wanted = [mean(scores), sem(scores), mean(gains), sem(gains)]
        got = [values[action] for values in (found.means, found.sems, found.gains, found.gain_sems)]
        assert wanted == pytest.approx(got, nan_ok=True)
    assert found.scores.shape == (count, len(rows[0]))


def mean(values) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def sem(values) -> float:
    """The standard error of the mean, of a sample."""
    if len(values) < 2:
        return np.nan
    squares = sum((value - mean(values)) ** 2 for value in values)
    return sqrt(squares / (len(values) - 1)) / sqrt(len(values))


@pytest.mark.parametrize("rollouts", [1, 2, 9])
def test_estimates_are_means_over_the_worlds(rollouts):
    """Of the scores and of the paired differences from the blueprint's action."""
    found = evaluate(Game(KEEP, seed=3), Sparta(random_agent, rollouts=rollouts), seed=4)
    assert rollouts == len(found.scores)
    assert_estimates_as_by_hand(found)


def test_estimates_of_given_scores_are_as_worked_out():
    """Three worlds, two legal actions: means 2 and 3, gain 1 with standard error 1/sqrt 3."""
    scores = np.array([[1, -1, 1], [2, -1, 4], [3, -1, 4]], np.int16)
    found = Estimates(scores, blueprint_action=0, action=2)
    assert [0, 2] == found.legal.tolist()
    assert [2, np.nan, 3] == pytest.approx(found.means, nan_ok=True)
    assert [1 / sqrt(3), np.nan, 1] == pytest.approx(found.sems, nan_ok=True)
    assert [0, np.nan, 1] == pytest.approx(found.gains, nan_ok=True)
    assert [0, np.nan, 1 / sqrt(3)] == pytest.approx(found.gain_sems, nan_ok=True)


@examples(60, plain=12)
@given(games(), st.sampled_from([0.2, 1.0, 1000.0]), st.integers(0, 1000))
def test_the_best_action_is_taken_if_it_is_better_by_epsilon(game, epsilon, seed):
    """Else the blueprint's; nothing illegal has an estimate."""
    if game.is_over or game.rules.deck_size > 40:
        return
    found = evaluate(game, Sparta(five_rule, rollouts=3, epsilon=epsilon), seed=seed)
    means = {action: mean(found.scores[:, action].tolist()) for action in game.legal_actions()}
    assert decide(five_rule, game.rules, game.state) == format_action(
        game.rules, found.blueprint_action
    )
    best = max(means, key=lambda action: (means[action], -action))
    better = means[best] >= means[found.blueprint_action] + epsilon
    assert (best if better else found.blueprint_action) == found.action
    assert game.legal_actions() == found.legal.tolist()


# --- In games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("blueprint", [five_rule, mindful], ids=lambda agent: agent.name)
def test_it_plays_as_the_blueprint_if_nothing_is_good_enough(blueprint):
    """With an epsilon that no score reaches, whole games are the blueprint's, move for move."""
    count = 10 if JIT_ENABLED else 1
    calm = Sparta(blueprint, rollouts=1, epsilon=1e6)
    assert played([blueprint] * 2, KEEP, count) == played([calm] * 2, KEEP, count)
    assert played([blueprint] * 2, KEEP, count) == played([calm, blueprint], KEEP, count)


@pytest.mark.parametrize("players", range(2, 7))
def test_it_plays_with_any_number(players):
    """Whole games with a search in every seat; the arena stops at an illegal action."""
    rules = Rules(players=players, suits=1, hand_size=1, information_tokens=2)
    count = 2 if JIT_ENABLED else 1
    searching = [Sparta(five_rule, rollouts=1)] * players
    assert count == len(played(searching, rules, count))


@pytest.mark.compiled
def test_it_gains_points_over_its_blueprint():
    """Over 160 paired games of two, seed 0, sixteen rollouts a move: more than 0.3 points.

    Over seeds 0 to 3, 40 games each, it was 0.84 on average, standard error 0.27.
    """
    scores = [
        play_games(Lineup.of([name] * 2), Rules(), games=160, seed=0).table["score"]
        for name in ("sparta(five-rule, rollouts=16)", "five-rule")
    ]
    assert (scores[0] - scores[1]).mean() > 0.3


@policy("simple")
def simple(view, memory, rng):
    """Plays what is sure, else discards its oldest card, else gives the last hint there is."""
    slot = known_slot(view, unseen_cards(view), view.playable)
    if slot >= 0:
        return play_action(view.rules, slot)
    if is_legal(view, discard_action(view.rules, 0)):
        return discard_action(view.rules, 0)
    for action in range(view.rules.num_actions - 1, -1, -1):
        if is_legal(view, action):
            return action
    return -1


@pytest.mark.compiled
def test_an_agent_of_ones_own_can_be_searched():
    """Any compiled agent serves as a blueprint, also one from a test, and is improved.

    Over 100 paired games, seed 2: more than a point; the gain was 2.1 with a standard error of 0.2.
    """
    results = [
        play_games(Lineup((agent, agent)), KEEP, games=100, seed=2, threads=1).table
        for agent in (simple, Sparta(simple, rollouts=8))
    ]
    assert (results[1]["score"] - results[0]["score"]).mean() > 1
    assert "sparta(simple, rollouts=8), sparta(simple, rollouts=8)" == results[1]["agents"][0]


def test_a_search_remembers_as_its_blueprint():
    """It is a batched agent with the blueprint's memory and players."""
    search = Sparta(mindful, rollouts=2)
    assert isinstance(search, BatchedPolicy)
    assert mindful.memory_size == search.memory_size
    assert mindful.native_observe is search.native_observe
    few = policy("few", players=range(2, 3))(lambda view, memory, rng: 0)
    assert range(2, 3) == Sparta(few).players


# --- Options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "sparta(five-rule)"),
        ({"rollouts": 64, "epsilon": 0.2}, "sparta(five-rule)"),
        ({"rollouts": 1000}, "sparta(five-rule, rollouts=1000)"),
        ({"epsilon": 0.0}, "sparta(five-rule, epsilon=0.0)"),
        ({"rollouts": 1, "epsilon": 1e-9}, "sparta(five-rule, rollouts=1, epsilon=1e-09)"),
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
        ({"rollouts": 0}, "rollouts is 0; a number from 1 to 1000000"),
        ({"rollouts": 1_000_001}, "rollouts is 1000001; a number from 1 to 1000000"),
        ({"epsilon": -0.1}, "epsilon is -0.1; a number of points from 0 up"),
        ({"epsilon": float("inf")}, "epsilon is inf; a number of points from 0 up"),
        ({"epsilon": float("nan")}, "epsilon is nan; a number of points from 0 up"),
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
        {"epsilon": "0.1"},
        {"epsilon": True},
    ],
)
def test_options_of_the_wrong_type_are_refused(options):
    """Also where the search is not made by name."""
    with pytest.raises(AgentError):
        Sparta(five_rule, **options)


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
    with pytest.raises(AgentError, match=r"'sparta\(few\)' plays with 2 players, not 3"):
        evaluate(Game(Rules(players=3)), Sparta(few))


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5])
def test_seeds_out_of_range_are_refused(seed):
    """As everywhere."""
    with pytest.raises(RulesError, match=r"^seed is "):
        evaluate(Game(SMALL), Sparta(five_rule), seed=seed)


# --- Line-ups ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "searching"), [((0,), "SBB"), ((), "BBB"), ((2, 0), "SBS")])
def test_a_lineup_searches_where_it_is_told(seats, searching):
    """The other seats play the blueprint; options go to the search."""
    agents = search_lineup(five_rule, 3, seats, rollouts=3, epsilon=0.5)
    names = {"S": "sparta(five-rule, rollouts=3, epsilon=0.5)", "B": "five-rule"}
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
