"""CAPI's network: it maps a public state to a value, and to logits of each type's actions.

Source: Sokota, Lockhart, Timbers et al. 2021, section 5: 256 units, two residual layers, a head for
each turn.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from hanabilab.tiny.deep.public_model import PublicModel
from hanabilab.torch_extra import import_torch


class Network:
    """Weights, and Adam's moments of them.

    Heads are numbered as turns: the open ones, then the last move of seat 0 and of seat 1.

    Args:
        model: the game; says what the heads are.
        hidden: units of a layer.
        seed: of the first weights.
    """

    def __init__(self, model: PublicModel, hidden: int, seed: int) -> None:
        types, turns = model.prior.shape, zip(model.seats, model.actions, strict=True)
        self.heads = [(types[seat], count) for seat, count in turns]
        self.heads += list(zip(types, model.last_moves, strict=True))
        rng = np.random.default_rng([seed, 0])
        sizes = {"in": (model.num_features, hidden), "one": (hidden, hidden)}
        sizes |= {"two": (hidden, hidden), "value": (hidden, 1)}
        sizes |= {f"turn{turn}": (hidden, types * a) for turn, (types, a) in enumerate(self.heads)}
        torch = import_torch()
        self.weights = {
            f"{name}.{kind}": torch.from_numpy(_uniform(rng, shape, size[0])).requires_grad_()
            for name, size in sizes.items()
            for kind, shape in (("weight", size), ("bias", size[1:]))
        }

    def trunk(self, features: Any) -> Any:
        """[B, hidden] what all heads read, of public states [B, num_features]."""
        first = self._layer("in", features).relu()
        second = (first + self._layer("one", first)).relu()
        return (second + self._layer("two", second)).relu()

    def value(self, trunk: Any) -> Any:
        """[B] value, in units of the largest payoff."""
        return self._layer("value", trunk).squeeze(-1)

    def log_policy(self, trunk: Any, head: int) -> Any:
        """[B, T, A] log-probabilities of each type's actions."""
        logits = self._layer(f"turn{head}", trunk).view(-1, *self.heads[head])
        return logits.log_softmax(-1)

    def _layer(self, name: str, inputs: Any) -> Any:
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        return import_torch().addmm(bias, inputs, weight)


def _uniform(rng: np.random.Generator, shape: tuple[int, ...], inputs: int) -> Any:
    """First weights as PyTorch draws those of a linear layer."""
    bound = 1 / sqrt(inputs)
    return rng.uniform(-bound, bound, shape).astype(np.float32)
