"""The network of a model of people: a score for each action, in light of the position.

Every action is scored by the same layers; chances are the softmax of the scores of legal actions.
PyTorch learns them. At the table a kernel computes them a decision at a time, so that chances do
not depend on which games are asked for together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanabilab._jit import kernel
from hanabilab.learning.clone.columns import ACTION_COLUMNS, POSITION_COLUMNS
from hanabilab.learning.rollouts import mask_illegal


class CloneNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """Two hidden layers over what is told of an action and of the position.

    Args:
        hidden: neurons of each hidden layer.
        dropout: share of neurons that are left out while it learns.
    """

    def __init__(self, hidden: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.of_action = nn.Linear(ACTION_COLUMNS, hidden)
        self.of_position = nn.Linear(POSITION_COLUMNS, hidden, bias=False)
        self.second = nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, 1, bias=False)
        self.straight = nn.Linear(ACTION_COLUMNS, 1, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, actions: Tensor, positions: Tensor, legal: Tensor) -> Tensor:
        """[D, A] scores; illegal actions have none to speak of.

        Args:
            actions: [D, A, ACTION_COLUMNS].
            positions: [D, POSITION_COLUMNS].
            legal: [D, A].
        """
        first = self.of_action(actions) + self.of_position(positions)[:, None]
        second = self.second(self.dropout(first.relu())).relu()
        scores = self.score(self.dropout(second)) + self.straight(actions)
        return mask_illegal(scores[..., 0], legal)


class Layers(NamedTuple):
    """Weights of a network for the kernel, inputs first. H neurons.

    Attributes:
        of_action: [ACTION_COLUMNS, H].
        of_position: [POSITION_COLUMNS, H].
        second: [H, H].
        score: [H].
        straight: [ACTION_COLUMNS].
        biases: [2, H] of the hidden layers.
    """

    of_action: NDArray[np.float32]
    of_position: NDArray[np.float32]
    second: NDArray[np.float32]
    score: NDArray[np.float32]
    straight: NDArray[np.float32]
    biases: NDArray[np.float32]

    @classmethod
    def of(cls, network: CloneNetwork) -> Layers:
        """Those of a network."""

        def turned(weights: Tensor) -> NDArray[np.float32]:
            return np.ascontiguousarray(weights.detach().numpy().T)

        biases = torch.stack([network.of_action.bias, network.second.bias])
        return cls(
            turned(network.of_action.weight),
            turned(network.of_position.weight),
            turned(network.second.weight),
            turned(network.score.weight[0]),
            turned(network.straight.weight[0]),
            biases.detach().numpy().copy(),
        )


@kernel
def fill_chances(
    chances: NDArray[np.float64],
    decision: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]],
    layers: Layers,
    temperature: float,
) -> None:
    """Fill `chances` [A] with how likely each action is; 0 for illegal ones.

    Args:
        decision: what is told of its actions and of the position, and which actions are legal.
        temperature: scores are divided by it, above 0.
    """
    actions, position, legal = decision
    base = layers.biases[0].copy()
    _add_rows(base, position, layers.of_position)
    for action in range(len(legal)):
        if legal[action]:
            chances[action] = _score(actions[action], base, layers) / temperature
        else:
            chances[action] = -np.inf
    most, total = chances.max(), 0.0
    for action in range(len(legal)):
        chances[action] = np.exp(chances[action] - most)
        total += chances[action]
    chances /= total


@kernel
def _score(row: NDArray[np.float32], base: NDArray[np.float32], layers: Layers) -> float:
    """The score of one action."""
    first, second = base.copy(), layers.biases[1].copy()
    _add_rows(first, row, layers.of_action)
    _add_rows(second, np.maximum(first, np.float32(0)), layers.second)
    total = 0.0
    for place in range(len(second)):
        total += max(second[place], np.float32(0)) * layers.score[place]
    for column in range(len(row)):
        total += row[column] * layers.straight[column]
    return total


@kernel
def _add_rows(
    total: NDArray[np.float32], inputs: NDArray[np.float32], weights: NDArray[np.float32]
) -> None:
    """Add `inputs` [I] times `weights` [I, H] to `total` [H]; most inputs are zero."""
    for place in range(len(inputs)):
        value = inputs[place]
        if value != 0:
            for neuron in range(len(total)):
                total[neuron] += value * weights[place, neuron]
