"""What a solver has found."""

from __future__ import annotations

from dataclasses import dataclass

from hanabilab.tiny.policies import Policy


@dataclass(frozen=True, eq=False)
class Solution:
    """The best joint policy, or the best so far of a solver that was stopped.

    Attributes:
        policy: [C] deterministic; what it never comes to has the first action, or that of the
            policy the solver began with.
        lower: expected payoff of `policy`, in points.
        upper: no policy is worth more.
        solved: whether `policy` is optimal; else time was up.
        nodes: public beliefs that were valued.
        seconds: time taken.
    """

    policy: Policy
    lower: float
    upper: float
    solved: bool
    nodes: int
    seconds: float

    @property
    def value(self) -> float:
        """Expected payoff of `policy`, in points: the optimum if solved."""
        return self.lower
