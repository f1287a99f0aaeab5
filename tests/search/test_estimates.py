"""What a search tells of each action: means, standard errors, and gains over the blueprint's."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab import Game, Rules
from hanabilab.agents import five_rule
from hanabilab.errors import AgentError
from hanabilab.game.words import format_action
from hanabilab.search import Estimates, Sparta, evaluate
from hanabilab.search.evaluate import turns_of
from tests.search.test_batched import Asked

SMALL = Rules.preset("small", players=2)


def mean(values) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values) if values else np.nan


def sem(values) -> float:
    """The standard error of the mean, of a sample."""
    if len(values) < 2:
        return np.nan
    squares = sum((value - mean(values)) ** 2 for value in values)
    return sqrt(squares / (len(values) - 1)) / sqrt(len(values))


SCORES = st.lists(st.integers(0, 25), max_size=12)


@given(st.lists(SCORES, min_size=1, max_size=4), st.integers(0, 25))
def test_estimates_are_means_with_their_errors(rows, base):
    """Of scores and of gains, action by action; without a value where nothing was played out."""
    tallies, mask = np.zeros((len(rows), 5)), np.ones(len(rows), np.bool_)
    gains = [[score - base for score in scores] for scores in rows]
    for tally, scores, gain in zip(tallies, rows, gains, strict=True):
        squares = sum(score**2 for score in scores), sum(each**2 for each in gain)
        tally[:] = len(scores), sum(scores), squares[0], sum(gain), squares[1]
    found = Estimates(tallies, mask, 0, 0, sum(map(len, rows)), None)
    close = {"nan_ok": True, "abs": 1e-6}
    assert list(map(mean, rows)) == pytest.approx(found.means, **close)
    assert list(map(sem, rows)) == pytest.approx(found.sems, **close)
    assert list(map(mean, gains)) == pytest.approx(found.gains, **close)
    assert list(map(sem, gains)) == pytest.approx(found.gain_sems, **close)
    assert list(map(len, rows)) == found.worlds.tolist()


def test_estimates_of_given_scores_are_as_worked_out():
    """Three worlds, two legal actions: means 2 and 3, gain 1 with standard error 1/sqrt 3."""
    tallies = np.array([[3, 6, 14, 0, 0], [0] * 5, [3, 9, 33, 3, 5]], float)
    found = Estimates(tallies, np.array([True, False, True]), 0, 2, 6, None)
    assert [0, 2] == found.legal.tolist()
    assert [2, np.nan, 3] == pytest.approx(found.means, nan_ok=True)
    assert [1 / sqrt(3), np.nan, 1] == pytest.approx(found.sems, nan_ok=True)
    assert [0, np.nan, 1] == pytest.approx(found.gains, nan_ok=True)
    assert [0, np.nan, 1 / sqrt(3)] == pytest.approx(found.gain_sems, nan_ok=True)
    assert ("hints", "") == (found.basis, found.fallback)


# --- Tables, text and documents ------------------------------------------------------------------


def test_a_table_has_a_row_for_each_legal_action():
    """The largest gain first, null where nothing was played out; names where rules are known."""
    game = Game(SMALL, seed=3)
    found = evaluate(game, Sparta(five_rule, rollouts=60, min_worlds=2))
    table = found.table()
    assert found.legal.tolist() == sorted(table["id"])
    assert [format_action(SMALL, action) for action in table["id"]] == table["action"].to_list()
    assert table["gain"].to_list() == sorted(found.gains[found.legal], reverse=True)
    for name, values in (("mean", found.means), ("gain_sem", found.gain_sems)):
        assert values[table["id"]].tolist() == table[name].to_list()
    assert [found.action] == table.filter("chosen")["id"].to_list()
    assert [found.blueprint_action] == table.filter("blueprint")["id"].to_list()


def test_estimates_of_an_arena_have_a_table_too():
    """Without names of actions; what was not played out is null."""
    game = Game(SMALL, seed=3)
    search = Sparta(five_rule, rollouts=0)
    found = search.search(turns_of(game, five_rule, 0), 0)
    table = found.table()
    assert table["action"].null_count() == table["gain"].null_count() == len(found.legal)
    assert "too few rollouts" in repr(found)
    with pytest.raises(AgentError, match="the position of these estimates is not known"):
        found.document()


def test_estimates_are_read_by_a_person():
    """What was searched, a line for each action, and no array."""
    game = Game(SMALL, seed=3)
    game.act(game.ask(five_rule))
    found = evaluate(game, Sparta(five_rule, rollouts=60, min_worlds=2))
    lines = repr(found).splitlines()
    assert lines[0].startswith("<Estimates: sparta(five-rule, ")
    assert "seat 1 after turn 1" in lines[0]
    assert f"{len(found.hands):,} hands, basis exact" in lines[0]
    assert len(found.legal) + 1 == len(lines)
    assert f"{np.nanmax(found.gains):+.3f}" in lines[1]
    assert "array" not in repr(found)


def test_estimates_keep_the_position_they_are_of():
    """Whatever is done in the game afterwards."""
    game = Game(SMALL, seed=3)
    found = evaluate(game, Sparta(five_rule, rollouts=0))
    before = found.document()
    game.act(game.legal_actions()[0])
    assert before == found.document()


# --- Held-out worlds -----------------------------------------------------------------------------


def leaving(blueprint, holdout: int, seed: int = 0) -> Estimates:
    """Estimates of a search that leaves the blueprint for any gain, at the first turn it does."""
    search = Sparta(blueprint, rollouts=66, min_worlds=3, threshold=0, confidence=0, sigmas=1e6)
    for index in range(20):
        found = evaluate(Game(SMALL, seed=index), search, seed=seed, holdout=holdout)
        if found.action != found.blueprint_action:
            return found
    raise AssertionError("it never left the blueprint")


@pytest.mark.compiled
@pytest.mark.parametrize("blueprint", [five_rule, Asked(five_rule)], ids=["kernels", "batch"])
@pytest.mark.parametrize("worlds", [1, 2, 4000])
@pytest.mark.slow
def test_the_gain_in_held_out_worlds_is_that_of_worlds_that_chose_nothing(blueprint, worlds):
    """So many of them; what the search itself told is as without them."""
    found, alone = leaving(blueprint, worlds), leaving(blueprint, 0)
    assert alone.held_out is None
    assert alone.tallies.tolist() == found.tallies.tolist()
    assert worlds == found.held_out.worlds
    assert np.isnan(found.held_out.gain_sem) == (worlds == 1)
    assert found.document()["held_out"]["worlds"] == worlds


@pytest.mark.compiled
@pytest.mark.late
def test_a_chosen_gain_is_too_large_and_a_held_out_one_is_not():
    """Of 40 choices among some ten actions in six worlds each: against 5,000 worlds."""
    told, held_out, true = [], [], []
    for seed in range(40):
        found = leaving(five_rule, 200, seed)
        again = leaving(five_rule, 5000, seed)
        assert found.action == again.action
        told.append(found.gains[found.action])
        held_out.append(found.held_out.gain)
        true.append(again.held_out.gain)
    assert mean(told) > 2 * mean(true) > 0
    errors = np.subtract(held_out, true)
    assert abs(errors.mean()) < 4 * errors.std(ddof=1) / sqrt(len(errors))


def test_the_blueprints_action_needs_no_held_out_worlds():
    """It gains nothing over itself, and nothing is told."""
    found = evaluate(Game(SMALL, seed=3), Sparta(five_rule, rollouts=0), holdout=5)
    assert found.held_out is None
    assert found.document()["held_out"] is None


@pytest.mark.parametrize(
    ("search", "holdout", "message"),
    [
        ("sparta(five-rule)", -1, "holdout is -1; a whole number from 0"),
        ("sparta(five-rule)", 2.5, "holdout is 2.5; a whole number from 0"),
        ("ismcts(five-rule)", 5, r"holdout is for sparta\(...\), and the search is ismcts"),
        ("joint(five-rule)", 5, r"holdout is for sparta\(...\), and the search is joint"),
    ],
)
def test_held_out_worlds_that_cannot_be_are_refused(search, holdout, message):
    """Before anything is searched."""
    with pytest.raises(AgentError, match=message):
        evaluate(Game(SMALL, seed=3), search, holdout=holdout)


# --- Seeds ---------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("family", ["exact", "conventions"])
def test_a_seed_reaches_sampled_ranges(family):
    """Two seeds draw two samples; one draws one, whether or not the search has a range kept."""
    game = Game(Rules(players=2), seed=3)
    options = {"rollouts": 0, "max_hands": 5, "samples": 40, "beliefs": family}
    searches = [Sparta("smart", **options) for _ in range(3)]
    seeds = [1, 1, 2]
    found = [evaluate(game, *pair[:1], seed=pair[1]) for pair in zip(searches, seeds, strict=True)]
    assert all("sampled" in each.basis for each in found)
    one, same, other = (each.hands.packed_hands.tolist() for each in found)
    assert one == same != other
    again = evaluate(game, searches[0], seed=2)  # the range of seed 1 is kept
    assert other == again.hands.packed_hands.tolist()
