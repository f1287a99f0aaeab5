"""How often something happens, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from hanabilab.errors import HanabiError

__all__ = ["Rate", "rate"]

_Z95 = 1.959963984540054


@dataclass(frozen=True)
class Rate:
    """`successes` of `trials`, with the 95 % interval of Wilson 1927, good for few trials, too."""

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
    share, slack = successes / trials, _Z95**2 / trials
    middle = (share + slack / 2) / (1 + slack)
    half = _Z95 / (1 + slack) * sqrt(share * (1 - share) / trials + slack / (4 * trials))
    return Rate(successes, trials, (max(0.0, middle - half), min(1.0, middle + half)))
