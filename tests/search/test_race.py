"""The race of the actions: who leaves it and who does not, what is spent, and who wins."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, random_agent
from hanabilab.arena import batched_policy
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.vectors import legal_masks
from hanabilab.search import Estimates, Sparta, evaluate
from hanabilab.search.estimates import TALLIES, Race, Standings, drop_losers, winner
from tests.search.test_batched import Asked
from tests.strategies import examples, games, short_rules

SMALL = Rules.preset("small", bomb="keep", life_tokens=3)


def tally(*gains: int, scores: int = 10) -> list[float]:
    """The sums of an action that gained so much in each world, where the blueprint's scored 10."""
    points = [scores + gain for gain in gains]
    return [
        len(gains),
        sum(points),
        sum(point**2 for point in points),
        sum(gains),
        sum(gain**2 for gain in gains),
    ]


def left_of(threshold: float, *rows: list[float], sigmas: float = 2.5) -> list[bool]:
    """Which actions stay in a race whose first action is the blueprint's."""
    racing = np.ones(len(rows), np.bool_)
    standings = Standings(np.array(rows, float), racing)
    left = drop_losers(standings, Race(0, threshold, 2, sigmas))
    assert left == racing.sum()
    return racing.tolist()


EVEN = tally(*[0] * 100)
WORSE = tally(*[-1, -3] * 50)
BETTER = tally(*[1, 3] * 50)
NOISY = tally(*[-6, 6] * 50)


# --- Who leaves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threshold", "rows", "left"),
    [
        # What surely loses is out, what may gain is not.
        (0.1, [EVEN, WORSE, NOISY], [True, False, True]),
        # What does just as well is out, unless there is nothing to be gained by the blueprint.
        (0.1, [EVEN, EVEN], [True, False]),
        (0.0, [EVEN, EVEN], [True, True]),
        # What surely gains less than another is out; the blueprint's action is never.
        (0.1, [EVEN, BETTER, NOISY, WORSE], [True, True, False, False]),
        # Two that gain alike stay, though both are better than all else.
        (0.1, [EVEN, BETTER, BETTER], [True, True, True]),
        # What gains, but surely less than is asked for, is out.
        (5.0, [EVEN, BETTER], [True, False]),
    ],
)
def test_an_action_leaves_when_it_surely_does_not_gain_most(threshold, rows, left):
    """Sure is two and a half standard errors of its own mean gain."""
    assert left == left_of(threshold, *rows)


@pytest.mark.parametrize(("count", "stays"), [(4, True), (9, True), (16, True), (400, False)])
def test_an_action_is_out_once_its_error_is_small_enough(count, stays):
    """Gains of -2 and 0 by turns, mean -1: n = 4 leaves a doubt as large as that, n = 400 none."""
    error = sqrt(count / (count - 1) / count + 1 / count**2)
    assert stays == (-1 + 10 * error >= 0)
    row = tally(*[-2, 0] * (count // 2 + count % 2))
    assert [True, stays] == left_of(0.0, tally(*[0] * int(row[0])), row, sigmas=10)


def test_few_worlds_without_spread_prove_little():
    """Two worlds that both lost a point: the next may win some."""
    assert [True, True] == left_of(0.1, tally(0, 0), tally(-1, -1))


def test_whoever_left_stays_out():
    """Whatever its sums say."""
    racing = np.array([True, False, True])
    rows = np.array([EVEN, BETTER, NOISY], float)
    assert 2 == drop_losers(Standings(rows, racing), Race(0, 0.1, 2, 2.5))
    assert [True, False, True] == racing.tolist()


# --- Who wins ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threshold", "confidence", "rows", "wins"),
    [
        (0.1, 0.0, [EVEN, BETTER, NOISY], 1),
        (3.0, 0.0, [EVEN, BETTER, NOISY], 0),
        (0.0, 0.0, [EVEN, EVEN, EVEN], 0),
        (0.0, 0.0, [EVEN, WORSE, tally(1, *[0] * 99)], 2),
        (0.0, 2.0, [EVEN, WORSE, tally(1, *[0] * 99)], 0),
        (0.1, 2.0, [EVEN, BETTER, NOISY], 1),
        # A gain of 10 +- 10 does not hide one that is sure; nor does one below the threshold.
        (0.1, 2.0, [EVEN, BETTER, tally(1000, *[0] * 99)], 1),
        (0.1, 2.0, [EVEN, tally(1000, *[0] * 99), BETTER, tally(500, *[0] * 99)], 2),
        (0.1, 2.0, [EVEN, WORSE, tally(1000, *[0] * 99)], 0),
    ],
)
def test_the_action_that_gains_most_wins_if_that_is_enough(threshold, confidence, rows, wins):
    """Enough is the threshold, and so many standard errors; the blueprint's action if it is not."""
    racing = np.ones(len(rows), np.bool_)
    standings = Standings(np.array(rows, float), racing)
    assert wins == winner(standings, Race(0, threshold, 2, 2.5), confidence)


def spread_tally(gain: float, sem: float, count: int = 400) -> list[float]:
    """The sums of an action whose gains have this mean, and its mean this standard error."""
    off = sem * sqrt(count - 1)
    return tally(*[gain - off, gain + off] * (count // 2))


@pytest.mark.parametrize(
    ("rows", "wins"),
    [
        # Half a point that may be none hides less than half a point that is sure.
        ([EVEN, spread_tally(0.50, 0.30), spread_tally(0.45, 0.10)], 2),
        ([EVEN, spread_tally(0.45, 0.10), spread_tally(0.50, 0.30)], 1),
        ([EVEN, spread_tally(0.50, 0.20), spread_tally(0.45, 0.10)], 1),
        # Of several that are sure, the one that gains most; none if none is.
        ([EVEN, *(spread_tally(gain, gain / 3) for gain in (0.3, 0.9, 0.6))], 2),
        ([EVEN, spread_tally(3.0, 2.0), spread_tally(0.45, 0.30)], 0),
        # What is sure may be too little.
        ([EVEN, spread_tally(0.50, 0.30), spread_tally(0.04, 0.01)], 0),
    ],
)
def test_an_unsure_gain_does_not_hide_a_sure_one(rows, wins):
    """At two standard errors and a threshold of .05: first who gains enough, then who most."""
    standings = Standings(np.array(rows, float), np.ones(len(rows), np.bool_))
    assert wins == winner(standings, Race(0, 0.05, 2, 2.5), confidence=2.0)


def test_the_errors_that_a_choice_asks_for_are_those_that_are_told():
    """A gain of two standard errors, as `Estimates` tells them, is enough; of less it is not."""
    rows = np.array([tally(*[0] * 5), tally(0, 0, 1, 1, 3)], float)
    standings, told = Standings(rows, np.ones(2, np.bool_)), 1 / sqrt(1.5 / 5)
    found = Estimates(rows, np.ones(2, np.bool_), 0, 1, 10, None)
    assert told == pytest.approx(found.gains[1] / found.gain_sems[1])
    race = Race(0, 0.05, 2, 2.5)
    assert [1, 0] == [winner(standings, race, told * off) for off in (0.999, 1.001)]


def test_who_left_does_not_win():
    """An action that left with good luck is not taken back."""
    rows = np.array([EVEN, BETTER, tally(*[1] * 100)], float)
    standings = Standings(rows, np.array([True, False, True]))
    assert 2 == winner(standings, Race(0, 0.1, 2, 2.5), confidence=2.0)


# --- What is spent -------------------------------------------------------------------------------


def assert_race(found: Estimates, search: Sparta) -> None:
    """The blueprint's action was in every world, the others up to when they left."""
    worlds = found.worlds
    assert worlds.sum() == found.rollouts <= search.rollouts
    assert not worlds[~found.legal_mask].any()
    assert found.fallback or worlds[found.legal].min() >= search.min_worlds
    assert worlds[found.blueprint_action] == worlds.max()
    if found.action != found.blueprint_action:
        last = (worlds == worlds.max()) & found.legal_mask  # still there in the last world
        needed = np.maximum(search.threshold, search.confidence * found.gain_sems)
        enough = last & (found.gains > 0) & (found.gains >= needed)
        assert enough[found.action]
        assert found.gains[found.action] == found.gains[enough].max()


@examples(25, plain=5)
@given(
    games(short_rules(40 if JIT_ENABLED else 20), running=True),
    st.sampled_from([0, 30, 200]),
    st.sampled_from([0.0, 0.3]),
    st.sampled_from([2, 10]),
    st.sampled_from(["exact", "hints"]),
)
def test_any_search_keeps_to_the_rules_of_the_race(game, rollouts, threshold, min_worlds, beliefs):
    """Whatever the position: what is spent, who is left, and that the winner gains most."""
    search = Sparta(
        five_rule,
        rollouts=rollouts if JIT_ENABLED else min(rollouts, 60),
        threshold=threshold,
        min_worlds=min_worlds,
        sigmas=1.0,
        beliefs=beliefs,
    )
    assert_race(evaluate(game, search), search)


@pytest.mark.parametrize("rollouts", [24, 25, 60])
def test_the_budget_is_used_up_to_less_than_a_world(rollouts):
    """Where none leaves, each world takes as many rollouts as there are actions."""
    game = Game(SMALL, seed=3)
    count = len(game.legal_actions())
    search = Sparta(random_agent, rollouts=rollouts, min_worlds=2, sigmas=1e9)
    found = evaluate(game, search)
    assert rollouts // count * count == found.rollouts
    assert {rollouts // count} == set(found.worlds[found.legal].tolist())


@pytest.mark.compiled
def test_losers_save_rollouts():
    """With actions leaving, the same budget gives those in doubt more worlds; all sums but theirs
    begin alike.
    """
    game = Game(SMALL, seed=3)
    options = {"rollouts": 4000, "min_worlds": 20, "threshold": 0.1}
    all_in = evaluate(game, Sparta(five_rule, sigmas=1e9, **options))
    some_out = evaluate(game, Sparta(five_rule, sigmas=2.0, **options))
    assert len(set(all_in.worlds[all_in.legal].tolist())) == 1
    assert some_out.worlds[some_out.legal].min() < all_in.worlds[all_in.legal].min()
    assert some_out.rollouts < 4000 or some_out.worlds.max() > all_in.worlds.max()


@pytest.mark.compiled
def test_time_ends_a_search_that_rollouts_would_not():
    """A billion rollouts, but a twentieth of a second: a first slice is made, and a few more."""
    game = Game(Rules(), seed=1)
    search = Sparta(random_agent, rollouts=10**9, seconds=0.05, beliefs="hints", sigmas=1e9)
    found = evaluate(game, search)
    assert 0 < found.rollouts < 10**7
    assert "" == found.fallback


@pytest.mark.parametrize("kind", ["compiled", "batched"])
def test_a_search_without_time_still_plays_enough_worlds_for_an_action_to_win(kind):
    """In whatever time: a slice of 500 rollouts is too small for 17 actions and 35 worlds each."""
    game = Game(Rules(players=5), seed=1)
    blueprint = random_agent if kind == "compiled" else batched_policy("first")(_first)
    found = evaluate(game, Sparta(blueprint, seconds=0, beliefs="hints", sigmas=1e9))
    assert 15 <= len(found.legal)
    assert 35 <= found.worlds[found.legal].min()
    assert found.rollouts < 10_000  # and time ends it then


def _first(turns):
    """The first legal action."""
    return legal_masks(turns.rules, turns.views).argmax(axis=1)


@pytest.mark.parametrize(("min_worlds", "action"), [(4, 1), (5, 0)])
def test_an_action_wins_once_it_was_played_out_often_enough(min_worlds, action):
    """However much it gains; a race that time has ended may be too short."""
    rows = np.array([tally(0, 0, 0, 0), tally(3, 3, 3, 3)], float)
    standings = Standings(rows, np.ones(2, np.bool_))
    assert action == winner(standings, Race(0, 0.1, min_worlds, 2.5), confidence=2.0)


@pytest.mark.compiled
@pytest.mark.parametrize("blueprint", [random_agent, Asked(random_agent)], ids=["kernels", "batch"])
@pytest.mark.parametrize(("players", "min_worlds"), [(2, 60), (5, 35), (3, 200)])
@pytest.mark.late_but(2)
def test_no_time_is_time_to_compare(blueprint, players, min_worlds):
    """More than 500 rollouts are needed for `min_worlds` of each action: they are made all the
    same, since no action could win with fewer; then time is up.
    """
    game = Game(Rules(players=players), seed=1)
    options = {"rollouts": 10**6, "min_worlds": min_worlds, "beliefs": "hints", "sigmas": 1e9}
    found = evaluate(game, Sparta(blueprint, seconds=0, **options))
    assert found.legal_mask.sum() * min_worlds > 500
    assert "" == found.fallback
    assert min_worlds <= found.worlds[found.legal].min() <= min_worlds + 500


@pytest.mark.compiled
def test_a_search_without_time_may_leave_the_blueprint():
    """At any gain, which one of so many actions always has."""
    game = Game(Rules(players=5), seed=1)
    search = Sparta(five_rule, seconds=0, rollouts=10**6, beliefs="hints", confidence=0)
    found = evaluate(game, search)
    assert found.gains[found.legal].max() > search.threshold
    assert found.action != found.blueprint_action


@pytest.mark.compiled
def test_a_search_in_slices_of_time_is_the_same_search():
    """Where time is plenty: it only looks at the clock in between."""
    game = Game(SMALL, seed=5)
    once = evaluate(game, Sparta(five_rule, rollouts=3000, min_worlds=10))
    sliced = evaluate(game, Sparta(five_rule, rollouts=3000, min_worlds=10, seconds=1000))
    assert once.tallies.tolist() == sliced.tallies.tolist()
    assert (once.action, once.rollouts) == (sliced.action, sliced.rollouts)


def test_tallies_have_five_columns():
    """Worlds, scores and their squares, gains and theirs: what the rows above are made of."""
    assert len(EVEN) == TALLIES
