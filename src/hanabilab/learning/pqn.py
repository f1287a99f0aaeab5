"""Parallel Q-learning without replay and without a target network (PQN, Gallici et al. 2024).

The network plays many games side by side, by its best actions but for a few random ones, and learns
at once from what it has just played. The target of a turn is a lambda-return: points that follow,
mixed with the value of the best action at each later position.

The turns of a game are one stream, as in `ppo`: what follows is judged as the next seat sees it. In
the paper each layer is normalized; here gradients are clipped and rates are low.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import torch
from torch import Tensor
from torch.nn.functional import mse_loss

from hanabilab.learning.learner import Learner
from hanabilab.learning.networks import Output, dueling
from hanabilab.learning.returns import advantages_and_returns
from hanabilab.learning.rollouts import Turns
from hanabilab.learning.settings import TrainingSettings
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class PqnSettings(TrainingSettings):
    """Settings of parallel Q-learning."""

    epochs: Annotated[int, Setting("Times that an update goes through its turns.", 1, 100)] = 2
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 0.99
    td_lambda: Annotated[float, Setting("Lambda of returns.", 0, 1)] = 0.65
    epsilon_start: Annotated[float, Setting("Share of random actions at first.", 0, 1)] = 0.5
    epsilon_end: Annotated[float, Setting("Share of random actions in the end.", 0, 1)] = 0.01
    epsilon_decay: Annotated[
        float, Setting("Share of the run in which random actions become fewer.", 0, 1)
    ] = 0.3


class Pqn(Learner[PqnSettings]):
    """Parallel Q-learning."""

    name, kind, value_based = "pqn", PqnSettings, True

    def prepare(self) -> None:
        """Fewer random actions as learning goes on."""
        settings = self.settings
        until = settings.epsilon_decay
        left = max(0.0, 1 - self.progress / until) if until else 0.0
        share = settings.epsilon_end + left * (settings.epsilon_start - settings.epsilon_end)
        self.player.random = torch.full((settings.num_envs,), share)

    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """Lambda-returns; `turns.values` are those of best actions."""
        settings = self.settings
        return advantages_and_returns(
            turns, discount=settings.discount, gae_lambda=settings.td_lambda
        )[1:]

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """Squared error of the actions taken."""
        values = dueling(out, turns.legal)
        taken = values.gather(-1, turns.actions.unsqueeze(-1)).squeeze(-1)
        loss = mse_loss(taken, targets[0])
        return {"loss": loss, "value": taken.detach().mean()}
