"""How often something happens, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from hanabilab.errors import HanabiError
from hanabilab.stats.intervals import wilson_interval


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
        low, high = self.ci95
        return f"{self.successes}/{self.trials} ({low:.2f} to {high:.2f})"


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
