"""How a model of people learns; read without PyTorch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from hanabilab.errors import AgentError
from hanabilab.game.checks import check_seed
from hanabilab.runs.settings import Setting, check_settings

MAX_HIDDEN: Final = 1024


@dataclass(frozen=True)
class FitSettings:
    """How a model learns.

    Raises:
        AgentError: a setting out of range.
        RulesError: a seed that is none.
    """

    epochs: Annotated[int, Setting("How often every decision is learned from.", 1, 1000)] = 10
    hidden: Annotated[int, Setting("Neurons of each hidden layer.", 2, MAX_HIDDEN)] = 96
    seed: Annotated[int, Setting("Of first weights, order and dropout.", 0)] = 0

    def __post_init__(self) -> None:
        check_settings(self, AgentError)
        check_seed(self.seed)
