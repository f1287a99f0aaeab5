"""Learners whose network sits on a rule agent, the guide: how they play, and the mean of weights.

What `counterfactual` and `guided_ppo` have in common.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.learning.cards import GuidedCard
from hanabilab.learning.checkpoints import part_of, with_prefix
from hanabilab.learning.descent import move_towards
from hanabilab.learning.devices import CPU
from hanabilab.learning.evaluation import first_scores
from hanabilab.learning.guide_kernels import choose
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided, GuidedGames
from hanabilab.learning.learner import Learner
from hanabilab.learning.settings import EVALUATION_SEED, GuidedSettings
from hanabilab.learning.weight_files import GUIDED
from hanabilab.notation import format_rules
from hanabilab.runs.reading import Layout, parse_json

#: Bytes of the state of NumPy's generator as JSON.
_MOST_RNG = 1000


class GuidedLearner(Learner[Any]):
    """A network that sits on a guide, at some point of its training.

    Attributes:
        decay: of the mean of weights, a gradient step.
        guide: that it sits on.
        games: that it plays.
        rng: of its random actions.
        mean: the running mean of its weights; it is evaluated and shipped.
        steps: gradient steps so far.
    """

    files, on_gpu, adam_eps = GUIDED, False, 1e-6
    decay: ClassVar[float]

    settings: GuidedSettings

    def __init__(self, settings: Any, device: torch.device = CPU) -> None:
        self.guide, self.steps = Guided(settings.guide, settings.rules), 0
        super().__init__(settings, device)
        self.mean = self.new_copy("mean")

    def begin_play(self) -> None:
        """Deal the games that are learned from."""
        settings = self.settings
        self.games = GuidedGames(self.guide, settings.num_envs, seed=settings.seed)
        self.rng = np.random.default_rng(settings.seed)

    def new_network(self) -> GuidedNetwork:
        """What learns: at first it has nothing to say."""
        return GuidedNetwork(self.guide.symmetry, self.settings.hidden)

    @property
    def threshold(self) -> float:
        """How much better than the guide's an action must be said to be, at this point."""
        raise NotImplementedError

    @property
    def shipped(self) -> GuidedNetwork:
        """The mean."""
        return self.mean

    def predict(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """[G, A] what the mean network makes of observations [G, N]."""
        with torch.no_grad():
            found: NDArray[np.float32] = self.mean(torch.from_numpy(observations))[0].numpy()
        return found

    def descend(self, losses: Mapping[str, Tensor]) -> dict[str, float]:
        """A gradient step down "loss", after which the mean is moved."""
        told = super().descend(losses)
        self.steps += 1
        # At first the mean is that of the few steps there are.
        move_towards(self.mean, self.network, max(1 - self.decay, 1 / (self.steps + 1)))
        return told

    def scores(self, games: int, seed: int = EVALUATION_SEED) -> NDArray[np.int64]:
        """[games] scores of the games 0, 1, ... of `seed`, greedy, with the mean in all seats."""
        played, threshold = GuidedGames(self.guide, games, seed=seed), float(self.threshold)

        def step() -> None:
            predicted = self.predict(played.observations)
            played.step(choose(predicted, played.legal, played.proposals, threshold))

        return first_scores(played, step)

    def card(self, history: list[dict[str, Any]]) -> GuidedCard:
        """Of the weights, which came to be as `history` tells."""
        settings, hidden = self.settings, [list(sizes[:2]) for sizes in self.settings.hidden]
        rules = format_rules(settings.rules)
        return GuidedCard(settings.guide, rules, hidden, self.threshold, history)

    # --- Checkpoints -----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the run has come to."""
        return super().arrays() | {"done": np.array([self.done, self.steps])}

    def play_arrays(self) -> dict[str, NDArray[Any]]:
        """Where play has come to."""
        state = json.dumps(self.rng.bit_generator.state).encode()
        games = with_prefix("games.", self.games.arrays())
        return {"rng": np.frombuffer(state, np.uint8)} | games

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave; raises as `Learner.restore`."""
        super().restore(arrays)
        self.steps = int(arrays["done"][1])

    def restore_play(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `play_arrays` gave."""
        self.rng.bit_generator.state = parse_json(arrays["rng"].tobytes(), Path("its generator"))
        self.games.restore(part_of(arrays, "games."))

    def later_layouts(self) -> dict[str, Layout]:
        """What else `arrays` has after the first update, or may have of another length."""
        return self.descent.layouts() | {"rng": Layout(np.uint8, (range(_MOST_RNG),))}
