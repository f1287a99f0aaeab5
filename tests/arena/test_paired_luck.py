"""The luck in the difference of two line-ups: nothing over all decks, paired deck by deck."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.arena import Lineup, play_games
from hanabilab.arena.luck import Luck, PairedLuck
from hanabilab.arena.luck_kernels import NUM_VARIATES
from hanabilab.arena.played_on import TIMES
from hanabilab.game.rules import Rules
from hanabilab.stats import compare_tables
from tests.arena.test_luck import TINY, decks_of

FIRST, SECOND = "five-rule", "newest"


class _Recorder:
    """Takes what `PairedLuck` adds, a row for each pair of games."""

    def __init__(self) -> None:
        self.rows: dict[int, tuple[int, int, np.ndarray]] = {}

    def add(self, indices, values, expected, variates) -> None:
        for number, *row in zip(indices, values, expected, variates, strict=True):
            assert int(number) not in self.rows
            self.rows[int(number)] = tuple(row)


def luck_of_pair(rules, agents, seed):
    return PairedLuck(*(Luck(rules, Lineup.of(each, rules.players), seed) for each in agents))


def tables_of(rules, games, seed, agents=(FIRST, SECOND), **options):
    return [
        play_games(each, rules, games=games, seed=seed, threads=1, **options).table
        for each in agents
    ]


@pytest.mark.compiled
def test_over_all_decks_the_luck_in_a_difference_is_nothing():
    """Each variate of either line-up sums to 0; the values are second less first, by deck."""
    decks = decks_of(TINY)
    tables = tables_of(TINY, len(decks), 5, decks=decks)
    luck = luck_of_pair(TINY, (FIRST, SECOND), 5)
    luck._sums = recorded = _Recorder()
    luck.add(0, tables[0])
    luck.add(1, tables[1][::-1])  # in another order
    assert sorted(recorded.rows) == list(range(len(decks)))
    variates = np.array([row[2] for row in recorded.rows.values()])
    assert variates.shape == (len(decks), 2 * NUM_VARIATES)
    assert np.abs(variates.sum(axis=0)).max() < 1e-8
    for half in (variates[:, :NUM_VARIATES], variates[:, NUM_VARIATES:]):
        assert np.abs(half).sum() > 0
    scores = [table.sort("game")["score"].to_numpy().astype(int) for table in tables]
    values = np.array([recorded.rows[game][0] for game in range(len(decks))])
    assert (values == TIMES * (scores[1] - scores[0])).all()
    assert values.any()


@pytest.mark.compiled
def test_each_line_up_is_told_by_its_own_cards():
    """What is added of a deck is what `Luck` measures of either game, the first one's first."""
    rules = Rules.preset("small", life_tokens=3)
    tables, luck = tables_of(rules, 40, 5), luck_of_pair(rules, (FIRST, SECOND), 5)
    luck._sums = recorded = _Recorder()
    for number, table in enumerate(tables):
        luck.add(number, table.sample(fraction=1.0, shuffle=True, seed=number))
    first, second = (
        Luck(rules, Lineup.of(agent, 2), 5).measure(table)
        for agent, table in zip((FIRST, SECOND), tables, strict=True)
    )
    for place, game in enumerate(first.indices):
        value, expected, variates = recorded.rows[int(game)]
        assert value == second.scores[place] - first.scores[place]
        assert expected == second.expected[place] - first.expected[place]
        assert (variates == [*first.draws[place], *second.draws[place]]).all()


@pytest.mark.slow
@pytest.mark.once
def test_the_mean_difference_stays_and_its_error_shrinks():
    """Over 20 seeds the mean of luck is 0 within its own errors, and the factor is above 1.5."""
    rules, off = Rules(players=2), []
    for seed in range(20):
        tables = tables_of(rules, 600, seed, ("smart", FIRST))
        luck = luck_of_pair(rules, ("smart", FIRST), seed)
        for number, table in enumerate(tables):
            luck.add(number, table)
        found = luck.result()
        off.append(found.luck.mean / found.luck.sem)
        assert found.factor > 1.5
        plain = compare_tables(*tables).score
        assert found.plain.mean == pytest.approx(plain.mean, abs=1e-9)
        assert found.plain.sem == pytest.approx(plain.sem, rel=1e-6)
        assert found.luck.mean == pytest.approx(plain.mean - found.adjusted.mean, abs=1e-9)
    # Chi-squared with 20 degrees of freedom: outside in one of 1,000 runs, were seeds not fixed.
    assert 5.0 < np.square(off).sum() < 46.0


@pytest.mark.compiled
def test_luck_does_not_depend_on_how_games_are_added():
    """In turns, or one line-up after the other: the same to the last digit; pairs alone count."""
    rules = Rules.preset("small", life_tokens=3)
    tables = tables_of(rules, 130, 5)
    whole, parts = (luck_of_pair(rules, (FIRST, SECOND), 5) for _ in range(2))
    whole.add(0, tables[0])
    assert whole.result() is None
    whole.add(1, tables[1][:110])
    for start in reversed(range(0, 110, 7)):
        for number in (1, 0):
            parts.add(number, tables[number][start : min(start + 7, 110)])
    assert parts.result() == whole.result()
    assert parts.result().samples == 110
    assert whole.as_json()["played_on"] > parts.as_json()["played_on"] > 0


def test_few_pairs_have_no_adjusted_difference():
    """Many games of which few are of the same decks."""
    rules = Rules.preset("small", life_tokens=3)
    tables, luck = tables_of(rules, 60, 5), luck_of_pair(rules, (FIRST, SECOND), 5)
    luck.add(0, tables[0])
    luck.add(1, tables[1][-5:])
    assert luck.as_json() is None
