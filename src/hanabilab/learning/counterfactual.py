"""Counterfactual labels: what every action would have gained over a rule agent's, as regression.

1. Play. The agent that is being trained plays many games beside its guide.
2. Label. On some of its turns every legal action is tried in the true world: the action is taken,
   and the guide plays on in all seats. Its *gain* is the score reached less what the guide reaches
   with its own action, in the same world. The gain of one state is noisy, for the world is one of
   many that the seat cannot tell apart; its mean over worlds is what the seat should know.
3. Learn. The network regresses on the gains of all legal actions at once, by squared error, so
   that it comes to their mean. Each label is used once: noise asks for fresh data, not for passes.
4. Act. The agent takes the action of the largest predicted gain if that is above a threshold, and
   the guide's otherwise. It plays on as that agent, and meets the states that it will meet.

A gain assumes that the guide plays on. So this is one step of policy improvement, which PPO
(`guided_ppo`) takes further.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi
from typing import Annotated

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.learning.guide_kernels import choose
from hanabilab.learning.guided_learner import GuidedLearner
from hanabilab.learning.settings import GuidedSettings
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class LabelSettings(GuidedSettings):
    """How labels are made and learned."""

    num_steps: Annotated[int, Setting("Turns of each game between two updates.", 1, 10_000)] = 16
    learning_rate: Annotated[
        float, Setting("Step size of Adam at first; falls to a tenth.", 0, 1)
    ] = 0.001
    share: Annotated[float, Setting("Share of the turns that are labelled.", 0, 1)] = 0.25
    clip: Annotated[
        float, Setting("Gains are cut off at plus and minus so many points.", 0, 1000)
    ] = 10.0
    margin_to_leave: Annotated[
        float, Setting("Points that a predicted gain must be above to leave the guide.", 0)
    ] = 0.1
    warm_up: Annotated[int, Setting("Updates that label every legal action.", 0)] = 75
    margin: Annotated[
        float,
        Setting(
            "After `warm_up`, actions within so many points of the best one are labelled.", 0, 1000
        ),
    ] = 0.5


class LabelLearner(GuidedLearner):
    """Regression on counterfactual labels."""

    name, kind, decay = "guided-labels", LabelSettings, 0.995
    settings: LabelSettings

    @property
    def threshold(self) -> float:
        """As set."""
        return self.settings.margin_to_leave

    def learning_rate(self) -> float:
        """Falls to a tenth, as a cosine."""
        return self.settings.learning_rate * (0.55 + 0.45 * cos(pi * self.progress))

    def learn(self, turns: tuple[Tensor, Tensor, Tensor]) -> dict[str, float]:
        """One gradient step on what was labelled."""
        observations, asked, gains = turns
        if not asked.any():  # few games, and no turn was drawn
            return {}
        predicted = self.network(observations)[0]
        error = ((predicted - gains).square() * asked).sum() / asked.sum()
        nothing = (gains.square() * asked).sum() / asked.sum()
        return {
            "error": self.descend({"loss": error})["loss"],
            "error_of_nothing": float(nothing),
            "actions": float(asked.sum() / len(asked)),
        }

    def play(self) -> tuple[Tensor, Tensor, Tensor]:
        """Observations [B, N], labelled actions [B, A] and their gains [B, A], while it plays."""
        parts, games, settings = [], self.games, self.settings
        for _ in range(settings.num_steps):
            predicted = self.predict(games.observations)
            rows = np.flatnonzero(self.rng.random(len(games)) < settings.share)
            asked = self._worth_asking(predicted, rows)
            gains = games.gains(rows, asked).clip(-settings.clip, settings.clip)
            arrays = games.observations[rows], asked, gains
            parts.append([torch.from_numpy(array) for array in arrays])
            games.step(choose(predicted, games.legal, games.proposals, float(self.threshold)))
        observations, labelled, labels = map(torch.cat, zip(*parts, strict=True))
        return observations, labelled, labels

    def _worth_asking(
        self, predicted: NDArray[np.float32], rows: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """[R, A] actions to label: chosen by what the seat can see, so that means stay unbiased."""
        legal, own = self.games.legal[rows], self.games.proposals[rows, None]
        if self.done < self.settings.warm_up:
            return legal
        others = np.where(legal, predicted[rows], -np.inf)
        np.put_along_axis(others, own, -np.inf, axis=1)
        near = others >= others.max(1, keepdims=True) - self.settings.margin
        asked: NDArray[np.bool_] = (near | (self.rng.random(legal.shape) < 0.1)) & legal
        np.put_along_axis(asked, own, True, axis=1)
        return asked
