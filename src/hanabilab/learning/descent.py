"""A network and the optimizer that trains it: steps down a gradient, and checkpoints of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.learning.checkpoints import part_of, with_prefix
from hanabilab.learning.devices import to_numpy
from hanabilab.runs.reading import Layout

#: What Adam keeps of each weight.
_MOMENTS = ("step", "exp_avg", "exp_avg_sq")


class Descent:
    """Adam on the weights of a network.

    Args:
        network: whose weights are trained.
        max_grad_norm: gradients are cut off at this norm.
        eps: of Adam, added to the root of squared gradients.
        weight_decay: pull of weights to zero, apart from gradients (AdamW).

    Attributes:
        advice: tells what would help where training diverges; "" where nothing is known to.
    """

    def __init__(
        self, network: Any, max_grad_norm: float, *, eps: float = 1e-8, weight_decay: float = 0
    ) -> None:
        self.network, self._max_grad_norm = network, max_grad_norm
        self.advice: Callable[[], str] = str
        self._adam = torch.optim.AdamW(network.parameters(), eps=eps, weight_decay=weight_decay)

    def set_rate(self, rate: float, beta: float = 0.9) -> None:
        """Set the learning rate, and how much the mean of gradients keeps of the one before."""
        for group in self._adam.param_groups:
            group["lr"], group["betas"] = rate, (beta, 0.999)

    def step(self, loss: Tensor) -> None:
        """Take one step down the gradient of `loss`.

        Raises:
            LearningError: the gradient is not finite; weights are left as they are.
        """
        self._adam.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), self._max_grad_norm)
        if not norm.isfinite():
            raise self.diverged("the gradient is not finite")
        self._adam.step()

    def diverged(self, what: str) -> LearningError:
        """What to raise where training diverged: what shows it, and what would help."""
        told = f"training diverged: {what}", self.advice()
        return LearningError("; ".join(filter(None, told)))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Weights, and what the optimizer remembers of them."""
        found = with_prefix("weight.", weight_arrays(self.network))
        kept = self._adam.state_dict()["state"]
        for index, (name, _) in enumerate(self.network.named_parameters()):
            for moment, value in kept.get(index, {}).items():
                found[f"{moment}.{name}"] = to_numpy(value).copy()
        return found

    def layouts(self) -> dict[str, Layout]:
        """Of what `arrays` has of the optimizer, once steps were taken."""
        return {
            f"{moment}.{name}": Layout(np.float32, () if moment == "step" else tuple(weight.shape))
            for name, weight in self.network.named_parameters()
            for moment in _MOMENTS
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave.

        Raises:
            KeyError, ValueError: it is of another network.
        """
        restore_weights(self.network, part_of(arrays, "weight."))
        state: dict[int, dict[str, Tensor]] = {}
        for index, (name, _) in enumerate(self.network.named_parameters()):
            if f"step.{name}" in arrays:  # a head that no loss reads has no moments
                state[index] = {
                    moment: torch.from_numpy(arrays[f"{moment}.{name}"].copy())
                    for moment in _MOMENTS
                }
        groups = self._adam.state_dict()["param_groups"]
        self._adam.load_state_dict({"state": state, "param_groups": groups})


def move_towards(copy: Any, network: Any, share: float) -> None:
    """Move the weights of `copy` a share of the way to those of `network`."""
    with torch.no_grad():
        for slow, fast in zip(copy.parameters(), network.parameters(), strict=True):
            slow.lerp_(fast, share)


def weight_arrays(network: Any) -> dict[str, NDArray[np.float32]]:
    """A copy of each weight, by name."""
    return {name: to_numpy(weight).copy() for name, weight in network.named_parameters()}


def restore_weights(network: Any, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write what `weight_arrays` gave back into a network.

    Raises:
        KeyError, ValueError: it is of another network.
    """
    with torch.no_grad():
        for name, weight in network.named_parameters():
            given = arrays[name]
            if given.shape != tuple(weight.shape):
                raise ValueError(f"{name} has shape {given.shape}, not {tuple(weight.shape)}")
            weight.copy_(torch.from_numpy(given.copy()))
