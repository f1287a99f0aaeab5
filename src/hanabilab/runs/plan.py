"""What a job is to do, as its manifest has it: command, settings, and what can grow."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from hanabilab.errors import HanabiError
from hanabilab.runs.settings import settings_as_json, settings_from_json


class JobPlan:
    """What is to be done: the base of dataclasses whose fields say so.

    Attributes:
        grows: the field that can grow when the run is resumed; "" if none can.
    """

    grows: ClassVar[str] = ""

    @property
    def command(self) -> str:
        """The command of `hanabi` that does it."""
        raise NotImplementedError

    @property
    def target(self) -> dict[str, int]:
        """What can grow, as a manifest has it."""
        return {self.grows: getattr(self, self.grows)} if self.grows else {}

    def as_json(self) -> dict[str, Any]:
        """All else that results depend on, as a manifest has it."""
        return settings_as_json(self, without=(self.grows,))

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> Self:
        """The plan of a manifest; raises anything if it has none."""
        return settings_from_json(cls, settings | target, HanabiError)
