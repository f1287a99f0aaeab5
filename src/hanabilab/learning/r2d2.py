"""Recurrent Q-learning with replay (R2D2, Kapturowski et al. 2019), as in SAD.

Stretches of turns are kept with the memory before them, and drawn the more often the more the
network was wrong about them. The target is n-step, double and dueling: the network chooses the next
action, an older copy (the target network) says what it is worth. The first turns of a stretch, the
burn-in, have no loss of their own: they fill the memory. Here, unlike in the paper, gradients of
later losses pass through them.

Three switches of Hu & Foerster 2020 and Hu et al. 2020:

- `vdn`: values of all seats are added up and learned as one (value decomposition, VDN).
  Without it each seat learns from its own turn to its own next.
- `sad`: seats also see what the last player would have done without exploring (SAD).
- `own_hand_coef`: beside it the network learns whether each own card is playable, already played,
  or neither (the auxiliary task).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy, smooth_l1_loss

from hanabilab.errors import LearningError
from hanabilab.learning.action_values import n_step_targets, sum_waiting
from hanabilab.learning.checkpoints import part_of, with_prefix
from hanabilab.learning.compact import Compact
from hanabilab.learning.devices import CPU
from hanabilab.learning.learner import Learner
from hanabilab.learning.networks import Architecture, Output, dueling
from hanabilab.learning.replay import Replay
from hanabilab.learning.rollouts import Turns, mask_illegal
from hanabilab.learning.settings import TrainingSettings
from hanabilab.runs.reading import Layout
from hanabilab.runs.settings import Setting

#: A stretch is as surprising as its largest error, to this share; as its mean error, to the rest.
_LARGEST = 0.9


@dataclass(frozen=True, kw_only=True)
class R2d2Settings(TrainingSettings):
    """Settings of recurrent Q-learning."""

    vdn: Annotated[bool, Setting("Add up the values of all seats (VDN).")] = True
    sad: Annotated[bool, Setting("Tell what was best when others explore (SAD).")] = False
    own_hand_coef: Annotated[float, Setting("Weight of what own cards are; 0 for none.", 0)] = 0.0
    replay_capacity: Annotated[int, Setting("Stretches in the replay.", 1, 10_000_000)] = 8192
    gradient_steps: Annotated[int, Setting("Gradient steps of an update.", 1, 10_000)] = 8
    n_step: Annotated[
        int, Setting("Turns from a value to the later one it learns from.", 1, 100)
    ] = 3
    burn_in: Annotated[
        int,
        Setting("First turns of a stretch, which fill the memory and are not learned.", 0, 10_000),
    ] = 4
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 0.999
    priority_alpha: Annotated[
        float, Setting("Alpha: how much priorities count in drawing.", 0, 1)
    ] = 0.9
    priority_beta: Annotated[float, Setting("Beta: how much their bias is corrected.", 0, 1)] = 0.6
    target_update_every: Annotated[
        int, Setting("Updates until the target network is made anew.", 1)
    ] = 50

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.replay_capacity < self.num_envs:
            raise LearningError(
                f"replay_capacity is {self.replay_capacity}; it must hold the {self.num_envs} "
                "games of an update (num_envs)"
            )
        if (least := self.burn_in + 2 * self.rules.players) > self.num_steps:
            raise LearningError(
                f"num_steps is {self.num_steps}; with a burn_in of {self.burn_in} it is at least "
                f"{least}"
            )
        if self.network and (self.vdn or self.sad or self.own_hand_coef):
            raise LearningError(
                f"network is {self.network}, which has no heads for vdn, sad and own_hand_coef; "
                "set vdn = false, and leave out the others"
            )

    @property
    def architecture(self) -> Architecture:
        """With what the switches ask for."""
        return replace(
            super().architecture,
            own_hand=self.own_hand_coef > 0,
            greedy_actions=self.sad,
            waiting=self.vdn,
        )


class R2d2(Learner[R2d2Settings]):
    """Recurrent Q-learning with replay."""

    name, kind, value_based = "r2d2", R2d2Settings, True

    def __init__(self, settings: R2d2Settings, device: torch.device = CPU) -> None:
        super().__init__(settings, device)
        # What SAD shows stands after the vector.
        more = self.player.games.best.shape[1]
        self.replay = Replay(
            settings.replay_capacity,
            priority_alpha=settings.priority_alpha,
            priority_beta=settings.priority_beta,
            compact=Compact(settings.rules, more).to(device),
            device=device,
        )
        self.target_network = self.new_copy("older")
        # From a tenth of random actions to nearly none, game by game, throughout.
        self.player.random = 0.1 ** (1 + 7 * torch.linspace(0, 1, settings.num_envs))

    def learn(self, turns: Turns) -> dict[str, float]:
        """Keep the turns, and take gradient steps on what is kept; the means of what each tells."""
        settings, generator = self.settings, self.player.generator
        self.replay.add(turns)
        if self.done % settings.target_update_every == 0:
            self.target_network.load_state_dict(self.network.state_dict())
        told = []
        for _ in range(settings.gradient_steps):
            sample = self.replay.draw(settings.minibatch_size, generator)
            out = self.outputs(self.network, sample.turns)
            losses, surprises = self.judge(sample.turns, out, sample.weights)
            self.replay.judge(sample.rows, surprises)
            told.append(self.descend(losses))
        return self.sum_up(told)

    def judge(self, turns: Turns, out: Output, weights: Tensor) -> tuple[dict[str, Tensor], Tensor]:
        """The losses of some stretches, and how surprising each was.

        Args:
            turns: of B stretches.
            out: of the network for them.
            weights: [B] of their losses.
        """
        settings, players = self.settings, self.settings.rules.players
        stride = 1 if settings.vdn else players
        taken, following = self.values(turns, out)
        targets = n_step_targets(
            turns.rewards,
            following,
            turns.ended,
            discount=settings.discount,
            steps=settings.n_step * stride,
            stride=stride,
        )
        skipped = max(settings.burn_in, players - 1 if settings.vdn else 0)
        counted = targets.known.clone()
        counted[:skipped] = False
        errors = smooth_l1_loss(taken, targets.values, reduction="none") * counted
        loss = (errors * weights).sum() / counted.sum().clamp(min=1)
        told = {"value_loss": loss.detach(), "value": taken.detach().mean()}
        if settings.own_hand_coef:
            hand = cross_entropy(
                out.own_hand.flatten(0, 2), turns.own_hand.long().flatten(), ignore_index=-1
            )
            loss, told["hand_loss"] = loss + settings.own_hand_coef * hand, hand.detach()
        wrong = (taken.detach() - targets.values).abs() * counted
        mean = wrong.sum(0) / counted.sum(0).clamp(min=1)
        return {"loss": loss, **told}, _LARGEST * wrong.amax(0) + (1 - _LARGEST) * mean

    def values(self, turns: Turns, out: Output) -> tuple[Tensor, Tensor]:
        """[T, B] of the actions taken, and what targets take each position to be worth."""
        values = dueling(out, turns.legal)
        taken = _of_actions(values, turns)
        best = mask_illegal(values.detach(), turns.legal).argmax(-1, keepdim=True)
        with torch.no_grad():
            later = self.outputs(self.target_network, turns)
            following = dueling(later, turns.legal).gather(-1, best).squeeze(-1)
        if self.settings.vdn:
            players = self.settings.rules.players
            taken = taken + sum_waiting(_of_actions(out.waiting, turns), turns.ages, players)
            waiting = sum_waiting(_of_actions(later.waiting, turns), turns.ages, players)
            following = following + waiting
        return taken, following

    def outputs(self, network: Any, turns: Turns) -> Output:
        """What a network makes of all turns, in order."""
        out: Output = network.games(turns.observations.float(), turns.carried, turns.ages)
        return out

    def arrays(self) -> dict[str, NDArray[Any]]:
        """With the replay."""
        return super().arrays() | with_prefix("replay.", self.replay.arrays())

    def later_layouts(self) -> dict[str, Layout]:
        """With the replay."""
        replay = self.replay.layouts(self.player.play(0), self.settings.num_steps)
        return super().later_layouts() | {f"replay.{name}": each for name, each in replay.items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """With the replay."""
        super().restore(arrays)
        self.replay.restore(part_of(arrays, "replay."), self.settings.rules.max_turns)


def _of_actions(told: Tensor, turns: Turns) -> Tensor:
    """[T, B] what is told [T, B, A] of the actions taken."""
    return told.gather(-1, turns.actions.unsqueeze(-1)).squeeze(-1)
