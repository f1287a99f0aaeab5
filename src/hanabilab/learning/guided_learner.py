"""A training run beside a guide at some point: its games, its network, and the mean of its weights.

What `counterfactual` and `guided_ppo` have in common. `training` runs them, as it runs the others.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.learning.checkpoints import part_of, with_prefix
from hanabilab.learning.descent import Descent, restore_weights, weight_arrays
from hanabilab.learning.evaluation import EVALUATION_SEED, tell_scores
from hanabilab.learning.guided_agent import GuidedCard, guided_bytes, read_guided
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided, GuidedGames, choose
from hanabilab.learning.networks.families import MAX_CHANNELS, MAX_LAYERS, Channels
from hanabilab.learning.settings import RunSettings
from hanabilab.learning.shipped import find_weights
from hanabilab.notation import format_rules
from hanabilab.runs.reading import Layout, parse_json
from hanabilab.runs.settings import Setting

#: Bytes of the state of NumPy's generator as JSON.
_MOST_RNG = 1000


@dataclass(frozen=True, kw_only=True)
class GuidedSettings(RunSettings):
    """Settings of training beside a guide.

    Raises:
        LearningError: one is out of its range.
    """

    guide: Annotated[str, Setting("The rule agent: a compiled one.")] = "smart"
    fixed: Annotated[
        int, Setting("Channels of a layer that belong to no color.", 1, MAX_CHANNELS)
    ] = 192
    colors: Annotated[int, Setting("Channels of each color.", 1, 4096)] = 48
    layers: Annotated[int, Setting("Hidden layers.", 1, MAX_LAYERS)] = 2
    learning_rate: Annotated[
        float, Setting("Step size of Adam at first; falls over the run.", 0, 1)
    ] = 0.0004
    evaluate_games: Annotated[int, Setting("Games of an evaluation.", 2, 1_000_000)] = 2000

    @property
    def hidden(self) -> tuple[Channels, ...]:
        """Channels of each hidden layer."""
        return (Channels(self.fixed, self.colors),) * self.layers


S = TypeVar("S", bound=GuidedSettings)


class GuidedLearner(Generic[S]):
    """What is trained, and all that training needs to go on.

    Attributes:
        name: of the algorithm, in configs.
        kind: of its settings.
        decay: of the mean of weights, a gradient step.
        network: whose weights are trained.
        mean: the running mean of its weights; it is evaluated and shipped.
        done: updates so far.
        steps: gradient steps so far.
    """

    name: ClassVar[str]
    kind: ClassVar[type[GuidedSettings]]
    decay: ClassVar[float]

    def __init__(self, settings: S) -> None:
        self.settings, self.done, self.steps = settings, 0, 0
        self.guide = Guided(settings.guide, settings.rules)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = GuidedNetwork(self.guide.symmetry, settings.hidden)
        self.history: list[dict[str, Any]] = []
        if settings.start:
            self._load_start()
        self.mean = copy.deepcopy(self.network)
        self.descent = Descent(self.network, eps=1e-6)
        self.games = GuidedGames(self.guide, settings.games, seed=settings.seed)
        self.rng = np.random.default_rng(settings.seed)

    def _load_start(self) -> None:
        network, card = read_guided(find_weights(self.settings.start))
        settings, hidden = self.settings, [list(sizes[:2]) for sizes in self.settings.hidden]
        wanted = settings.guide, hidden, settings.rules
        if (card.guide, card.hidden, card.guided().rules) != wanted:
            raise LearningError(
                f"weights in {settings.start} sit on {card.guide} with layers {card.hidden} and "
                f"play {card.rules}, not on {settings.guide} with {hidden} and "
                f"{format_rules(settings.rules)}"
            )
        self.network.load_state_dict(network.state_dict())
        self.history = card.history

    # --- What an algorithm says ------------------------------------------------------------------

    def update(self) -> dict[str, float]:
        """Play, and learn from it; what there is to watch."""
        raise NotImplementedError

    @property
    def threshold(self) -> float:
        """How much better than the guide's an action must be said to be, at this point."""
        raise NotImplementedError

    # --- Learning --------------------------------------------------------------------------------

    @property
    def progress(self) -> float:
        """The share of the updates that are done."""
        return min(1.0, self.done / self.settings.updates)

    def predict(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """[G, A] what the mean network makes of observations [G, N]."""
        with torch.no_grad():
            found: NDArray[np.float32] = self.mean(torch.from_numpy(observations))[0].numpy()
        return found

    def descend(self, loss: Tensor) -> None:
        """Take one step down the gradient of `loss`, and move the mean."""
        self.descent.step(loss)
        self.steps += 1
        # At first the mean is that of the few steps there are.
        weight = max(1 - self.decay, 1 / (self.steps + 1))
        with torch.no_grad():
            for mean, value in zip(self.mean.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(value, weight)

    # --- Results ---------------------------------------------------------------------------------

    def scores(self, games: int, seed: int = EVALUATION_SEED) -> NDArray[np.int64]:
        """[games] scores of the games 0, 1, ... of `seed`, greedy, with the mean in all seats."""
        return play_greedily(self, games, seed)[0]

    def evaluate(self, games: int) -> dict[str, float]:
        """What a row of the curve tells, on the first games of a fixed seed."""
        return tell_scores(self.scores(games))

    def weights(self, step: dict[str, Any]) -> bytes:
        """A file of the mean weights; `step` says how this run made them."""
        hidden = [list(sizes[:2]) for sizes in self.settings.hidden]
        rules, history = format_rules(self.settings.rules), [*self.history, step]
        card = GuidedCard(self.settings.guide, rules, hidden, self.threshold, history)
        return guided_bytes(self.mean, card)

    # --- Checkpoints -----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the run has come to."""
        state = json.dumps(self.rng.bit_generator.state).encode()
        found = {
            "done": np.array([self.done, self.steps]),
            "rng": np.frombuffer(state, np.uint8),
        }
        mean, games = weight_arrays(self.mean), self.games.arrays()
        found |= with_prefix("mean.", mean) | with_prefix("games.", games)
        return found | self.descent.arrays()

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave.

        Raises:
            KeyError, ValueError, RuntimeError: it is of another run.
        """
        self.done, self.steps = (int(count) for count in arrays["done"])
        self.rng.bit_generator.state = parse_json(arrays["rng"].tobytes(), Path("its generator"))
        self.descent.restore(arrays)
        restore_weights(self.mean, part_of(arrays, "mean."))
        if self.done < self.settings.updates:  # nobody plays on after the last
            self.games.restore(part_of(arrays, "games."))

    def later_layouts(self) -> dict[str, Layout]:
        """What else `arrays` has after the first update, or may have of another length."""
        return self.descent.layouts() | {"rng": Layout(np.uint8, (range(_MOST_RNG),))}


def play_greedily(
    learner: GuidedLearner[Any], games: int, seed: int
) -> tuple[NDArray[np.int64], int]:
    """[games] scores of the games of `seed`, and how often the guide was left in all."""
    played = GuidedGames(learner.guide, games, seed=seed)
    waiting, scores, left = np.ones(games, bool), np.zeros(games, np.int64), 0
    while waiting.any():
        predicted = learner.predict(played.observations)
        actions = choose(predicted, played.legal, played.proposals, learner.threshold)
        left += int((actions != played.proposals)[waiting].sum())
        played.step(actions)
        ended = waiting & played.ended
        scores[ended] = played.scores[ended]
        waiting &= ~ended
    return scores, left
