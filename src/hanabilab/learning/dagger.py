"""On-policy distillation: the network plays, and learns what a teacher would have done (DAgger).

Cloning from games of the teacher alone leaves a network lost where its own mistakes lead. Here the
network's own play decides which positions are learned: at first the teacher's actions are taken in
part of the turns (Ross et al. 2011, section 3), later never. The teacher must be a compiled agent.
It watches every game, so that a label costs microseconds.

Beside the action, the network learns what each card can be by the teacher's conventions, where the
teacher tells, and the value of positions, for reinforcement learning that starts from it (`ppo`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, mse_loss

from hanabilab.errors import LearningError
from hanabilab.learning.learner import Learner
from hanabilab.learning.networks import Output
from hanabilab.learning.returns import advantages_and_returns
from hanabilab.learning.rollouts import Turns, mask_illegal
from hanabilab.learning.settings import TrainingSettings
from hanabilab.runs.settings import Setting

_DISCOUNT, _GAE_LAMBDA = 0.999, 0.95


@dataclass(frozen=True, kw_only=True)
class DaggerSettings(TrainingSettings):
    """Settings of on-policy distillation."""

    teacher: Annotated[str, Setting("Who teaches: a compiled agent.")] = "smart"
    guided_until: Annotated[
        float,
        Setting("Share of the run in which some of the teacher's actions are still taken.", 0, 1),
    ] = 0.25
    greedy: Annotated[float, Setting("Share of games played by best actions.", 0, 1)] = 0.5
    inference_coef: Annotated[float, Setting("Weight of the loss of inferences.", 0)] = 2.0
    value_coef: Annotated[float, Setting("Weight of the loss of values.", 0)] = 0.01

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.teacher:
            raise LearningError("dagger needs a teacher: a compiled agent")


class Dagger(Learner[DaggerSettings]):
    """On-policy distillation of a compiled agent."""

    name, kind = "dagger", DaggerSettings

    def prepare(self) -> None:
        """Take the teacher's actions less and less."""
        settings = self.settings
        self.player.greedy = settings.greedy
        until = settings.guided_until
        self.player.guided = max(0.0, 1 - self.progress / until) if until else 0.0

    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """Returns."""
        return advantages_and_returns(turns, discount=_DISCOUNT, gae_lambda=_GAE_LAMBDA)[1:]

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """Cross-entropy with the teacher's actions, with its inferences, and error of values."""
        logits = mask_illegal(out.actions, turns.legal)
        action = cross_entropy(logits.flatten(0, 1), turns.taught.flatten())
        value = mse_loss(out.value, targets[0])
        settings, loss = self.settings, action
        told = {
            "action_loss": action.detach(),
            "value_loss": value.detach(),
            "agreement": (logits.argmax(-1) == turns.taught).float().mean(),
        }
        loss = loss + settings.value_coef * value
        if settings.inferences and turns.inferences.shape[-1]:
            inferred = binary_cross_entropy_with_logits(
                out.inferences, as_bits(turns.inferences, out.inferences.shape[-1])
            )
            loss = loss + settings.inference_coef * inferred
            told["inference_loss"] = inferred.detach()
        return {"loss": loss, **told}


def as_bits(sets: Tensor, cards: int) -> Tensor:
    """[..., cards] zeros and ones of bit sets [...]."""
    return ((sets.unsqueeze(-1) >> torch.arange(cards, device=sets.device)) & 1).float()
