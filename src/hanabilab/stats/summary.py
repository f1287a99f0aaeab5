"""Numbers that stand for many games: means with errors, rates, histograms, paired differences.

A summary takes a table of the arena, one row a game. Intervals are 95 %, as `stats.intervals` makes
them; with fewer than two games there is no error, and both are None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.errors import HanabiError
from hanabilab.stats.intervals import half_width
from hanabilab.stats.rates import rate

__all__ = [
    "ERROR_NOTE",
    "Comparison",
    "Estimate",
    "Summary",
    "compare_tables",
    "estimate",
    "pooled_ratio",
    "summarize",
]

#: What the sign means in every table, text and picture; intervals are told by their two ends.
ERROR_NOTE = "± is one standard error"


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error and 95 % interval; its text has the error, see ERROR_NOTE."""

    mean: float
    sem: float | None
    ci95: tuple[float, float] | None

    def __str__(self) -> str:
        return f"{self.mean:.3f}" + ("" if self.sem is None else f" ± {self.sem:.3f}")


def estimate(samples: NDArray[Any]) -> Estimate:
    """The mean of `samples` [n], n at least 1, with its error."""
    values = np.asarray(samples, np.float64)
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean, None, None)
    return _with_error(mean, float(values.std(ddof=1) / np.sqrt(len(values))), len(values))


def _with_error(mean: float, sem: float, samples: int) -> Estimate:
    half = float(half_width(sem, samples))
    return Estimate(mean, sem, (mean - half, mean + half))


def pooled_ratio(ratios: NDArray[Any], amounts: NDArray[Any]) -> Estimate | None:
    """A ratio of sums over samples, with its error; None if all its amounts are 0.

    Args:
        ratios: [n] each sample's own ratio; any value where there is none.
        amounts: [n] what each was divided by.

    Source: Cochran 1977, the ratio estimator and its variance in large samples.
    """
    weights = np.asarray(amounts, np.float64)
    if not weights.sum():
        return None
    values = np.where(weights > 0, np.asarray(ratios, np.float64), 0)
    mean = float((values * weights).sum() / weights.sum())
    sem = estimate(weights * (values - mean)).sem
    if sem is None:
        return Estimate(mean, None, None)
    return _with_error(mean, sem / float(weights.mean()), len(weights))


@dataclass(frozen=True)
class Summary:
    """What `hanabi play` reports; the names are the keys of its JSON, a contract.

    Attributes:
        agents: names, by seat.
        mean: score under the rule for lost games; `sem` and `ci95` belong to it.
        perfect_rate: share of games with the highest score; `perfect_ci95` belongs to it.
        bomb_rate: share of games lost by the last life; `bomb_ci95` belongs to it.
        points_mean: points on the table, before a bomb takes them.
        histogram: games by score, from 0 to the highest.
        communicativeness: hints for each turn with a token, over all seats; None without such a
            turn.
        risk_aversion: mean chance, to whoever played it, that a card played fits; None without
            plays.
        information_per_play: mean share of color and rank known of a card played.
    """

    agents: list[str]
    players: int
    games: int
    seed: int
    mean: float
    sem: float | None
    ci95: tuple[float, float] | None
    perfect_rate: float
    perfect_ci95: tuple[float, float]
    bomb_rate: float
    bomb_ci95: tuple[float, float]
    points_mean: float
    histogram: list[int]
    turns_mean: float
    seconds: float
    games_per_second: float
    moves_per_second: float
    communicativeness: Estimate | None
    risk_aversion: Estimate | None
    information_per_play: Estimate | None

    def as_json(self) -> dict[str, Any]:
        """A dictionary of plain values."""
        return asdict(self)


def summarize(
    table: pl.DataFrame, *, agents: Sequence[str], seed: int, max_score: int, seconds: float
) -> Summary:
    """The summary of a table of at least one game, played in `seconds` of wall time."""
    scores = table["score"].to_numpy()
    result = estimate(scores)
    turns = int(table["turns"].cast(pl.Int64).sum())
    perfect = rate(int(table["perfect"].sum()), len(table))
    bombs = rate(int((table["lives"] < 1).sum()), len(table))
    return Summary(
        agents=list(agents),
        players=len(agents),
        games=len(table),
        seed=seed,
        mean=result.mean,
        sem=result.sem,
        ci95=result.ci95,
        perfect_rate=perfect.mean,
        perfect_ci95=perfect.ci95,
        bomb_rate=bombs.mean,
        bomb_ci95=bombs.ci95,
        points_mean=float(table["points"].to_numpy().mean()),
        histogram=np.bincount(scores, minlength=max_score + 1).tolist(),
        turns_mean=turns / len(table),
        seconds=seconds,
        games_per_second=len(table) / seconds,
        moves_per_second=turns / seconds,
        communicativeness=_behavior(table, "communicativeness", "hint_turns"),
        risk_aversion=_behavior(table, "risk_aversion", "plays"),
        information_per_play=_behavior(table, "information_per_play", "plays"),
    )


def _behavior(table: pl.DataFrame, ratio: str, amount: str) -> Estimate | None:
    """A behavior of all seats, over all games."""
    return pooled_ratio(table[ratio].to_numpy(), table[amount].to_numpy())


@dataclass(frozen=True)
class Comparison:
    """Two line-ups on the same decks, `second` less `first`, game by game.

    Attributes:
        games: games that both have played.
        score: difference in score.
        columns: difference in other columns of the table, by name.
    """

    games: int
    score: Estimate
    columns: dict[str, Estimate]


def compare_tables(
    first: pl.DataFrame, second: pl.DataFrame, columns: Sequence[str] = ()
) -> Comparison:
    """Pair two tables by game.

    Raises:
        HanabiError: they have no game in common.
    """
    both = first.join(second, on=["seed", "game"], suffix="_second")
    if not len(both):
        raise HanabiError("the two line-ups have no finished game in common")

    def difference(column: str) -> Estimate:
        later, earlier = both[f"{column}_second"].to_numpy(), both[column].to_numpy()
        return estimate(later.astype(np.float64) - earlier)

    return Comparison(len(both), difference("score"), {name: difference(name) for name in columns})
