"""Summaries and paired differences against numbers worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from hanabilab.errors import HanabiError
from hanabilab.stats import Totals, compare_tables, estimate, pooled_ratio, rate, summarize
from hanabilab.stats.summary import interval_words, number_words


def _table(scores, games=None, **columns) -> pl.DataFrame:
    count = len(scores)
    return pl.DataFrame(
        {
            "game": list(range(count)) if games is None else games,
            "seed": [1] * count,
            "score": scores,
            "points": scores,
            "lives": [3] * count,
            "turns": [60] * count,
            "hints": [20] * count,
            "misplays": [0] * count,
            "perfect": [score == 25 for score in scores],
            "hint_turns": [10] * count,
            "plays": [0] * count,
            "communicativeness": [0.5] * count,
            "risk_aversion": [None] * count,
            "information_per_play": [None] * count,
            **columns,
        }
    )


def test_estimate_by_hand():
    """1, 2, 3, 6: mean 3, variance 14/3 with n - 1, standard error sqrt(14/12); t(3) is 3.1824."""
    found = estimate(np.array([1, 2, 3, 6]))
    assert found.mean == 3
    assert found.sem == pytest.approx(math.sqrt(14 / 12))
    half = 3.182446 * found.sem  # Student's table, 3 degrees of freedom, 0.975
    assert found.ci95 == pytest.approx((3 - half, 3 + half), rel=1e-6)


def test_estimate_of_one_has_no_error():
    """One sample has a mean and nothing else."""
    found = estimate(np.array([4]))
    assert (found.mean, found.sem, found.ci95) == (4, None, None)


def test_interval_covers_the_mean_as_often_as_it_says():
    """Of 2,000 intervals over 50 samples, seed 1, 95 % cover; +-2 points is 4 standard errors."""
    rng = np.random.default_rng(1)
    intervals = [estimate(rng.integers(10, 21, 50)).ci95 for _ in range(2000)]
    covered = np.mean([low <= 15 <= high for low, high in intervals])
    assert covered == pytest.approx(0.95, abs=0.02)


def test_summary_by_hand():
    """Rates, histogram and speeds of four games, one perfect and one bombed."""
    table = _table([25, 0, 10, 10], lives=[3, 0, 1, 2], points=[25, 7, 10, 10])
    found = summarize(Totals.of(table), agents=["a", "b"], seed=5, max_score=25, seconds=2.0)
    assert (found.mean, found.points_mean) == (11.25, 13.0)
    assert (found.perfect_rate, found.bomb_rate) == (0.25, 0.25)
    assert found.perfect_ci95 == found.bomb_ci95 == rate(1, 4).ci95
    assert (found.histogram[0], found.histogram[10], found.histogram[25]) == (1, 2, 1)
    assert (found.games_per_second, found.moves_per_second, found.turns_mean) == (2.0, 120.0, 60.0)
    assert (found.agents, found.players, found.games, found.seed) == (["a", "b"], 2, 4, 5)
    assert (found.communicativeness.mean, found.communicativeness.sem) == (0.5, 0)
    assert (found.risk_aversion, found.information_per_play) == (None, None)


def test_pooled_ratio_by_hand():
    """1 of 4 and 9 of 12: 10 of 16; the residuals are 1 - 2.5 and 9 - 7.5, about a mean of 8."""
    found = pooled_ratio(np.array([1 / 4, 9 / 12]), np.array([4, 12]))
    assert found.mean == 10 / 16
    assert found.sem == pytest.approx(math.sqrt(2 * 1.5**2 / 1 / 2) / 8)
    assert pooled_ratio(np.array([0.5]), np.array([4])).sem is None
    assert pooled_ratio(np.array([math.nan]), np.array([0])) is None
    assert pooled_ratio(np.array([math.nan, 0.5]), np.array([0, 2])).mean == 0.5


def test_intervals_of_pooled_ratios_cover_as_often_as_they_say():
    """Of 2,000 over 100 samples of unequal size, seed 3, 95 % hold the true 0.3; +-2 points."""
    rng = np.random.default_rng(3)
    amounts = rng.integers(0, 40, (2000, 100))
    successes = rng.binomial(amounts, 0.3)
    intervals = [
        pooled_ratio(some / np.maximum(all_, 1), all_).ci95
        for some, all_ in zip(successes, amounts, strict=True)
    ]
    covered = np.mean([low <= 0.3 <= high for low, high in intervals])
    assert covered == pytest.approx(0.95, abs=0.02)


def test_comparison_pairs_by_game():
    """Rows are matched by game, whatever their order, and games that one lacks are left out."""
    first = _table([10, 12, 14], games=[0, 1, 2])
    second = _table([17, 15, 99], games=[2, 0, 7])
    found = compare_tables(first, second, ["turns"])
    assert found.games == 2
    assert found.score.mean == pytest.approx((5 + 3) / 2)
    assert found.columns["turns"].mean == 0


def test_comparison_without_common_games():
    """Nothing in common is an error, not an empty mean."""
    with pytest.raises(HanabiError, match="no finished game in common"):
        compare_tables(_table([1], games=[0]), _table([1], games=[1]))


def test_pairing_narrows_the_interval():
    """Equal decks, equal luck: the paired error is below that of independent samples."""
    rng = np.random.default_rng(2)
    luck = rng.integers(5, 20, 400)
    found = compare_tables(_table(luck), _table(luck + rng.integers(0, 3, 400)))
    independent = math.sqrt(2) * luck.std() / 20
    assert found.score.sem < independent / 4


def test_an_interval_has_no_score_that_there_is_not():
    """It ends at 0 and at the perfect score; the mean and its error are as they were."""
    wide = estimate(np.array([0, 0, 0, 25]))
    assert wide.ci95[0] < 0
    found = wide.within(0, 25)
    assert (found.mean, found.sem, found.ci95) == (wide.mean, wide.sem, (0.0, 25.0))
    assert estimate(np.array([3])).within(0, 25).ci95 is None
    inner = estimate(np.array([11, 12, 13, 12]))
    assert inner.within(0, 25) == inner


def test_the_interval_of_a_ratio_of_games_has_only_shares():
    """Of two games with plays, of which one alone knew its cards."""
    columns = {name: [0, 0] for name in ("score", "points", "lives", "turns", "hints", "misplays")}
    shares = {"communicativeness": [0.0, 1.0], "hint_turns": [4, 4], "plays": [3, 3]}
    known = {"risk_aversion": [1.0, 1.0], "information_per_play": [0.0, 1.0]}
    totals = Totals.of(pl.DataFrame(columns | shares | known))
    for name in ("communicativeness", "information_per_play"):
        found = totals.pooled_ratio(name)
        assert (found.mean, found.sem, found.ci95) == (0.5, 0.5, (0.0, 1.0))
    assert totals.pooled_ratio("risk_aversion").ci95 == (1.0, 1.0)


def test_numbers_in_words():
    """The error has no sign, and what is missing is a dash, or left out."""
    assert number_words(0.25, 0.5, "+.2f") == "+0.25 ± 0.50"
    assert number_words(-1.0, 0.0) == "-1.000 ± 0.000"
    assert number_words(2.5) == "2.500"
    assert number_words(None, 0.5) == "-"


@pytest.mark.parametrize(
    ("ends", "shown"),
    [((1.234, 5.678), "1.23 to 5.68"), ((-0.5, 25.0), "-0.50 to 25.00"), (None, "-")],
)
def test_intervals_have_their_low_end_first(ends, shown):
    """A single game has none."""
    assert interval_words(ends, ".2f") == shown


# --- Rates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 32, 0.0, 0.1072), (32, 32, 0.8928, 1.0), (81, 263, 0.2553, 0.3662), (1, 1, 0.2065, 1.0)],
)
def test_wilson(successes, trials, low, high):
    """Newcombe 1998, table I, has 0.2553 to 0.3662 for 81 of 263; the rest follows by hand.

    For no success the upper end is z^2 / (n + z^2).
    """
    assert rate(successes, trials).ci95 == pytest.approx((low, high), abs=5e-5)


def test_a_rate_in_words():
    """A rate shows its counts."""
    assert str(rate(8, 32)) == "8/32 (0.13 to 0.42)"
    assert rate(8, 32).mean == 0.25


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (3, 2), (-1, 2)])
def test_no_rate(successes, trials):
    """Impossible counts are refused."""
    with pytest.raises(HanabiError, match="successes in"):
        rate(successes, trials)
