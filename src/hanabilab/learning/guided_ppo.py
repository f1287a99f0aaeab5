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

from hanabilab.learning.devices import CPU
from hanabilab.learning.guided_learner import GuidedLearner
from hanabilab.learning.policy_gradient import clipped_objective, deviation, mean_entropy
from hanabilab.learning.returns import advantages
from hanabilab.learning.settings import GuidedSettings
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class GuidedPpoSettings(GuidedSettings):
    """How PPO learns beside a guide."""

    temperature: Annotated[
        float, Setting("What the outputs of the weights to start from are divided by.", 0.001)
    ] = 1.0
    epochs: Annotated[int, Setting("Times that an update goes through its turns.", 1, 100)] = 2
    minibatch_size: Annotated[int, Setting("Turns that make one gradient.", 1)] = 2048
    clip_epsilon: Annotated[
        float, Setting("How far the chance of an action may move.", 0, 1000)
    ] = 0.2
    entropy_coef: Annotated[float, Setting("Bonus for entropy.", 0)] = 0.001
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 1.0
    gae_lambda: Annotated[float, Setting("Lambda of advantage estimates.", 0, 1)] = 0.9
    value_coef: Annotated[float, Setting("Weight of the loss of values.", 0)] = 0.03
    bonus: Annotated[float, Setting("Logits added to the guide's action at first.", 0, 1000)] = 5.0
    last_bonus: Annotated[float, Setting("Logits added to it at the end of the run.", 0, 1000)] = (
        1.5
    )
    sure: Annotated[
        float, Setting("A turn is clear if its likeliest action has a chance above this.", 0, 1)
    ] = 0.995
    kept: Annotated[float, Setting("Share of the clear turns that are learned from.", 0, 1)] = 0.08
    labelled: Annotated[float, Setting("Share of the other turns that are labelled.", 0, 1)] = 1.0
    likely: Annotated[float, Setting("Chance that an action must have to be labelled.", 0, 1)] = (
        0.005
    )
    policy_coef: Annotated[float, Setting("Weight of PPO's clipped objective.", 0)] = 0.25
    label_coef: Annotated[float, Setting("Weight of the gain that labels promise.", 0)] = 1.0


class Turns(NamedTuple):
    """T turns of G games, [T, G, ...] each; of one turn [G, ...]; with `flat`, [T * G, ...].

    Attributes:
        observations: [T, G, N].
        legal: [T, G, A].
        proposals: [T, G] what the guide would do.
        asked: [T, G, A] the actions that have a label; none of most turns.
        gains: [T, G, A] the labels, in points.
        actions: [T, G] what was done.
        log_probs: [T, G] logarithm of its probability.
        surest: [T, G] logarithm of the probability of the likeliest action.
        values: [T, G] what the critic says, in points.
        rewards: [T, G] in points.
        ended: [T, G] whether the game ended.
        scores: [T, G] of the game that ended last.
    """

    observations: Tensor
    legal: Tensor
    proposals: Tensor
    asked: Tensor
    gains: Tensor
    actions: Tensor
    log_probs: Tensor
    surest: Tensor
    values: Tensor
    rewards: Tensor
    ended: Tensor
    scores: Tensor

    def flat(self) -> Turns:
        """The turns one after the other, in the order that they were played."""
        return Turns(*(each.flatten(0, 1) for each in self))


class GuidedPpo(GuidedLearner):
    """PPO beside a guide."""

    name, kind, decay = "guided-ppo", GuidedPpoSettings, 0.99
    settings: GuidedPpoSettings

    def __init__(self, settings: GuidedPpoSettings, device: torch.device = CPU) -> None:
        super().__init__(settings, device)
        for network in (self.network, self.mean):
            network.scale_actions(1 / settings.temperature)

    @property
    def threshold(self) -> float:
        """The bonus on the guide's action."""
        first, last = self.settings.bonus, self.settings.last_bonus
        return first + (last - first) * self.progress

    def learning_rate(self) -> float:
        """Falls to a twentieth, as a line."""
        return self.settings.learning_rate * max(1 - self.progress, 0.05)

    # --- Playing ---------------------------------------------------------------------------------

    def play(self) -> Turns:
        """The next turns of all games, by the policy."""
        played = [self._turn() for _ in range(self.settings.num_steps)]
        return Turns(*map(torch.stack, zip(*played, strict=True)))

    def _turn(self) -> Turns:
        """Draw an action in every game, label some, and take it."""
        games, seen = self.games, self.games.observations.copy()
        legal, proposals = games.legal.copy(), games.proposals.copy()
        outputs, values = self.judge()
        masks, would = torch.from_numpy(legal), torch.from_numpy(proposals)
        logits = log_chances(outputs, masks, would, self.threshold).numpy()
        actions = _draw(logits, legal, self.rng)
        asked = _likely(logits, legal, proposals, self.rng, self.settings)
        rows, gains = np.flatnonzero(asked.any(1)), np.zeros(legal.shape, np.float32)
        gains[rows] = games.gains(rows, asked[rows])
        games.step(actions)
        log_probs, surest = logits[np.arange(len(games)), actions], logits.max(1)
        came = games.rewards.copy(), games.ended.copy(), games.scores.copy()
        told = seen, legal, proposals, asked, gains, actions, log_probs, surest, values, *came
        return Turns(*map(torch.as_tensor, told))

    def judge(self) -> tuple[Tensor, Tensor]:
        """What the network makes of the actions [G, A], and of the positions [G], as they are."""
        with torch.no_grad():
            outputs, values = self.network(torch.from_numpy(self.games.observations))
        return outputs, values

    # --- Learning --------------------------------------------------------------------------------

    def learn(self, turns: Turns) -> dict[str, float]:
        """Gradient steps on unsure turns and some others; how play went, and means of the steps."""
        flat, found = turns.flat(), targets(self, turns)
        unsure = np.exp(flat.surest.numpy()) < self.settings.sure
        chosen = np.flatnonzero(unsure | (self.rng.random(unsure.shape) < self.settings.kept))
        # Where every turn was sure, and none of these was kept, there is nothing to learn from.
        means = self._learn_from(chosen, flat, found) if len(chosen) else {}
        return _watched(flat, unsure) | means

    def _learn_from(
        self, chosen: NDArray[np.int64], turns: Turns, targets: tuple[Tensor, Tensor]
    ) -> dict[str, float]:
        """Gradient steps on the rows `chosen` of flat turns; the means of what they tell."""
        told: list[dict[str, float]] = []
        size = min(self.settings.minibatch_size, len(chosen))
        for _ in range(self.settings.epochs):
            order = self.rng.permutation(chosen)
            for start in range(0, len(order) - size + 1, size):
                rows = torch.from_numpy(order[start : start + size])
                told.append(self.descend(losses(self, turns, targets, rows)))
        names = [name for name in told[0] if name != "loss"]
        return {name: float(np.mean([each[name] for each in told])) for name in names}


def targets(learner: GuidedPpo, turns: Turns) -> tuple[Tensor, Tensor]:
    """[T * G] advantages of turns just played, and what the critic should have said."""
    _, after = learner.judge()
    found = advantages(
        turns.rewards.double(),
        torch.vstack((turns.values, after)).double(),
        turns.ended,
        discount=learner.settings.discount,
        gae_lambda=learner.settings.gae_lambda,
    ).float()
    return found.flatten(), (found + turns.values).flatten()


def losses(
    learner: GuidedPpo, turns: Turns, targets: tuple[Tensor, Tensor], rows: Tensor
) -> dict[str, Tensor]:
    """The clipped objective with labels, entropy and error of values, on some rows.

    Args:
        turns: flat.
        targets: of the same turns.
        rows: of both; [B].
    """
    settings, (advantage, returns) = learner.settings, targets
    outputs, values = learner.network(turns.observations[rows])
    misjudged = (values - returns[rows]).square().mean()
    logits = log_chances(outputs, turns.legal[rows], turns.proposals[rows], learner.threshold)
    log_probs = logits.gather(1, turns.actions[rows][:, None]).squeeze(1)
    # Points divided by the spread of advantages of all turns, sure ones too.
    scale = deviation(advantage) + 1e-3
    clipped = clipped_objective(
        log_probs - turns.log_probs[rows], advantage[rows] / scale, settings.clip_epsilon
    )
    # What the policy is to expect of the labelled actions, if it takes one of them.
    asked = turns.asked[rows]
    among = logits.masked_fill(~asked, -1e9).softmax(1) * asked
    expected = (among * turns.gains[rows]).sum(1).mean() / scale
    entropy = mean_entropy(logits)
    gained = settings.policy_coef * clipped.gained + settings.label_coef * expected
    loss = settings.value_coef * misjudged - gained - settings.entropy_coef * entropy
    return {
        "loss": loss,
        "misjudged": misjudged,
        "expected": expected * scale,
        "entropy": entropy,
        "divergence": clipped.divergence,
        "clipped": clipped.share,
    }


def log_chances(outputs: Tensor, legal: Tensor, proposals: Tensor, bonus: float) -> Tensor:
    """[B, A] log-probabilities of the policy; illegal actions have a very low one."""
    raised = outputs.scatter_add(1, proposals[:, None], torch.full((len(outputs), 1), bonus))
    return raised.masked_fill(~legal, -1e9).log_softmax(1)


def _watched(turns: Turns, unsure: NDArray[np.bool_]) -> dict[str, float]:
    """What a curve shows of turns that are flat; `unsure` tells which are not clear."""
    asked, finished = turns.asked.numpy(), turns.scores[turns.ended].numpy()
    return {
        "sampled": float(finished.mean()) if len(finished) else float("nan"),
        "zero": float((finished == 0).mean()) if len(finished) else float("nan"),
        "left": float((turns.actions != turns.proposals).numpy().mean()),
        "unsure": float(unsure.mean()),
        "labels": float(asked.sum() / max(asked.any(-1).sum(), 1)),
        "reward": float(turns.rewards.numpy().sum() / max(turns.ended.numpy().sum(), 1)),
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
