"""Sequences of games: who meets whom, what is learned in between, and what a report says of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import exp

import numpy as np
import polars as pl
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule
from hanabilab.arena import Lineup, play_games
from hanabilab.arena.measures import behavior_by_seat, measure_table
from hanabilab.errors import AgentError, RulesError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.teamplay import PairsPlan, pair_plan, play_pairs
from hanabilab.teamplay.adaptive import (
    ByActions,
    ByBehavior,
    Fixed,
    SequencePlan,
    best_responses,
    held_out_partners,
    play_sequences,
    report_sequences,
    responders,
    responders_of,
    table_of,
)
from tests.agents.samples import imitate, mindful
from tests.teamplay.adaptive.pools import SMALL, adapts, coin, finished, first, last, payoffs_of

PLAN = SequencePlan(SMALL, ("mindful", "coin"), length=3, sequences=2, seed=4)


@dataclass
class Noting:
    """Plays one agent, and notes what it is told."""

    plays: object
    told: list = field(default_factory=list)

    def agent(self):
        return self.plays

    def learn(self, game):
        self.told.append(game)


def test_every_game_is_that_of_its_line_up():
    """Round r has the responder in seat r mod 2, on a deck that all responders share."""
    made = {"mindful": [], "coin": []}

    def make(partner):
        made[partner].append(Noting(first))
        return made[partner][-1]

    makers = {"noting": make, "other": lambda _: Fixed(last)}
    table = table_of(PLAN, makers, play_sequences(PLAN, makers, [mindful, coin]))
    assert table["responder"].to_list() == ["noting"] * 12 + ["other"] * 12
    assert table["game"].to_list() == [*range(12)] * 2
    assert table["round"].to_list() == [0, 1, 2] * 8
    for row in table.iter_rows(named=True):
        one = first if row["responder"] == "noting" else last
        other = mindful if row["partner"] == "mindful" else coin
        seats = (one, other) if row["round"] % 2 == 0 else (other, one)
        alone = play_games(Lineup(seats), SMALL, games=[row["game"]], seed=4).table
        assert alone["score"][0] == row["score"]
    assert [len(each.told) for each in made["coin"]] == [3, 3]
    assert [game.seat for game in made["coin"][0].told] == [0, 1, 0]


def test_threads_change_nothing():
    """The table is in order of responder, partner, sequence and round."""
    payoffs = payoffs_of(mindful, first, behavior={"communicativeness": np.full((2, 2), 0.5)})
    agent = adapts(payoffs, worlds=2)
    makers = {
        "across": lambda _: ByActions(agent),
        "behavior": lambda _: ByBehavior(payoffs, ("communicativeness",)),
    }
    seen = []
    plan = PLAN if JIT_ENABLED else replace(PLAN, length=1)
    tables = [
        play_sequences(plan, makers, [mindful, coin], threads=threads, progress=seen.append)
        for threads in (1, 3)
    ]
    assert tables[0] == tables[1]
    assert sum(seen) == 2 * 2 * plan.num_games


def test_a_batched_partner_is_met_like_any_other():
    """Its games are those of the agent that it imitates."""
    makers = {"first": lambda _: Fixed(first)}
    plan = SequencePlan(SMALL, ("mindful",), length=2)
    tables = [play_sequences(plan, makers, [who]) for who in (mindful, imitate(mindful))]
    assert tables[0] == tables[1]


def test_a_stopped_run_goes_on_where_it_was():
    """What was finished is kept, and not played again."""
    makers, kept = {"first": lambda _: Fixed(first), "last": lambda _: Fixed(last)}, {}

    def stop(played):
        kept.update(played)
        if len(kept) == 3:
            raise KeyboardInterrupt

    with pytest.raises(StoppedError):
        play_sequences(PLAN, makers, [mindful, coin], keep=stop, threads=1)
    told = []
    again = play_sequences(PLAN, makers, [mindful, coin], done=kept, progress=told.append)
    assert again == play_sequences(PLAN, makers, [mindful, coin])
    assert sum(told) == 2 * PLAN.num_games - 3 * PLAN.length


def test_a_stop_is_clean():
    """Ctrl-C while games are played: one line, not a table."""

    def press(_):
        raise KeyboardInterrupt

    with pytest.raises(StoppedError, match="before all sequences"):
        play_sequences(PLAN, {"first": lambda _: Fixed(first)}, [mindful, coin], progress=press)


@pytest.mark.parametrize(
    ("changes", "error", "expected"),
    [
        ({"rules": Rules(players=3)}, AgentError, "two players, not 3"),
        ({"partners": ()}, AgentError, "no partners"),
        ({"partners": ("a", "b", "a")}, AgentError, "'a' is there twice"),
        ({"length": 0}, AgentError, "length is 0"),
        ({"sequences": 0}, AgentError, "sequences is 0"),
        ({"seed": -1}, RulesError, "seed is -1"),
    ],
)
def test_impossible_plans_are_told(changes, error, expected):
    """What, and what it should be."""
    given = {"rules": SMALL, "partners": ("a",), **changes}
    with pytest.raises(error, match=expected):
        SequencePlan(**given)


# --- Responders ----------------------------------------------------------------------------------


def test_what_games_told_is_the_prior_of_the_next():
    """Log-likelihoods of games add up; within a game, each begins anew."""
    agent = adapts(payoffs_of(mindful, first, last))
    games = [finished(SMALL, (first, mindful), game) for game in range(2)]
    alone = []
    for game in games:
        fresh = ByActions(agent)
        fresh.learn(game)
        alone.append(np.array(fresh.agent().prior))
    across, within = ByActions(agent), ByActions(agent, remembers=False)
    for game in games:
        across.learn(game)
        within.learn(game)
    both = alone[0] + alone[1]
    assert across.agent().prior == pytest.approx((both - both.max()).tolist())
    assert max(across.agent().prior) == across.agent().prior[0] == 0
    assert within.agent() is agent


def test_behavior_is_weighed_as_the_formula_says():
    """A ratio x weighs exp(-(x - mean)^2 / (2 * .1^2)); what is undefined tells nothing."""
    game = finished(SMALL, (last, five_rule), game=1)
    seen = behavior_by_seat(measure_table(SMALL, game.table)[0])[1]
    told, known = seen["communicativeness"], seen["information_per_play"]
    behavior = {
        "communicativeness": np.array([[told + 0.1, told - 0.3]] * 2),
        "information_per_play": np.array([[known, np.nan]] * 2),
    }
    odds = exp(-9 / 2 + 1 / 2)  # of the second member against the first
    for worth, answer in ((0.99, 0), (1.01, 1)):
        scores = [[1, 0], [0, worth / odds]]  # the first gains 1 with the first, the second more
        payoffs = payoffs_of(first, last, scores=scores, behavior=behavior)
        responder = ByBehavior(payoffs)
        responder.learn(game)
        assert responder.agent() is payoffs.agents[answer]


def test_the_five_that_are_compared():
    """Bounds are members; those who learn begin with the generalist, or with nothing known."""
    scores = [[3, 0, 0], [0, 4, 0], [0, 0, 2]]
    payoffs = payoffs_of(first, last, mindful, scores=scores)
    makers = responders_of(adapts(payoffs), {"somebody": 2})
    begun = {name: make("somebody").agent() for name, make in makers.items()}
    assert list(begun) == ["generalist", "behavior", "within", "across", "oracle"]
    assert begun["generalist"] is begun["behavior"] is last
    assert begun["oracle"] is mindful
    assert begun["within"].prior == begun["across"].prior == ()


def test_the_oracle_knows_members_by_the_matrix_and_others_by_games(monkeypatch):
    """For a held-out partner, whoever scores most with it on games of its own."""
    agents = {agent.name: agent for agent in (first, five_rule, mindful)}
    for module in (pair_plan, responders):
        monkeypatch.setattr(module, "kept_agent", agents.__getitem__)
    payoffs = payoffs_of(first, five_rule, scores=[[0, 9], [1, 2]])
    assert best_responses(payoffs, ("five-rule", "first")) == {"five-rule": 0, "first": 1}
    games = 8 if JIT_ENABLED else 4
    found = best_responses(payoffs, ("first", "mindful"), games=games, seed=2)
    names = (*payoffs.members, "mindful")
    played = play_pairs(PairsPlan(SMALL, names, names, games, 2)).scores
    assert found == {"first": 1, "mindful": int(played[:2, 2].mean(axis=1).argmax())}


def test_a_member_of_the_pool_is_one_under_any_name():
    """It is not held out, and the matrix knows the answer to it."""
    payoffs = payoffs_of(first, five_rule, scores=[[0, 9], [1, 2]])
    assert held_out_partners(payoffs, (" five-rule", "five-rule()", "iggi")) == ("iggi",)
    assert best_responses(payoffs, ("five-rule()", "first")) == {"five-rule()": 0, "first": 1}


# --- Report --------------------------------------------------------------------------------------


def test_reports_by_hand():
    """Two partners, two sequences of two games: means over sequences, errors over partners."""
    plan = SequencePlan(SMALL, ("a", "b"), length=2, sequences=2)
    scores = {"generalist": [0, 2, 2, 4, 5, 5, 5, 5], "oracle": [1, 3, 3, 5, 9, 8, 7, 8]}
    table = pl.concat(
        pl.DataFrame({"responder": name, "score": values}) for name, values in scores.items()
    )
    told = report_sequences(plan, table)["responders"]
    base, oracle = told["generalist"], told["oracle"]
    assert (3.5, 1.5) == pytest.approx((base["score"]["mean"], base["score"]["sem"]))
    assert (2, 1) == pytest.approx((oracle["gain"]["mean"], oracle["gain"]["sem"]))  # of 1 and 3
    here = oracle["gain_here"]
    assert (2, 0.25) == pytest.approx((here["mean"], here["sem"]))  # of 2.25 and 1.75
    assert (0, 0) == (base["gain"]["mean"], base["gain"]["sem"])
    assert ([2, 5], [3, 8]) == (base["by_partner"], oracle["by_partner"])
    assert [5, 6] == [each["mean"] for each in oracle["by_round"]]  # of 2 and 8, of 4 and 8
