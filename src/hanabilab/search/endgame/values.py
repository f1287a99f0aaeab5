"""What actions are worth near the end, between bounds that meet where the value is exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Bounds:
    """A value lies between two numbers, both included; it is exact where they are equal."""

    lower: Fraction
    upper: Fraction

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    def document(self) -> dict[str, Any]:
        """For JSON: decimals, and where the value is exact the fraction beside them."""
        told: dict[str, Any] = {"lower": float(self.lower), "upper": float(self.upper)}
        return told | ({"fraction": str(self.lower)} if self.exact else {})


@dataclass(frozen=True)
class ActionValue:
    """What an action is worth if all go on as well as they can, for each aim on its own.

    Attributes:
        action: its id.
        win: chance of all points; from 0 to 1.
        score: expected score, a lost game counted as the rules count it.
    """

    action: int
    win: Bounds
    score: Bounds

    def at_least(self, other: ActionValue) -> ActionValue:
        """The same with lower bounds that are not below those of `other`."""
        win, score = (
            Bounds(max(one.lower, two.lower), one.upper)
            for one, two in ((self.win, other.win), (self.score, other.score))
        )
        return ActionValue(self.action, win, score)


@dataclass(frozen=True)
class EndgameValues:
    """Values of all legal actions of a position.

    Attributes:
        actions: the best first: by lower bound of the chance to win, then of the score, then by id.
        seconds: wall time that it took.
    """

    actions: tuple[ActionValue, ...]
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether all values are."""
        return all(each.win.exact and each.score.exact for each in self.actions)
