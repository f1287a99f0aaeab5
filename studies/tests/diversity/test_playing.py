"""Games of pools: elites of a run with each other, and with those of another run."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError, EvolutionError
from hanabilab.evolution import remeasure
from hanabilab.teamplay import play_pairs
from studies.diversity import WithinRun, evaluate_archive, matrix_plan, play_across
from studies.diversity.report import (
    across_table,
    distances_table,
    matrix_table,
    niches_table,
)
from studies.diversity.similarity import compare_policies
from tests.evolution.elites import ELITES, pool_of

GAMES, SEED = 6, 7
CELLS = [3, 7, 13]  # niches (0, 3), (1, 3), (3, 1): filled in both runs


@pytest.fixture(name="within", scope="module")
def _within():
    """The first run, all its pairs played."""
    pool = pool_of(0)
    return WithinRun(pool, play_pairs(matrix_plan(pool, GAMES, SEED)))


def agents_of(run):
    """The elites of a run in order of niche."""
    pool = pool_of(run)
    return [pool.agent(*place) for place in sorted(ELITES[run])]


def alone(one, other) -> list[int]:
    """Scores of games in which the one sits in seat g mod 2, played one at a time."""
    rules, scores = pool_of(0).evolution.settings.rules, []
    for game in range(GAMES):
        seats = (one, other) if game % 2 == 0 else (other, one)
        table = play_games(Lineup(seats), rules, games=[game], seed=SEED).table
        scores += table["score"].to_list()
    return scores


# --- One run -------------------------------------------------------------------------------------


def test_the_matrix_is_of_games_as_played(within):
    """Entry by entry, mean of both orders; a list of rules in two niches plays once."""
    agents = agents_of(0)
    assert within.scores.shape == (4, 4, GAMES)
    assert len(within.pairs.plan.ones) == 3
    for row, column in [(0, 0), (0, 1), (3, 2), (1, 2)]:
        there, back = alone(agents[row], agents[column]), alone(agents[column], agents[row])
        assert within.scores[row, column].tolist() == np.mean([there, back], axis=0).tolist()
    assert within.means[0][0, 1] == pytest.approx(within.scores[0, 1].mean())
    table = matrix_table(within)
    assert len(table) == 16
    assert table.row(7, named=True) == {
        "one_0": 0,
        "one_1": 3,
        "other_0": 3,
        "other_1": 1,
        "mean": within.means[0][1, 3],
        "sem": within.means[1][1, 3],
    }


def test_distances_are_steps_on_the_grid(within):
    """Of niches (0, 0), (0, 3), (1, 3), (3, 1), by hand; means over the pairs at each."""
    expected = [[0, 3, 4, 4], [3, 0, 1, 5], [4, 1, 0, 4], [4, 5, 4, 0]]
    assert within.distances.tolist() == expected
    table, means = within.by_distance(), within.means[0]
    assert table["distance"].to_list() == [0, 1, 3, 4, 5]
    assert table["pairs"].to_list() == [4, 2, 2, 6, 2]
    assert table["mean"][0] == pytest.approx(np.diagonal(means).mean())
    four = [means[0, 2], means[0, 3], means[2, 3]]
    assert table["mean"][3] == pytest.approx(np.mean(four))
    assert table["upper_quartile"][3] == pytest.approx(np.quantile(four * 2, 0.75))
    decks = within.scores[[0, 0, 2], [2, 3, 3]].mean(axis=0)
    assert table["sem"][3] == pytest.approx(decks.std(ddof=1) / np.sqrt(GAMES))


def test_best_partners_are_counted(within):
    """Whoever scores most with an elite, itself included, the first of equals."""
    best = [int(np.argmax(within.means[0][:, column])) for column in range(4)]
    assert within.times_best.tolist() == [best.count(row) for row in range(4)]


def test_the_variance_is_that_of_the_matrix(within):
    """Skill, who plays with whom and noise make up what varies."""
    split = within.variance
    total = split.additive + split.interaction + split.noise
    assert total == pytest.approx(within.means[0].var(), abs=1e-6)


# --- Across runs ---------------------------------------------------------------------------------


def test_elites_of_two_runs_play_with_each_other():
    """Of the same niche; (i, j) is run i's elite among copies of run j's, both of those runs."""
    across = play_across(pool_of(0), pool_of(1), GAMES, seed=SEED)
    assert across.cells.tolist() == CELLS
    teams = [[agents_of(0)[row] for row in (1, 2, 3)], [agents_of(1)[row] for row in (0, 1, 3)]]
    for niche, run, other in np.ndindex(3, 2, 2):
        expected = alone(teams[run][niche], teams[other][niche])
        assert across.scores[niche, run, other].tolist() == expected
    assert not np.array_equal(across.scores[2, 0, 1], across.scores[2, 0, 0])


def test_levels_are_means_over_niches():
    """Self-play of both, cross-play of both orders, and what one loses, deck by deck."""
    across = play_across(pool_of(0), pool_of(1), GAMES, seed=SEED, threads=3)
    scores = across.scores.astype(float)
    assert across.self_play[1].mean == scores[:, 1, 1].mean()
    assert across.cross_play.mean == pytest.approx((scores[:, 0, 1] + scores[:, 1, 0]).mean() / 2)
    decks = ((scores[:, 0, 0] + scores[:, 1, 1] - scores[:, 0, 1] - scores[:, 1, 0]) / 2).mean(
        axis=0
    )
    assert across.gap.mean == pytest.approx(decks.mean())
    assert across.gap.sem == pytest.approx(decks.std(ddof=1) / np.sqrt(GAMES))
    assert across.together[0].tolist() == across.alone[0].tolist()  # one list in both runs


def test_games_across_are_checked():
    """Enough games; niches in common."""
    with pytest.raises(AgentError, match="games is 3; at least 4"):
        play_across(pool_of(0), pool_of(1), 3)
    alone = pool_of(0)
    alone.evolution.archive.numbers[[3, 7]] = -1
    with pytest.raises(EvolutionError, match="run-0 and run-1 have 1 niches in common"):
        play_across(alone, pool_of(1), GAMES)


# --- Standing and tables -------------------------------------------------------------------------


def test_the_best_elite_is_played_anew():
    """Chosen by fresh games, scored in others: those of the arena."""
    evaluation = evaluate_archive(pool_of(0), 4, 8, seed=SEED)
    fresh = remeasure(pool_of(0).evolution, 4, seed=SEED)
    assert evaluation.corrected.elites.scores.tolist() == fresh.elites.scores.tolist()
    assert evaluation.best_row == fresh.elites.scores.argmax()
    agent = agents_of(0)[evaluation.best_row]
    rules = pool_of(0).evolution.settings.rules
    played = play_games(Lineup((agent, agent)), rules, games=8, seed=SEED).table["score"]
    assert evaluation.best.mean == played.mean()
    assert evaluation.best_niche == list(sorted(ELITES[0])[evaluation.best_row])


def test_tables_tell_what_was_found(within):
    """A row an elite, a distance, a niche in common."""
    evaluation = evaluate_archive(pool_of(0), 2, 2, seed=SEED)
    niches = niches_table(evaluation, within)
    assert niches["niche_1"].to_list() == [0, 3, 3, 1]
    assert niches["self_play"].to_list() == np.diagonal(within.means[0]).tolist()
    others = (within.means[0].sum(axis=1) - np.diagonal(within.means[0])) / 3
    assert niches["with_others"].to_list() == pytest.approx(others.tolist())
    places = np.array(sorted(ELITES[0]))[within.best.response]
    assert niches["best_partner_0"].to_list() == places[:, 0].tolist()
    pools = [pool_of(0), pool_of(1)]
    similarity = compare_policies(pools, 1, seed=SEED)
    table = distances_table(within, similarity.hamming_within(0), similarity.similarity_within(0))
    assert table.select("hamming", "similarity").row(0) == (0.0, 1.0)
    assert table["similarity"][4] == similarity.similarity_within(0)[1, 3]
    across = play_across(*pools, GAMES, seed=SEED)
    told = across_table(("a", "b"), pools[0], across, similarity.across(0, 1, across.cells))
    assert told.select("niche_0", "niche_1").rows() == [(0, 3), (1, 3), (3, 1)]
    assert told["cross_play"].to_list() == across.together.mean(axis=1).tolist()
    assert told["hamming"].to_list() == [0, 2, 1]
