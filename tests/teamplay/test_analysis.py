"""What a matrix says, on matrices of which it is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hanabilab.agents import five_rule
from hanabilab.arena.measure_kernels import KEPT_MEASURES
from hanabilab.errors import AgentError, HanabiError
from hanabilab.game.rules import Rules
from hanabilab.teamplay import (
    Pairs,
    PairsPlan,
    find_best_responses,
    pair_scores,
    pairs_table,
    report_matrix,
    report_pool,
    self_and_cross,
    split_variance,
)
from hanabilab.teamplay.analysis import mean_and_error
from hanabilab.teamplay.pair_plan import NOT_PLAYED


def noisy(means, games, noise, seed) -> np.ndarray:
    """Scores [A, A, G] about some means, with luck that all pairs share and luck of their own."""
    rng = np.random.default_rng(seed)
    shared = rng.normal(0, noise, games)
    return (means[:, :, None] + shared + rng.normal(0, noise, (*means.shape, games))).astype(
        np.float32
    )


def test_two_players_are_averaged_over_both_orders():
    """Entry (a, b) and entry (b, a) are one pair, deck by deck; teams of three are not."""
    scores = np.array([[[1, 2], [3, 4]], [[5, 8], [0, 0]]], np.int8)

    def of(players):
        plan = PairsPlan(Rules(players=players), ("a", "b"), ("a", "b"), 6)
        return pair_scores(Pairs(plan, scores, np.zeros(0), 0.0)).tolist()

    assert [[[1, 2], [4, 6]], [[4, 6], [0, 0]]] == of(2)
    assert scores.tolist() == of(3)


@pytest.mark.parametrize(
    ("ones", "others"), [(("a",), ("b", "c")), (("a", "b"), ("b", "a")), (("a", "b"), ("a", "c"))]
)
def test_rows_and_columns_that_are_not_the_same_agents_are_refused(ones, others):
    """A matrix and its transpose are averaged only where entry (a, b) and (b, a) are one pair."""
    plan = PairsPlan(Rules(players=2), ones, others, 6)
    scores = np.zeros((len(ones), len(others), 6), np.int8)
    with pytest.raises(HanabiError, match="need the same agents as both"):
        pair_scores(Pairs(plan, scores, np.zeros(0), 0.0))


@pytest.mark.parametrize("shape", [(1, 2), (2, 1), (3, 2)])
@pytest.mark.parametrize("statistic", [self_and_cross, split_variance, find_best_responses])
def test_statistics_of_square_matrices_refuse_others(statistic, shape):
    """They would take an agent's score with a partner for its score with itself."""
    with pytest.raises(HanabiError, match=f"scores are of {shape[0]} by {shape[1]} agents"):
        statistic(np.zeros((*shape, 8), np.float32))


@pytest.mark.parametrize("shape", [(2,), (2, 2), (2, 2, 1), (2, 2, 0), (2, 2, 3, 3)])
@pytest.mark.parametrize("statistic", [self_and_cross, split_variance, find_best_responses])
def test_statistics_need_scores_game_by_game(statistic, shape):
    """A matrix of means has no error; nor has one game."""
    with pytest.raises(HanabiError, match=r"\[agents, agents, games\] is needed, of two games"):
        statistic(np.zeros(shape, np.float32))


@pytest.mark.parametrize("statistic", [pair_scores, report_matrix, report_pool, pairs_table])
def test_games_that_were_not_played_are_no_scores(statistic):
    """A share leaves games to others; -1 in their place would be taken for a score."""
    plan = PairsPlan(Rules(players=2), ("a", "b"), ("a", "b"), 6)
    scores = np.full((2, 2, 6), 10, np.int8)
    scores[1, 0, 4:] = NOT_PLAYED
    with pytest.raises(HanabiError, match=r"^2 of 24 games have not been played$"):
        statistic(Pairs(plan, scores, np.zeros((2, 2, 2, KEPT_MEASURES), np.int64), 0.0))


@pytest.mark.parametrize("wrong", ["iggi", ["iggi", "piers"], ("iggi", five_rule), (1,)])
def test_a_plan_has_names(wrong):
    """One line says where agents themselves can be given."""
    with pytest.raises(
        AgentError, match=r"a tuple of names is needed|is no name; a plan has names"
    ):
        PairsPlan(Rules(players=2), ("iggi",), wrong, 6)


def test_one_agent_has_no_cross_play():
    """There is nobody else, so there is no mean over others."""
    with pytest.raises(HanabiError, match="a square matrix of 2 or more"):
        self_and_cross(np.zeros((1, 1, 8), np.float32))


def test_means_and_errors_by_hand():
    """1 and 3: mean 2, standard deviation sqrt(2), error 1; 4 and 5 are half as far apart."""
    mean, error = mean_and_error(np.array([[[1, 3], [4, 4], [4, 5]]], np.float32))
    assert [[2, 4, 4.5]] == mean.tolist()
    assert pytest.approx(error) == np.array([[1, 0, 0.5]])


def test_self_and_cross_play_by_hand():
    """Two decks; the first gives 10 alone and 2 together, the second 14 and 4."""
    scores = np.zeros((2, 2, 2), np.float32)
    scores[0, 0], scores[1, 1] = (8, 12), (12, 16)
    scores[0, 1], scores[1, 0] = (1, 3), (3, 5)
    found = self_and_cross(scores)
    assert (12, 3, 9) == (found.self_play.mean, found.cross_play.mean, found.gap.mean)
    assert 1 == found.gap.sem  # 8 and 10: a standard deviation of sqrt(2) over two decks
    assert [2, 4] == [value.mean for value in found.with_others]


def test_luck_that_pairs_share_does_not_widen_the_gap():
    """Self-play and cross-play on the same decks: what a deck is worth drops out."""
    luck = np.random.default_rng(1).normal(0, 5, 200)
    scores = np.broadcast_to(luck, (4, 4, 200)).astype(np.float32)
    found = self_and_cross(scores)
    assert 0.2 < found.self_play.sem
    assert found.gap.sem < 1e-6


# --- What varies ---------------------------------------------------------------------------------


def test_a_split_finds_what_was_put_in():
    """Skills of variance 4 + 1 and one mode of variance 2; sampling errors below 0.1 by far."""
    rng = np.random.default_rng(2)
    count = 40
    rows, columns, left, right = (rng.normal(size=count) for _ in range(4))
    rows, columns, left, right = (
        (each - each.mean()) / each.std() for each in (rows, columns, left, right)
    )
    means = 10 + 2 * rows[:, None] + columns + math.sqrt(2) * np.outer(left, right)
    found = split_variance(noisy(means, games=100, noise=3, seed=3))
    assert found.additive == pytest.approx(5, abs=0.3)
    assert found.interaction == pytest.approx(2, abs=0.1)
    assert found.spectrum[0] == pytest.approx(2, abs=0.1)
    assert sum(found.spectrum) == pytest.approx(found.interaction)
    assert max(map(abs, found.spectrum[1:])) < 0.1
    assert found.noise == pytest.approx(9 / 100, abs=0.05)  # shared luck is no variance


def test_noise_is_no_interaction():
    """Mean over 30 matrices of nothing but luck, each entry's variance 0.9: zero, not 0.9."""
    means = np.zeros((10, 10))
    splits = [split_variance(noisy(means, games=10, noise=3, seed=seed)) for seed in range(30)]
    assert np.mean([split.interaction for split in splits]) == pytest.approx(0, abs=0.1)
    assert np.mean([split.additive for split in splits]) == pytest.approx(0, abs=0.1)
    assert np.mean([split.noise for split in splits]) == pytest.approx(0.9, abs=0.1)


# --- Best responses ------------------------------------------------------------------------------


def test_best_responses_by_hand():
    """Chosen on the first two games, scored on the last two, and the other way round."""
    scores = np.zeros((2, 2, 4), np.float32)
    scores[:, 0] = [[9, 9, 1, 1], [5, 5, 3, 3]]  # with agent 0: 0 is better first, then 1
    scores[:, 1] = [[2, 2, 2, 2], [8, 8, 8, 8]]
    found = find_best_responses(scores)
    # First half: 0 for agent 0 scores 1 later, 1 for agent 1 scores 8. Second half: 1 and 1 score
    # 5 and 8. The generalist is 1 in both halves: 3 and 8 later, 5 and 8 earlier.
    assert (9 / 2 + 13 / 2) / 2 == found.best.mean
    assert [(1 + 1 + 5 + 5) / 4, 8] == [each.mean for each in found.by_partner]
    assert (11 / 2 + 13 / 2) / 2 == found.single.mean
    assert -0.5 == found.gain.mean
    assert ([0, 1], 1, (5 + 8) / 2) == (found.response, found.generalist, found.in_sample)


def test_luck_is_not_counted_as_a_best_response():
    """Agents who are all the same: nothing is gained on fresh games, much on those chosen on."""
    found = find_best_responses(noisy(np.full((30, 30), 10.0), games=20, noise=3, seed=4))
    assert abs(found.gain.mean) < 4 * found.gain.sem < 1
    assert found.in_sample - found.single.mean > 1


def test_a_best_response_is_found_where_there_is_one():
    """Each agent does 5 points better with the next than with others."""
    means = 10 + 5 * np.roll(np.eye(8), 1, axis=0)
    found = find_best_responses(noisy(means, games=60, noise=2, seed=5))
    assert [(place + 1) % 8 for place in range(8)] == found.response
    assert found.gain.mean == pytest.approx(5 * 7 / 8, abs=4 * found.gain.sem)


def test_intervals_of_reports_have_no_score_that_there_is_not():
    """Few games that differ much: means come with wide intervals, which end at 0."""
    rules = Rules.preset("very-small")
    plan = PairsPlan(rules, ("random", "iggi"), ("random", "iggi"), games=4, seed=1)
    scores = np.zeros((2, 2, 4), np.int8)
    scores[..., 0] = rules.max_score
    counters = np.ones((2, 2, 2, KEPT_MEASURES), np.int64)
    told = report_matrix(Pairs(plan, scores, counters, 1.0))
    means = [told["self_play"], told["cross_play"], *told["with_others"].values()]
    means += [told["best_responses"]["best"], told["over_models"]["self_play"]]
    for each in means:
        assert 0 == each["ci95"][0] or each["sem"] == 0
        assert each["ci95"][1] <= rules.max_score
    pool = report_pool(Pairs(plan, scores, counters, 1.0))["over_pool"]
    assert [0.0] * 2 == [each["ci95"][0] for each in pool.values()]
