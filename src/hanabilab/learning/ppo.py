"""Recurrent proximal policy optimization by self-play (Schulman et al. 2017).

All seats share one network. The turns of a game are one stream: each position is judged by the
points that follow and by the value that the next seat gives to the next position (`returns`). The
memory is unrolled through the turns of an update from what was remembered before them.

From weights that an agent has taught, the value is learned alone at first, and the loss of the
teacher's actions keeps the policy near to it, less and less. Such a policy draws among many actions
where the teacher's choice is not clear; `sharpen` makes it draw its best one more often. A high
entropy bonus with a short lambda is the recipe for partners that were trained apart: `entropy_coef`
0.05, `gae_lambda` 0.9.

With `critic = "central"` a second network, which sees all hands, judges positions in training
(MAPPO, Yu et al. 2022). The network learns their values as well, for those who search over it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias

import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss, nll_loss

from hanabilab.errors import LearningError
from hanabilab.game.layout import layout_of
from hanabilab.learning.devices import CPU
from hanabilab.learning.learner import Learner
from hanabilab.learning.networks import CentralCritic, Network, Output
from hanabilab.learning.own_hand import own_cards
from hanabilab.learning.policy_gradient import clipped_objective, deviation, mean_entropy
from hanabilab.learning.returns import advantages_and_returns
from hanabilab.learning.rollouts import Player, Turns, mask_illegal
from hanabilab.learning.settings import TrainingSettings
from hanabilab.learning.vector_games import VectorGames
from hanabilab.runs.settings import Setting

#: The network itself, or a second one that sees all hands.
Critic: TypeAlias = Literal["own", "central"]


@dataclass(frozen=True, kw_only=True)
class PpoSettings(TrainingSettings):
    """Settings of proximal policy optimization."""

    epochs: Annotated[int, Setting("Times that an update goes through its turns.", 1, 100)] = 2
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 0.999
    gae_lambda: Annotated[float, Setting("Lambda of advantage estimates.", 0, 1)] = 0.95
    clip_epsilon: Annotated[
        float, Setting("How far the chance of an action may move.", 0, 1000)
    ] = 0.2
    entropy_coef: Annotated[float, Setting("Bonus for entropy.", 0)] = 0.01
    value_coef: Annotated[float, Setting("Weight of the loss of values.", 0)] = 0.25
    value_only: Annotated[int, Setting("Updates at first that learn values alone.", 0)] = 0
    sharpen: Annotated[
        float,
        Setting("Multiplies the logits of the starting weights; above 1, play is less random.", 0),
    ] = 1.0
    critic: Annotated[Critic, Setting("Who judges positions in training.")] = "own"
    teacher: Annotated[str, Setting("Whom the policy is kept near to, at first: an agent.")] = ""
    anchor: Annotated[
        float, Setting("Weight of the loss for leaving the teacher, at first; falls to 0.", 0)
    ] = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.network and self.sharpen != 1:
            raise LearningError(f"sharpen is of the networks of hanabilab, not of {self.network}")


class Ppo(Learner[PpoSettings]):
    """Recurrent proximal policy optimization."""

    name, kind = "ppo", PpoSettings
    critic: CentralCritic | None = None

    def __init__(self, settings: PpoSettings, device: torch.device = CPU) -> None:
        super().__init__(settings, device)
        if settings.sharpen != 1:
            with torch.no_grad():
                for weight in self.network.policy_head.parameters():
                    weight.mul_(settings.sharpen)

    def new_network(self) -> Network:
        """The policy, and beside it the critic, if it has one."""
        network, rules = super().new_network(), self.settings.rules
        if self.settings.critic == "central":
            size = layout_of(rules).size
            self.critic = CentralCritic(size, rules.hand_size, rules.num_cards)
        return network

    def trained(self) -> Any:
        """Both."""
        return nn.ModuleList([self.network, self.critic]) if self.critic else self.network

    def new_player(self, games: VectorGames, generator: torch.Generator) -> Player:
        """The policy; its positions are judged by the critic."""
        player = super().new_player(games, generator)
        if self.critic:
            player.label, player.judge = partial(own_cards, games=games), self.critic
        return player

    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """Advantages with mean zero and deviation one, and returns."""
        settings = self.settings
        found, returns = advantages_and_returns(
            turns, discount=settings.discount, gae_lambda=settings.gae_lambda
        )
        return (found - found.mean()) / (deviation(found) + 1e-6), returns

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """The clipped objective, entropy, error of values, and the teacher's actions.

        Args:
            turns: of a minibatch, B games.
            out: of the network for them.
            targets: advantages and returns; and where others act, too, whose turns are its own.
        """
        settings, (advantage, returns, *whose) = self.settings, targets
        own = whose[0] if whose else torch.ones_like(turns.legal[..., 0])
        log_probs = mask_illegal(out.actions, turns.legal).log_softmax(-1)[own]
        now = log_probs.gather(-1, turns.actions[own].unsqueeze(-1)).squeeze(-1)
        change = now - turns.log_probs[own]
        clipped = clipped_objective(change, advantage[own], settings.clip_epsilon)
        policy, entropy = -clipped.gained, mean_entropy(log_probs)
        acted = bool(own.any())
        value = mse_loss(out.value, returns)
        if self.critic:
            value = value + mse_loss(self.critic(turns.observations, turns.own_hand), returns)
        loss = settings.value_coef * value
        told = {"value_loss": value.detach()}
        if acted:  # else they are means of nothing
            told["policy_loss"] = policy.detach()
            told["entropy"], told["clipped"] = entropy.detach(), clipped.share.detach()
        if self.done >= settings.value_only and acted:
            loss = loss + policy - settings.entropy_coef * entropy
            if settings.teacher:
                taught = nll_loss(log_probs, turns.taught[own])
                loss = loss + settings.anchor * (1 - self.progress) * taught
                told["teacher_loss"] = taught.detach()
        return {"loss": loss, **told}
