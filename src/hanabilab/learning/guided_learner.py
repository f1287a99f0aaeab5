"""A learner beside a guide: its games, its network, the mean of its weights, and its checkpoint.

`counterfactual` and `guided_ppo` teach it; `guided_training` runs them.
"""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor

from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided, GuidedGames, choose
from hanabilab.learning.networks.families import Channels


class Learner:
    """What is trained, and all that training needs to go on.

    Args:
        guide: the agent and the rules.
        hidden: channels of the network's hidden layers.
        games: how many games are played side by side.
        seed: of decks, weights and choices.

    Attributes:
        network: whose weights are trained.
        mean: the running mean of its weights, which plays.
        samples: positions learned from.
        seconds: CPU time of training so far.
    """

    def __init__(
        self, guide: Guided, hidden: tuple[Channels, ...], games: int, *, seed: int
    ) -> None:
        torch.manual_seed(seed)
        self.guide, self.seed = guide, seed
        self.network = GuidedNetwork(guide.symmetry, hidden)
        self.mean = copy.deepcopy(self.network)
        self.adam = torch.optim.Adam(self.network.parameters(), eps=1e-6)
        self.games = GuidedGames(guide, games, seed=seed)
        self.rng = np.random.default_rng(seed)
        self.samples, self.updates, self.seconds = 0, 0, 0.0
        self.decay = 0.995

    def predict(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """[G, A] what the mean network makes of observations [G, N]."""
        with torch.no_grad():
            found: NDArray[np.float32] = self.mean(torch.from_numpy(observations))[0].numpy()
        return found

    def set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        for group in self.adam.param_groups:
            group["lr"] = rate

    def descend(self, loss: Tensor) -> None:
        """Take one step down the gradient of `loss`, its norm cut off at 1; move the mean."""
        self.adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.adam.step()
        self.updates += 1
        # At first the mean is that of the few steps there are.
        weight = max(1 - self.decay, 1 / (self.updates + 1))
        with torch.no_grad():
            for mean, value in zip(self.mean.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(value, weight)

    # --- Keeping ---------------------------------------------------------------------------------

    def save(self, path: Path, told: dict[str, Any]) -> None:
        """Write everything to `path` at once; `told` is kept beside it."""
        tensors = {f"network.{name}": value for name, value in self.network.state_dict().items()}
        tensors |= {f"mean.{name}": value for name, value in self.mean.state_dict().items()}
        for index, kept in self.adam.state_dict()["state"].items():
            tensors |= {f"adam.{index}.{name}": value for name, value in kept.items()}
        for name, array in self.games.batch._asdict().items():
            tensors[f"games.{name}"] = torch.from_numpy(
                np.frombuffer(array.tobytes(), np.uint8).copy()
            )
        counts = {"samples": self.samples, "updates": self.updates, "seconds": self.seconds}
        state = {"rng": self.rng.bit_generator.state, "counts": counts, "told": told}
        partial = path.with_suffix(".partial")
        save_file(tensors, partial, {"state": json.dumps(state)})
        partial.replace(path)

    def load(self, path: Path) -> dict[str, Any]:
        """Go on from a file of `save`; returns what was told."""
        with safe_open(path, "pt") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            state = json.loads(file.metadata()["state"])
        self.network.load_state_dict(_part(tensors, "network."))
        self.mean.load_state_dict(_part(tensors, "mean."))
        adam = self.adam.state_dict()
        adam["state"] = {}
        for name, value in _part(tensors, "adam.").items():
            index, _, what = name.partition(".")
            adam["state"].setdefault(int(index), {})[what] = value
        self.adam.load_state_dict(adam)
        for name, value in _part(tensors, "games.").items():
            array = getattr(self.games.batch, name)
            array[:] = np.frombuffer(value.numpy().tobytes(), array.dtype).reshape(array.shape)
        self.rng.bit_generator.state = state["rng"]
        for name, value in state["counts"].items():
            setattr(self, name, value)
        told: dict[str, Any] = state["told"]
        return told


def _part(tensors: dict[str, Tensor], start: str) -> dict[str, Tensor]:
    return {name[len(start) :]: value for name, value in tensors.items() if name.startswith(start)}


def evaluate(learner: Learner, threshold: float, games: int, seed: int) -> dict[str, float]:
    """Play each game of `seed` once, greedily, in all seats, and sum up.

    Returns:
        Mean score, its standard error, shares of perfect and of lost games, and deviations from the
        guide a game.
    """
    began = time.process_time()
    played = GuidedGames(learner.guide, games, seed=seed)
    waiting, scores, changes = np.ones(games, bool), np.zeros(games), 0
    while waiting.any():
        predicted = learner.predict(played.observations)
        actions = choose(predicted, played.legal, played.proposals, threshold)
        changes += int((actions != played.proposals)[waiting].sum())
        played.step(actions)
        ended = waiting & played.ended
        scores[ended] = played.scores[ended]
        waiting &= ~ended
    return {
        "score": scores.mean(),
        "error": scores.std(ddof=1) / np.sqrt(games),
        "perfect": (scores == learner.guide.rules.max_score).mean(),
        "zero": (scores == 0).mean(),
        "changes": changes / games,
        "cpu_seconds": time.process_time() - began,
    }
