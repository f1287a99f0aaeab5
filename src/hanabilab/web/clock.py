"""How long a person has had a position before them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import NamedTuple


class Thought(NamedTuple):
    """How long a person thought, in seconds, and how often the page was loaded again meanwhile."""

    seconds: float
    reloads: int = 0


@dataclass
class Clock:
    """Runs from when a position is first shown until an action, whatever happens to the page.

    Attributes:
        shown: whether a page has shown the position.
        reloads: how often one has shown it again.
    """

    shown: bool = False
    reloads: int = 0
    _began: float = field(default_factory=time.monotonic)

    def show(self) -> None:
        """A page shows the position, for the first time or again."""
        if self.shown:
            self.reloads += 1
        else:
            self.shown, self._began = True, time.monotonic()

    def thought(self) -> Thought:
        """What has passed until now."""
        return Thought(time.monotonic() - self._began, self.reloads)
