"""PPO beside a rule agent: the policy begins at the guide, and its games at the guide's scores.

The policy is a softmax of the network's outputs, with a bonus on the action that the guide
proposes, which may fall over training. Rewards are changes of the *promise*, the score that the
guide would reach from a position under the true deck (`guides.GuidedGames`). Summed over a game
they are its score less a number that no action changes, so the best policy is the same
(potential-based shaping, Ng et al. 1999). But the luck of the deck is gone: following the guide is
worth exactly 0, and a deviation is worth its counterfactual label, plus what later ones bring.

Source: Schulman et al. 2017, PPO with clipping; Schulman et al. 2016, generalised advantages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.learning.guided_learner import GuidedLearner, GuidedSettings
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class GuidedPpoSettings(GuidedSettings):
    """How PPO learns beside a guide."""

    temperature: Annotated[
        float, Setting("What the outputs of the weights to start from are divided by.", 0)
    ] = 1.0
    passes: Annotated[int, Setting("How often turns are learned from.", 1, 100)] = 2
    minibatch: Annotated[int, Setting("Turns that make one gradient.", 1)] = 2048
    clip: Annotated[float, Setting("How far the chance of an action may move.", 0)] = 0.2
    entropy: Annotated[float, Setting("Bonus for entropy.", 0)] = 0.001
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 1.0
    trace: Annotated[float, Setting("Lambda of advantage estimates.", 0, 1)] = 0.9
    value_weight: Annotated[float, Setting("Of the loss of values.", 0)] = 0.03
    bonus: Annotated[float, Setting("On the guide's action, in logits, at first.", 0)] = 5.0
    last_bonus: Annotated[float, Setting("The same at the end.", 0)] = 1.5
    sure: Annotated[
        float, Setting("A turn whose likeliest action is likelier teaches next to nothing.", 0, 1)
    ] = 0.995
    kept: Annotated[float, Setting("Only this share of such turns is learned from.", 0, 1)] = 0.08
    labelled: Annotated[float, Setting("Share of the other turns that are labelled.", 0, 1)] = 1.0
    likely: Annotated[float, Setting("Chance that an action must have to be labelled.", 0, 1)] = (
        0.005
    )
    policy_weight: Annotated[float, Setting("Of PPO's clipped objective.", 0)] = 0.25
    label_weight: Annotated[float, Setting("Of the gain that labels promise.", 0)] = 1.0


class Rollout(NamedTuple):
    """T turns of G games, in the order that they were played, as one array each.

    Attributes:
        observations: [T*G, N].
        legal: [T*G, A].
        proposals: [T*G] what the guide would do.
        actions: [T*G] what was done.
        chances: [T*G] logarithm of its probability then.
        advantages: [T*G] in points.
        returns: [T*G] what the critic should have said.
        asked: [T*G, A] the actions that have a label; none of most turns.
        gains: [T*G, A] the labels, in points.
        chosen: rows that are learned from.
    """

    observations: Tensor
    legal: Tensor
    proposals: Tensor
    actions: Tensor
    chances: Tensor
    advantages: Tensor
    returns: Tensor
    asked: Tensor
    gains: Tensor
    chosen: NDArray[np.int64]


class GuidedPpo(GuidedLearner[GuidedPpoSettings]):
    """PPO beside a guide."""

    name, kind, decay = "guided-ppo", GuidedPpoSettings, 0.99

    def __init__(self, settings: GuidedPpoSettings) -> None:
        super().__init__(settings)
        for network in (self.network, self.mean):
            with torch.no_grad():
                for weight in network.layers[-1].parameters():
                    weight.div_(max(settings.temperature, 1e-6))

    @property
    def threshold(self) -> float:
        """The bonus on the guide's action."""
        first, last = self.settings.bonus, self.settings.last_bonus
        return first + (last - first) * self.progress

    def update(self) -> dict[str, float]:
        """Play one rollout and learn from it."""
        self.set_rate(self.settings.learning_rate * max(1 - self.progress, 0.05))
        rollout, watched = play(self, self.threshold)
        told: list[dict[str, float]] = []
        size = min(self.settings.minibatch, len(rollout.chosen))
        for _ in range(self.settings.passes):
            rows = self.rng.permutation(rollout.chosen)
            for start in range(0, len(rows) - size + 1, size):
                chosen = torch.from_numpy(rows[start : start + size])
                loss, step = losses(self, rollout, chosen, self.threshold)
                self.descend(loss)
                told.append(step)
        self.done += 1
        means = {name: float(np.mean([each[name] for each in told])) for name in told[0]}
        return watched | means


def _logits(outputs: Tensor, legal: Tensor, proposals: Tensor, bonus: float) -> Tensor:
    """[B, A] log-probabilities of the policy; illegal actions have a very low one."""
    raised = outputs.scatter_add(1, proposals[:, None], torch.full((len(outputs), 1), bonus))
    return raised.masked_fill(~legal, -1e9).log_softmax(1)


def play(learner: GuidedPpo, bonus: float) -> tuple[Rollout, dict[str, float]]:
    """Play `settings.turns` turns of all games by the policy; and how it went."""
    settings, games, length = learner.settings, learner.games, learner.settings.turns
    shape = length, len(games)
    seen = np.empty((*shape, games.observations.shape[1]), np.float32)
    legal = np.empty((*shape, games.legal.shape[1]), bool)
    proposals, actions = np.empty(shape, np.int64), np.empty(shape, np.int64)
    chances, top = np.empty(shape, np.float32), np.empty(shape, np.float32)
    rewards, values = np.empty(shape, np.float32), np.empty((length + 1, len(games)), np.float32)
    asked, gains = np.empty(legal.shape, bool), np.zeros(legal.shape, np.float32)
    ended, scores = np.empty(shape, bool), []
    for turn in range(length):
        seen[turn], legal[turn], proposals[turn] = games.observations, games.legal, games.proposals
        with torch.no_grad():
            outputs, value = learner.network(torch.from_numpy(games.observations))
            masks, would = torch.from_numpy(games.legal), torch.from_numpy(games.proposals)
            logits = _logits(outputs, masks, would, bonus).numpy()
        actions[turn] = _draw(logits, games.legal, learner.rng)
        chances[turn] = logits[np.arange(len(games)), actions[turn]]
        values[turn], top[turn] = value.numpy(), logits.max(1)
        asked[turn] = _likely(logits, games.legal, games.proposals, learner.rng, settings)
        rows = np.flatnonzero(asked[turn].any(1))
        gains[turn, rows] = games.gains(rows, asked[turn, rows])
        games.step(actions[turn])
        rewards[turn], ended[turn] = games.rewards, games.ended
        scores.append(games.scores[games.ended].copy())
    with torch.no_grad():
        values[length] = learner.network(torch.from_numpy(games.observations))[1].numpy()
    advantages = _advantages(rewards, values, ended, settings)
    unsure = np.exp(top) < settings.sure
    chosen = np.flatnonzero(unsure | (learner.rng.random(shape) < settings.kept))
    finished = np.concatenate(scores)
    watched = {
        "sampled": float(finished.mean()) if len(finished) else float("nan"),
        "zero": float((finished == 0).mean()) if len(finished) else float("nan"),
        "left": float((actions != proposals).mean()),
        "unsure": float(unsure.mean()),
        "labels": float(asked.sum() / max(asked.any(-1).sum(), 1)),
        "reward": float(rewards.sum() / max(ended.sum(), 1)),
    }
    returns = advantages + values[:-1]
    flat = [
        torch.from_numpy(np.ascontiguousarray(array).reshape(-1, *array.shape[2:]))
        for array in (
            *(seen, legal, proposals, actions, chances),
            *(advantages, returns, asked, gains),
        )
    ]
    return Rollout._make((*flat, chosen)), watched


def _likely(
    logits: NDArray[np.float32],
    legal: NDArray[np.bool_],
    proposals: NDArray[np.int64],
    rng: np.random.Generator,
    settings: GuidedPpoSettings,
) -> NDArray[np.bool_]:
    """[G, A] actions to label: the guide's and what else is likely; none of most games."""
    asked = (logits > np.log(settings.likely)) & legal
    asked[np.arange(len(asked)), proposals] = True
    several = asked.sum(1) > 1
    drawn = rng.random(len(asked)) < settings.labelled
    found: NDArray[np.bool_] = asked & (several & drawn)[:, None]
    return found


def _draw(
    logits: NDArray[np.float32], legal: NDArray[np.bool_], rng: np.random.Generator
) -> NDArray[np.int64]:
    """[G] an action of each row's distribution, by Gumbel noise."""
    noise = -np.log(rng.exponential(size=logits.shape))
    return np.where(legal, logits + noise, -np.inf).argmax(1)


def _advantages(
    rewards: NDArray[np.float32],
    values: NDArray[np.float32],
    ended: NDArray[np.bool_],
    settings: GuidedPpoSettings,
) -> NDArray[np.float32]:
    """[T, G] generalised advantages; values are [T + 1, G]."""
    found, ahead = np.empty_like(rewards), np.zeros(rewards.shape[1], np.float32)
    for turn in range(len(rewards) - 1, -1, -1):
        goes_on = ~ended[turn] * settings.discount
        surprise = rewards[turn] + goes_on * values[turn + 1] - values[turn]
        ahead = surprise + goes_on * settings.trace * ahead
        found[turn] = ahead
    return found


def losses(
    learner: GuidedPpo, rollout: Rollout, rows: Tensor, bonus: float
) -> tuple[Tensor, dict[str, float]]:
    """The clipped objective with labels, entropy and error of values, on some rows."""
    settings = learner.settings
    outputs, values = learner.network(rollout.observations[rows])
    misjudged = (values - rollout.returns[rows]).square().mean()
    logits = _logits(outputs, rollout.legal[rows], rollout.proposals[rows], bonus)
    chances = logits.gather(1, rollout.actions[rows][:, None]).squeeze(1)
    change = chances - rollout.chances[rows]
    ratio = change.exp()
    # The scale of advantages is that of all turns, sure ones too; points divided by their spread.
    scale = rollout.advantages.std() + 1e-3
    advantages = rollout.advantages[rows] / scale
    limited = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    gained = torch.minimum(ratio * advantages, limited * advantages).mean()
    # What the policy is to expect of the labelled actions, if it takes one of them.
    asked = rollout.asked[rows]
    among = logits.masked_fill(~asked, -1e9).softmax(1) * asked
    expected = (among * rollout.gains[rows]).sum(1).mean() / scale
    entropy = -(logits.exp() * logits.clamp(min=-50)).sum(1).mean()
    gained = settings.policy_weight * gained + settings.label_weight * expected
    loss = settings.value_weight * misjudged - gained - settings.entropy * entropy
    told = {
        "misjudged": misjudged.detach(),
        "expected": (expected * scale).detach(),
        "entropy": entropy.detach(),
        "divergence": (ratio - 1 - change).mean().detach(),
        "clipped": ((ratio - 1).abs() > settings.clip).float().mean().detach(),
    }
    return loss, {name: float(value) for name, value in told.items()}
