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

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.learning.guided_learner import Learner
from hanabilab.learning.guides import choose


@dataclass(frozen=True)
class LabelSettings:
    """How labels are made and learned.

    Attributes:
        states: labelled states in all.
        share: of the turns that are labelled; the rest of a game is played for variety.
        batch: states of one gradient step.
        clip: gains are cut off at plus and minus this many points.
        threshold: points that a predicted gain must be above for the agent to leave the guide.
        learning_rate: of Adam at first; it falls to a tenth, as a cosine.
        warm_up: states of which every action is labelled. After them, only actions are whose
            predicted gain is within `margin` of the best, and of others one in ten.
        margin: points.
    """

    states: int = 4_000_000
    share: float = 0.25
    batch: int = 2048
    clip: float = 10.0
    threshold: float = 0.1
    learning_rate: float = 1e-3
    warm_up: int = 150_000
    margin: float = 0.5


def improve(learner: Learner, settings: LabelSettings) -> dict[str, float]:
    """Play, label one batch of states, and take one gradient step.

    Returns:
        The squared error, and that of predicting no gain at all.
    """
    share_done = learner.samples / settings.states
    learner.set_rate(settings.learning_rate * (0.55 + 0.45 * np.cos(np.pi * min(share_done, 1))))
    observations, asked, gains = label_batch(learner, settings)
    predicted = learner.network(observations)[0]
    error = ((predicted - gains).square() * asked).sum() / asked.sum()
    learner.descend(error)
    learner.samples += len(gains)
    nothing = (gains.square() * asked).sum() / asked.sum()
    tried = asked.sum() / len(asked)
    return {
        "error": float(error.detach()),
        "error_of_nothing": float(nothing),
        "tried": float(tried),
    }


def label_batch(learner: Learner, settings: LabelSettings) -> tuple[Tensor, Tensor, Tensor]:
    """Observations [B, N], labelled actions [B, A] and their gains [B, A]; the learner plays."""
    parts: list[tuple[Tensor, Tensor, Tensor]] = []
    games, found = learner.games, 0
    while found < settings.batch:
        predicted = learner.predict(games.observations)
        drawn = learner.rng.random(len(games)) < settings.share
        rows = np.flatnonzero(drawn)[: settings.batch - found]
        asked = _worth_asking(learner, settings, predicted, rows)
        gains = games.gains(rows, asked).clip(-settings.clip, settings.clip)
        arrays = games.observations[rows], asked, gains
        parts.append(tuple(torch.from_numpy(array) for array in arrays))
        found += len(rows)
        games.step(choose(predicted, games.legal, games.proposals, settings.threshold))
    observations, asked_of, labels = (torch.cat(column) for column in zip(*parts, strict=True))
    return observations, asked_of, labels


def _worth_asking(
    learner: Learner,
    settings: LabelSettings,
    predicted: NDArray[np.float32],
    rows: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """[R, A] the actions to label; chosen by what the seat can see, so that means stay unbiased."""
    games = learner.games
    legal, own = games.legal[rows], games.proposals[rows, None]
    if learner.samples < settings.warm_up:
        return legal
    others = np.where(legal, predicted[rows], -np.inf)
    np.put_along_axis(others, own, -np.inf, axis=1)
    near = others > others.max(1, keepdims=True) - settings.margin
    asked: NDArray[np.bool_] = (near | (learner.rng.random(legal.shape) < 0.1)) & legal
    np.put_along_axis(asked, own, True, axis=1)
    return asked
