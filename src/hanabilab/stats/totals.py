"""Sums over the games of tables that come one after another; memory does not grow with the games.

All sums are of whole numbers, and exact: they are the same in whatever order games come, and so is
all that is made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.stats.summary import Estimate, Summary, estimate_of, rate

#: Columns whose games are counted by value.
_COUNTED = ("score", "points", "lives", "turns", "hints", "misplays")
#: Ratios of sums, and the column with what each is divided by.
_POOLED = {
    "communicativeness": "hint_turns",
    "risk_aversion": "plays",
    "information_per_play": "plays",
}
#: A game's ratio times its divisor is a multiple of one over this.
_UNIT = 1_000_000_000
_LOW_BITS = 20


class Totals:
    """What the games of some tables sum up to."""

    def __init__(self) -> None:
        self._counts = {name: np.zeros(0, np.int64) for name in _COUNTED}
        self._pooled = {name: _PooledSums() for name in _POOLED}

    @classmethod
    def of(cls, table: pl.DataFrame) -> Totals:
        """Those of one table of the arena."""
        totals = cls()
        totals.add(table)
        return totals

    def add(self, table: pl.DataFrame) -> None:
        """Add the games of a table of the arena."""
        for name in _COUNTED:
            found = np.bincount(table[name].to_numpy(), minlength=len(self._counts[name]))
            found[: len(self._counts[name])] += self._counts[name]
            self._counts[name] = found
        for name, amount in _POOLED.items():
            self._pooled[name].add(table[name].to_numpy(), table[amount].to_numpy())

    @property
    def games(self) -> int:
        """How many there are."""
        return int(self._counts["score"].sum())

    def histogram(self, name: str, top: int) -> list[int]:
        """Games by the value of a column, from 0 to `top`."""
        found = self._counts[name]
        return np.pad(found, (0, max(0, top + 1 - len(found)))).tolist()

    def sum(self, name: str) -> int:
        """The sum of a column."""
        return int(self._counts[name] @ np.arange(len(self._counts[name])))

    def estimate(self, name: str) -> Estimate:
        """The mean of a column with its error; of one game at least."""
        counts = self._counts[name]
        squares = int(counts @ np.arange(len(counts)) ** 2)
        return estimate_of_sums(self.games, self.sum(name), squares)

    def pooled_ratio(self, name: str) -> Estimate | None:
        """A ratio over all games with its error; None if all that it is divided by is 0."""
        found = self._pooled[name].estimate()
        return None if found is None else found.within(0, 1)  # each is a share


class _PooledSums:
    """Sums for a ratio: of what is divided, what it is divided by, their squares and products."""

    def __init__(self) -> None:
        self._games = self._over = self._under = 0
        self._squares_over = self._squares_under = self._products = 0

    def add(self, ratios: NDArray[Any], amounts: NDArray[Any]) -> None:
        """Take in games [G]: the ratio of each and what it was divided by, 0 for none."""
        under = amounts.astype(np.int64)
        over = np.rint(np.where(under > 0, ratios, 0) * under * _UNIT).astype(np.int64)
        high, low = over >> _LOW_BITS, over & ((1 << _LOW_BITS) - 1)
        self._games += len(under)
        self._over += int(over.sum())
        self._under += int(under.sum())
        self._squares_under += int(under @ under)
        self._products += int(over @ under)
        # The square of one game's sum can exceed 64 bits.
        squares = int(high @ high) << 2 * _LOW_BITS, int(high @ low) << _LOW_BITS + 1
        self._squares_over += sum(squares) + int(low @ low)

    def estimate(self) -> Estimate | None:
        """The ratio over all games with its standard error; None if nothing was divided by."""
        if not self._under:
            return None
        over, under, games = self._over, self._under, self._games
        mean = float(Fraction(over, under * _UNIT))
        if games < 2:
            return Estimate(mean, None, None)
        # The sum of squares of `ratio * amount - mean * amount`, which add up to nothing.
        rest = under**2 * self._squares_over - 2 * over * under * self._products
        rest += over**2 * self._squares_under
        variance = Fraction(rest, (games - 1) * (under * _UNIT) ** 2)
        return estimate_of(mean, sqrt(variance / games) * games / under, games)


def pooled_ratio(ratios: NDArray[Any], amounts: NDArray[Any]) -> Estimate | None:
    """A ratio of sums over samples, with its error; None if all its amounts are 0.

    Args:
        ratios: [n] each sample's own ratio; any value where there is none.
        amounts: [n] what each was divided by.

    Source: Cochran 1977, the ratio estimator and its variance in large samples.
    """
    sums = _PooledSums()
    sums.add(np.asarray(ratios), np.asarray(amounts))
    return sums.estimate()


def estimate_of_sums(games: int, total: int, squares: int) -> Estimate:
    """The mean of whole numbers and its error, from their sum and the sum of their squares."""
    mean = total / games
    if games < 2:
        return Estimate(mean, None, None)
    variance = Fraction(games * squares - total**2, games * (games - 1))
    return estimate_of(mean, sqrt(variance / games), games)


def summarize(
    totals: Totals, *, agents: Sequence[str], seed: int, max_score: int, seconds: float
) -> Summary:
    """The summary of at least one game, all played in `seconds` of wall time."""
    games, turns = totals.games, totals.sum("turns")
    result = totals.estimate("score").within(0, max_score)
    histogram = totals.histogram("score", max_score)
    perfect = rate(histogram[max_score], games)
    bombs = rate(totals.histogram("lives", 0)[0], games)
    return Summary(
        agents=list(agents),
        players=len(agents),
        games=games,
        seed=seed,
        mean=result.mean,
        sem=result.sem,
        ci95=result.ci95,
        perfect_rate=perfect.mean,
        perfect_ci95=perfect.ci95,
        bomb_rate=bombs.mean,
        bomb_ci95=bombs.ci95,
        points_mean=totals.sum("points") / games,
        histogram=histogram,
        turns_mean=turns / games,
        seconds=seconds,
        games_per_second=games / seconds,
        moves_per_second=turns / seconds,
        communicativeness=totals.pooled_ratio("communicativeness"),
        risk_aversion=totals.pooled_ratio("risk_aversion"),
        information_per_play=totals.pooled_ratio("information_per_play"),
    )
