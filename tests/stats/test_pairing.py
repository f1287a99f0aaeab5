"""Two line-ups compared as they play: the same as at once, in whatever pieces games come."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import HanabiError
from hanabilab.stats import Pairing, compare_tables, estimate
from hanabilab.stats.spans import first_twice, joined, spans_of

pytestmark = pytest.mark.once


def table(games, seed: int) -> pl.DataFrame:
    """Some games and their figures."""
    rng = np.random.default_rng(seed)
    columns = {
        name: rng.integers(0, 26, len(games)).astype(np.int16) for name in ("score", "hints")
    }
    return pl.DataFrame({"seed": 7, "game": games, **columns})


@pytest.mark.parametrize("size", [1, 3, 10])
def test_games_are_paired_in_any_pieces(size):
    """Turn by turn, one after the other, or one ahead; unpaired games count nothing."""
    first, second = table(range(20), 1), table(list(range(26, 3, -1)), 2)
    whole = compare_tables(first, second, ["hints"])
    assert 16 == whole.games
    both = first.join(second, on="game", suffix="_second")
    gains = (both["hints_second"] - both["hints"]).to_numpy()
    assert whole.columns["hints"].mean == pytest.approx(estimate(gains).mean)
    assert whole.columns["hints"].sem == pytest.approx(estimate(gains).sem)
    turns, ahead = Pairing(["hints"]), Pairing(["hints"])
    for start in range(0, 23, size):
        for number, games in enumerate((first, second)):
            if len(piece := games[start : start + size]):
                turns.add(number, piece)
        turns.match()
    for number, games in enumerate((first, second)):
        for piece in games.iter_slices(size):
            ahead.add(number, piece)
            ahead.match()
    assert whole == turns.comparison() == ahead.comparison()


def test_columns_that_are_not_whole_are_refused():
    """Their digits behind the point had been cut off on one side alone."""
    whole = table(range(5), 1)
    games = whole.with_columns(
        share=pl.col("score") / 7, unknown=pl.lit(None, pl.Int16), many=pl.col("score") > 9
    )
    for name, says in {
        "share": "'share' cannot be compared: .* Float64",
        "unknown": "'unknown' cannot be compared: .* 5 missing",
        "nowhere": "no column 'nowhere'",
    }.items():
        with pytest.raises(HanabiError, match=says):
            compare_tables(games, games, [name])
    assert 0 == compare_tables(games, games, ["many"]).columns["many"].mean


def test_paired_games_are_forgotten():
    """So memory does not grow where line-ups take turns, and no game counts twice."""
    pairing = Pairing()
    for start in range(0, 90, 30):
        for number in (0, 1):
            pairing.add(number, table(range(start, start + 30), number))
            assert 30 * (number + 1) == pairing.num_unmatched
        pairing.match()
        assert 0 == pairing.num_unmatched
    assert 90 == pairing.comparison().games == pairing.comparison().games


def test_a_game_that_is_there_twice_is_refused():
    """Two copies of a run would make its error too small. Seeds tell games apart."""
    first, second = table(range(9), 1), table(range(9), 2)
    twice = "game 0 of seed 7 is there twice"
    for tables in ((pl.concat([first, first]), second), (first, pl.concat([second, second]))):
        with pytest.raises(HanabiError, match=twice):
            compare_tables(*tables)
    pairing = Pairing()
    for piece in (first, first[4:5]):
        pairing.add(0, piece)
    pairing.add(1, second)
    with pytest.raises(HanabiError, match="game 4 of seed 7"):
        pairing.match()
    other = pl.lit(8, pl.Int32).alias("seed")
    both = [pl.concat([games, games.with_columns(other)]) for games in (first, second)]
    assert 18 == compare_tables(*both).games


def test_a_game_that_was_paired_before_is_refused():
    """Whenever its copy comes: in the first line-up or the second, alone or with new games."""
    first, second = table(range(9), 1), table(range(9), 2)
    later = table(range(8, 12), 3)
    for number, copy in ((0, first[3:5]), (1, second[8:]), (0, later), (1, later)):
        pairing = Pairing()
        pairing.add(0, first)
        pairing.add(1, second)
        assert 9 == pairing.comparison().games
        pairing.add(number, copy)
        pairing.add(1 - number, table(range(20, 22), 4))
        with pytest.raises(HanabiError, match=r"game [38] of seed 7 is there twice"):
            pairing.comparison()


def test_what_one_alone_has_played_may_wait():
    """A game that waits for its partner is no copy, however often the rest is compared."""
    pairing = Pairing()
    pairing.add(0, table(range(20), 1))
    for start in range(0, 20, 5):
        pairing.add(1, table(range(start, start + 5), 2))
        assert start + 5 == pairing.comparison().games


@given(st.lists(st.integers(-3, 12), max_size=12))
def test_spans_are_the_games(games):
    """Counted one by one: all are there, and copies are found."""
    spans = spans_of(np.array(games, np.int64))
    told = [game for start, stop in spans for game in range(start, stop)]
    assert sorted(games) == sorted(told)
    twice = [game for game in set(games) if games.count(game) > 1]
    assert min(twice, default=None) == first_twice(spans)
    once = joined(spans)
    assert sorted(set(games)) == [game for start, stop in once for game in range(start, stop)]
    assert all(stop < start for (_, stop), (start, _) in pairwise(once))


def test_no_common_game_is_told():
    """An error, not an empty mean."""
    pairing = Pairing()
    pairing.add(0, table([1], 1))
    with pytest.raises(HanabiError, match="no finished game in common"):
        pairing.comparison()
