"""Numbers that stand for many games: means with errors, rates, histograms.

Intervals are 95 %, as `stats.intervals` makes them; with fewer than two games there is no error,
and both are None. `stats.totals` makes the numbers of tables.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import HanabiError
from hanabilab.stats.intervals import half_width, wilson_interval

#: What the sign means in every table, text and picture; intervals are told by their two ends.
ERROR_NOTE = "± is one standard error"


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error and 95 % interval; its text has the error, see ERROR_NOTE."""

    mean: float
    sem: float | None
    ci95: tuple[float, float] | None

    def within(self, low: float, high: float) -> Estimate:
        """The same of values that are from `low` to `high`: the interval does not leave them."""
        if self.ci95 is None:
            return self
        first, last = self.ci95
        return replace(self, ci95=(max(first, float(low)), min(last, float(high))))

    def __str__(self) -> str:
        return number_words(self.mean, self.sem)


def number_words(value: float | None, sem: float | None = None, how: str = ".3f") -> str:
    """A number as people read it, with its standard error if it has one; "-" for none.

    Args:
        how: the format of the number, and without its sign that of the error.
    """
    if value is None:
        return "-"
    return f"{value:{how}}" + ("" if sem is None else f" ± {sem:{how.removeprefix('+')}}")


def interval_words(ends: tuple[float, float] | None, how: str = ".3f") -> str:
    """The two ends of an interval as people read them; "-" for none."""
    return "-" if ends is None else f"{ends[0]:{how}} to {ends[1]:{how}}"


def share_words(share: float, ci95: tuple[float, float]) -> str:
    """A share in percent, and its interval."""
    low, high = ci95
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def estimate(samples: NDArray[Any]) -> Estimate:
    """The mean of `samples` [n], n at least 1, with its error."""
    values = np.asarray(samples, np.float64)
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean, None, None)
    return estimate_of(mean, float(values.std(ddof=1) / np.sqrt(len(values))), len(values))


def estimate_of(mean: float, sem: float, samples: int) -> Estimate:
    """A mean with its interval, from its error."""
    half = float(half_width(sem, samples))
    return Estimate(mean, sem, (mean - half, mean + half))


@dataclass(frozen=True)
class Rate:
    """`successes` of `trials`, with Wilson's 95 % interval, which holds for few trials, too."""

    successes: int
    trials: int
    ci95: tuple[float, float]

    @property
    def mean(self) -> float:
        """The share of successes."""
        return self.successes / self.trials

    def __str__(self) -> str:
        return f"{self.successes}/{self.trials} ({interval_words(self.ci95, '.2f')})"


def rate(successes: int, trials: int) -> Rate:
    """The rate of `successes` in at least one trial.

    Raises:
        HanabiError: no trials, or more successes than trials.
    """
    if not 0 <= successes <= trials or trials < 1:
        raise HanabiError(
            f"{successes} successes in {trials} trials; there must be a trial for each"
        )
    return Rate(successes, trials, wilson_interval(successes, trials))


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
