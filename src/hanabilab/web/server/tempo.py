"""How fast agents act before people: a pause before each action, which who watches can stop."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tempo:
    """When the next action may be done.

    Attributes:
        pace: seconds before an action, so that people can follow.
        paused: nothing is done but single steps.
    """

    pace: float = 0.5
    paused: bool = False
    _steps: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, *, pace: float | None = None, paused: bool | None = None) -> None:
        """Change what is given; whoever waits begins anew. To go on ends all single steps."""
        self.pace = self.pace if pace is None else pace
        self.paused = self.paused if paused is None else paused
        if not self.paused:
            self._steps = 0
        self._tell()

    def step(self) -> None:
        """Pause, but for one action more."""
        self.paused = True
        self._steps += 1
        self._tell()

    def shown(self) -> dict[str, Any]:
        """What who watches is told of it."""
        return {"pace": self.pace, "paused": self.paused}

    async def wait(self) -> None:
        """Return once the next action may be done."""
        while not self._steps:
            changed = self._changed
            try:
                async with asyncio.timeout(None if self.paused else self.pace):
                    await changed.wait()
            except TimeoutError:
                return
        self._steps -= 1

    def _tell(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
