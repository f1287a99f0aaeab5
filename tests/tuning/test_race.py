"""Races: who drops out and when, against a twin that goes candidate by candidate."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.tuning.race import opening_games, run_race, surely_behind
from tests.strategies import examples


class Recorded:
    """Scores that are known beforehand, and which of them were asked for."""

    def __init__(self, scores):
        self.scores, self.asked = np.asarray(scores), []

    def play(self, rows, first, last):
        self.asked.append((sorted(rows.tolist()), first, last))
        return self.scores[rows, first:last]


def naive_race(scores, drop):
    """The order of a race, in plain Python: the rule as the head of `tuning.race` has it."""
    count, games = len(scores), len(scores[0])
    racing, out = list(range(count)), []
    for block in range(1, 5):
        end = games * block // 4
        racing.sort(key=lambda row: -sum(scores[row][:end]))
        if block == 4:
            break
        last_parent = racing[count // 2 - 1]
        behind = []
        for row in racing[count // 2 :]:
            pairs = zip(scores[row][:end], scores[last_parent][:end], strict=True)
            gains = [Fraction(one - other) for one, other in pairs]
            if mean(gains) < 0 and mean(gains) ** 2 > drop**2 * variance(gains) / end:
                behind.append(row)
        racing, out = [row for row in racing if row not in behind], [*behind, *out]
    return [*racing, *out]


@examples(60, plain=60)
@given(st.integers(4, 9), st.integers(8, 30), st.integers(0, 3), st.integers(0, 2**32))
def test_a_race_goes_as_its_twin_says(count, games, drop, seed):
    """Any scores; deviations of zero, too, where candidates differ by the same at each game."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 4, (count, games)) + rng.integers(0, 3, (count, 1))
    race = run_race(Recorded(scores).play, count, games, drop)
    assert naive_race(scores.tolist(), drop) == race.order.tolist()


def test_who_drops_out_plays_no_more_and_ranks_behind():
    """Candidate 3 is four points behind on every deck: it goes after a quarter of the games."""
    rng = np.random.default_rng(1)
    scores = rng.integers(8, 12, (4, 40)) + np.array([[1], [0], [0], [-6]])
    recorded = Recorded(scores)
    race = run_race(recorded.play, 4, 40, 2)
    assert ([0, 1, 2, 3], 0, 10) == recorded.asked[0]
    assert all(3 not in rows for rows, _, _ in recorded.asked[1:])
    assert 3 == race.order[-1]
    assert 10 == race.games[3]
    assert scores[3, :10].sum() == race.points[3] == race.opening[3]
    assert scores[0].sum() == race.points[0]
    assert 10 == opening_games(40)


def test_the_better_half_never_drops_out():
    """However far the first is ahead, CMA-ES learns from half of the candidates."""
    scores = np.repeat([[20], [10], [5], [1]], 40, axis=1)
    race = run_race(Recorded(scores).play, 4, 40, 0)
    assert [0, 1, 2, 3] == race.order.tolist()
    assert [40, 40, 10, 10] == race.games.tolist()


def test_who_stays_longer_is_before_who_dropped_out_earlier():
    """Candidate 2 is as good as 1 in the first block alone, and best of all if it had gone on."""
    scores = np.zeros((4, 40), np.int64)
    scores[0], scores[1] = 9, 8
    scores[2, :10], scores[2, 10:20], scores[2, 20:] = 8, 0, 99
    race = run_race(Recorded(scores).play, 4, 40, 1)
    assert [0, 1, 2, 3] == race.order.tolist()
    assert [40, 40, 20, 10] == race.games.tolist()


def test_the_rule_is_standard_errors_of_the_paired_difference():
    """By hand: gains -1, -3, -1, -3 have mean -2 and error 1/sqrt(3), which is 3.46 errors."""
    scores = np.array([[5, 9, 5, 9], [4, 6, 4, 6]])
    assert [False, True] == surely_behind(scores, 1, 3).tolist()
    assert [False, False] == surely_behind(scores, 1, 4).tolist()


@pytest.mark.parametrize("games", [8, 9, 10, 11])
def test_every_game_is_played_once(games):
    """Blocks need not be equal."""
    recorded = Recorded(np.zeros((4, games), np.int64))
    run_race(recorded.play, 4, games, 2)
    played = [game for _, first, last in recorded.asked for game in range(first, last)]
    assert list(range(games)) == played
