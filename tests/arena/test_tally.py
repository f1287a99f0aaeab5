"""Games summed up as they are finished, against the whole table at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from hanabilab import legal_actions, plain_policy
from hanabilab.agents import five_rule, random_agent
from hanabilab.arena import Lineup, Tally, play_games, play_on, typical_games
from hanabilab.arena.measures import measure_table
from hanabilab.errors import HanabiError
from hanabilab.game.rules import Rules
from hanabilab.stats import estimate, pooled_ratio

RULES = Rules()
MIXED = Lineup((five_rule, random_agent))


@pytest.fixture(scope="module")
def results():
    """Forty games of two agents."""
    return play_games(MIXED, RULES, games=40, seed=3)


def in_pieces(results, size, order):
    """A tally of the games of `results`, `size` at a time."""
    tally = Tally(results.rules, results.lineup, results.seed, by_seat=True)
    pieces = list(results.table.iter_slices(size))
    for piece in [pieces[place] for place in order(len(pieces))]:
        tally.add(piece)
    tally.seconds = results.seconds
    return tally


@pytest.mark.parametrize("size", [1, 7, 40])
@pytest.mark.parametrize("order", [range, lambda n: range(n - 1, -1, -1)], ids=["on", "back"])
def test_sums_do_not_depend_on_pieces_or_their_order(results, size, order):
    """To the last bit, and the typical games are those of the whole table."""
    tally = in_pieces(results, size, order)
    assert Tally.of(results).summary == tally.summary
    assert typical_games(results.table) == tally.typical_games(results.table.iter_slices(size))
    assert (measure_table(RULES, results.table).sum(axis=0) == tally.counters).all()


@plain_policy("discards-oldest")
def discards_oldest(view, rng):
    """What Python is asked for."""
    return 0 if view.information_tokens < 8 else int(legal_actions(RULES, view)[-1])


@pytest.mark.parametrize("other", [random_agent, discards_oldest])
@pytest.mark.late
def test_what_seats_did_is_counted_as_they_play(other):
    """As a replay of the same games counts it; also where Python is asked for actions."""
    tables: list[pl.DataFrame] = []
    tally = Tally(RULES, Lineup((five_rule, other)), 3, by_seat=True)
    play_on(tally, range(20), threads=2, keep=tables.append)
    assert (measure_table(RULES, pl.concat(tables)).sum(axis=0) == tally.counters).all()
    assert tally.counters.any(axis=1).all()


def test_sums_are_those_of_the_columns(results):
    """Means and errors against NumPy's, on the whole columns."""
    totals, table = Tally.of(results).totals, results.table
    for name in ("score", "points", "turns", "hints", "misplays"):
        found, expected = totals.estimate(name), estimate(table[name].to_numpy())
        assert (found.mean, found.sem) == pytest.approx((expected.mean, expected.sem))
    amounts = table["plays"].to_numpy()
    over = table["risk_aversion"].to_numpy() * amounts
    mean = over.sum() / amounts.sum()
    sem = (over - mean * amounts).std(ddof=1) / np.sqrt(len(table)) / amounts.mean()
    found = totals.pooled_ratio("risk_aversion")
    assert (found.mean, found.sem) == pytest.approx((mean, sem))


def test_only_what_is_missing_is_played(results):
    """Games that are there are left alone; together they are those of one go."""
    tally = Tally(RULES, MIXED, results.seed)
    for first, end in ((30, 35), (3, 9), (9, 12)):
        tally.add(results.table[first:end])
    assert [(0, 3), (12, 30), (35, 40)] == tally.missing(range(40))
    kept: list[pl.DataFrame] = []
    play_on(tally, range(40), threads=1, keep=kept.append)
    assert 26 == sum(map(len, kept))
    assert tally.missing(range(40)) == []
    assert Tally.of(results).summary.histogram == tally.summary.histogram


def test_a_game_that_was_added_twice_is_refused(results):
    """Copies of games would pass for more games, and make errors too small."""
    tally = Tally.of(results)
    assert len(results.table) == tally.summary.games
    tally.add(results.table[5:6])
    with pytest.raises(HanabiError, match=r"^game [0-9]+ is there twice; sum up"):
        _ = tally.summary
    twice = replace(results, table=pl.concat([results.table] * 2))
    with pytest.raises(HanabiError, match="is there twice"):
        _ = Tally.of(twice).summary


def test_the_square_of_one_game_may_exceed_64_bits():
    """Two games of ninety plays each, in units of a billionth: alike, so without error."""
    found = pooled_ratio(np.array([0.5, 0.5]), np.array([90, 90]))
    assert (found.mean, found.sem) == (0.5, 0)
