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
from hanabilab.learning.policy_gradient import clipped_objective, deviation, mean_entropy
from hanabilab.learning.returns import advantages
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class GuidedPpoSettings(GuidedSettings):
    """How PPO learns beside a guide."""

    temperature: Annotated[
        float, Setting("What the outputs of the weights to start from are divided by.", 0)
    ] = 1.0
    passes: Annotated[int, Setting("Times that an update goes through its turns.", 1, 100)] = 2
    minibatch: Annotated[int, Setting("Turns that make one gradient.", 1)] = 2048
    clip: Annotated[float, Setting("How far the chance of an action may move.", 0, 1000)] = 0.2
    entropy: Annotated[float, Setting("Bonus for entropy.", 0)] = 0.001
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 1.0
    trace: Annotated[float, Setting("Lambda of advantage estimates.", 0, 1)] = 0.9
    value_weight: Annotated[float, Setting("Weight of the loss of values.", 0)] = 0.03
    bonus: Annotated[float, Setting("Logits added to the guide's action at first.", 0)] = 5.0
    last_bonus: Annotated[float, Setting("Logits added to it at the end of the run.", 0)] = 1.5
    sure: Annotated[
        float, Setting("A turn is clear if its likeliest action has a chance above this.", 0, 1)
    ] = 0.995
    kept: Annotated[float, Setting("Share of the clear turns that are learned from.", 0, 1)] = 0.08
    labelled: Annotated[float, Setting("Share of the other turns that are labelled.", 0, 1)] = 1.0
    likely: Annotated[float, Setting("Chance that an action must have to be labelled.", 0, 1)] = (
        0.005
    )
    policy_weight: Annotated[float, Setting("Weight of PPO's clipped objective.", 0)] = 0.25
    label_weight: Annotated[float, Setting("Weight of the gain that labels promise.", 0)] = 1.0


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
                network.scale_actions(1 / max(settings.temperature, 1e-6))

    @property
    def threshold(self) -> float:
        """The bonus on the guide's action."""
        first, last = self.settings.bonus, self.settings.last_bonus
        return first + (last - first) * self.progress

    def update(self) -> dict[str, float]:
        """Play one rollout and learn from it."""
        self.descent.set_rate(self.settings.learning_rate * max(1 - self.progress, 0.05))
        rollout, watched = play(self, self.threshold)
        # Where every turn was sure, and none of these was kept, there is nothing to learn from.
        means = self._learn(rollout) if len(rollout.chosen) else {}
        self.done += 1
        return watched | means

    def _learn(self, rollout: Rollout) -> dict[str, float]:
        """Gradient steps on the chosen turns; the means of what they tell."""
        told: list[dict[str, float]] = []
        size = min(self.settings.minibatch, len(rollout.chosen))
        for _ in range(self.settings.passes):
            rows = self.rng.permutation(rollout.chosen)
            for start in range(0, len(rows) - size + 1, size):
                chosen = torch.from_numpy(rows[start : start + size])
                loss, step = losses(self, rollout, chosen, self.threshold)
                self.descend(loss)
                told.append(step)
        return {name: float(np.mean([each[name] for each in told])) for name in told[0]}


def log_chances(outputs: Tensor, legal: Tensor, proposals: Tensor, bonus: float) -> Tensor:
    """[B, A] log-probabilities of the policy; illegal actions have a very low one."""
    raised = outputs.scatter_add(1, proposals[:, None], torch.full((len(outputs), 1), bonus))
    return raised.masked_fill(~legal, -1e9).log_softmax(1)


class Turn(NamedTuple):
    """A turn of G games by the policy; `play` stacks T of them to [T, G, ...].

    Attributes:
        observations: [G, N].
        legal: [G, A].
        proposals: [G] what the guide would do.
        asked: [G, A] the actions that have a label; none of most games.
        gains: [G, A] the labels, in points.
        actions: [G] what was done.
        chances: [G] logarithm of its probability.
        surest: [G] logarithm of the probability of the likeliest action.
        values: [G] what the critic says, in points.
        rewards: [G] in points.
        ended: [G] whether the game ended.
        scores: [G] of the game that ended last.
    """

    observations: NDArray[np.float32]
    legal: NDArray[np.bool_]
    proposals: NDArray[np.int64]
    asked: NDArray[np.bool_]
    gains: NDArray[np.float32]
    actions: NDArray[np.int64]
    chances: NDArray[np.float32]
    surest: NDArray[np.float32]
    values: NDArray[np.float32]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    scores: NDArray[np.int16]


def play(learner: GuidedPpo, bonus: float) -> tuple[Rollout, dict[str, float]]:
    """Play `settings.turns` turns of all games by the policy; and how it went."""
    settings = learner.settings
    played = [_play_turn(learner, bonus) for _ in range(settings.turns)]
    turns = Turn(*map(np.stack, zip(*played, strict=True)))
    unsure = np.exp(turns.surest) < settings.sure
    chosen = np.flatnonzero(unsure | (learner.rng.random(unsure.shape) < settings.kept))
    _, after = _judge(learner)
    return _as_rollout(turns, after, settings, chosen), _watched(turns, unsure)


def _play_turn(learner: GuidedPpo, bonus: float) -> Turn:
    """Draw an action in every game, label some, and take it."""
    games, rng = learner.games, learner.rng
    seen, legal, proposals = games.observations.copy(), games.legal.copy(), games.proposals.copy()
    outputs, values = _judge(learner)
    masks, would = torch.from_numpy(legal), torch.from_numpy(proposals)
    logits = log_chances(outputs, masks, would, bonus).numpy()
    actions = _draw(logits, legal, rng)
    asked = _likely(logits, legal, proposals, rng, learner.settings)
    rows, gains = np.flatnonzero(asked.any(1)), np.zeros(legal.shape, np.float32)
    gains[rows] = games.gains(rows, asked[rows])
    games.step(actions)
    chances, surest = logits[np.arange(len(games)), actions], logits.max(1)
    came = games.rewards.copy(), games.ended.copy(), games.scores.copy()
    return Turn(
        seen, legal, proposals, asked, gains, actions, chances, surest, values.numpy(), *came
    )


def _judge(learner: GuidedPpo) -> tuple[Tensor, Tensor]:
    """What the network makes of the actions [G, A], and of the positions [G], as they are."""
    with torch.no_grad():
        outputs, values = learner.network(torch.from_numpy(learner.games.observations))
    return outputs, values


def _as_rollout(
    turns: Turn, after: Tensor, settings: GuidedPpoSettings, chosen: NDArray[np.int64]
) -> Rollout:
    """The turns one after the other, with advantages; `after` [G] are the values that follow."""
    told = {
        name: torch.from_numpy(array)
        for name, array in turns._asdict().items()
        if name in Rollout._fields
    }
    values, rewards, ended = map(torch.from_numpy, (turns.values, turns.rewards, turns.ended))
    found = advantages(
        rewards.double(),
        torch.vstack((values, after)).double(),
        ended,
        discount=settings.discount,
        trace=settings.trace,
    ).float()
    told |= {"advantages": found, "returns": found + values}
    return Rollout(**{name: each.flatten(0, 1) for name, each in told.items()}, chosen=chosen)


def _watched(turns: Turn, unsure: NDArray[np.bool_]) -> dict[str, float]:
    """What a curve shows of turns [T, G]."""
    finished = turns.scores[turns.ended]
    return {
        "sampled": float(finished.mean()) if len(finished) else float("nan"),
        "zero": float((finished == 0).mean()) if len(finished) else float("nan"),
        "left": float((turns.actions != turns.proposals).mean()),
        "unsure": float(unsure.mean()),
        "labels": float(turns.asked.sum() / max(turns.asked.any(-1).sum(), 1)),
        "reward": float(turns.rewards.sum() / max(turns.ended.sum(), 1)),
    }


def _likely(
    logits: NDArray[np.float32],
    legal: NDArray[np.bool_],
    proposals: NDArray[np.int64],
    rng: np.random.Generator,
    settings: GuidedPpoSettings,
) -> NDArray[np.bool_]:
    """[G, A] actions to label: the guide's and what else is likely; none of most games."""
    least = np.log(settings.likely) if settings.likely else -np.inf
    asked = (logits > least) & legal
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


def losses(
    learner: GuidedPpo, rollout: Rollout, rows: Tensor, bonus: float
) -> tuple[Tensor, dict[str, float]]:
    """The clipped objective with labels, entropy and error of values, on some rows."""
    settings = learner.settings
    outputs, values = learner.network(rollout.observations[rows])
    misjudged = (values - rollout.returns[rows]).square().mean()
    logits = log_chances(outputs, rollout.legal[rows], rollout.proposals[rows], bonus)
    chances = logits.gather(1, rollout.actions[rows][:, None]).squeeze(1)
    # The scale of advantages is that of all turns, sure ones too; points divided by their spread.
    scale = deviation(rollout.advantages) + 1e-3
    clipped = clipped_objective(
        chances - rollout.chances[rows], rollout.advantages[rows] / scale, settings.clip
    )
    # What the policy is to expect of the labelled actions, if it takes one of them.
    asked = rollout.asked[rows]
    among = logits.masked_fill(~asked, -1e9).softmax(1) * asked
    expected = (among * rollout.gains[rows]).sum(1).mean() / scale
    entropy = mean_entropy(logits)
    gained = settings.policy_weight * clipped.gained + settings.label_weight * expected
    loss = settings.value_weight * misjudged - gained - settings.entropy * entropy
    told = {
        "misjudged": misjudged,
        "expected": expected * scale,
        "entropy": entropy,
        "divergence": clipped.divergence,
        "clipped": clipped.share,
    }
    return loss, {name: float(value.detach()) for name, value in told.items()}
