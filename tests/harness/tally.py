"""What an attack has tried, and what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Tally"]

_LONGEST = 400


@dataclass
class Tally:
    """Trials of an attack.

    Attributes:
        kept: how often each thing came of it that is promised, by its name.
        findings: what is not promised, in words that say how to repeat it.
    """

    kept: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    @property
    def trials(self) -> int:
        """How many there were."""
        return self.kept.total() + len(self.findings)

    def find(self, words: str) -> None:
        """Note something that is not promised."""
        self.findings.append(words if len(words) <= _LONGEST else f"{words[:_LONGEST]} ...")
