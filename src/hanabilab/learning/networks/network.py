"""Networks that play: what a seat observes, turn by turn, to the worth of actions.

One class serves for plain and for symmetric networks, for those with and without memory, and for
actor-critic and value-based learning. A plain network is a symmetric one whose channels are all of
order 0: it may treat every color as it likes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from hanabilab.learning.networks.families import Channels
from hanabilab.learning.networks.linear import SymmetricLinear
from hanabilab.learning.networks.recurrent import SymmetricRecurrent
from hanabilab.learning.symmetry import ColorMajor, ColorSymmetry


@dataclass(frozen=True)
class Architecture:
    """What a network is made of.

    Attributes:
        hidden: channels of each hidden layer; `Channels(512)` makes a plain network.
        layers: linear layers with ReLU before the memory, 1 or more.
        memory: "gru" or "lstm" after them, of the same channels; None for a network without.
        own_hand: whether it also tells of each own card whether it is playable, discardable or
            neither, to be trained beside the policy (the auxiliary task of Hu & Foerster 2020).
    """

    hidden: Channels
    layers: int = 1
    memory: Literal["gru", "lstm"] | None = None
    own_hand: bool = False

    @property
    def symmetric(self) -> bool:
        """Whether the network treats all colors alike."""
        return bool(self.hidden.colors or self.hidden.pairs)


class Output(NamedTuple):
    """What a network makes of observations.

    Attributes:
        actions: [T, B, A] logits of a policy, or advantages; illegal actions are not masked.
        value: [T, B] of the position, in points.
        own_hand: [T, B, slots, 3] logits of playable, discardable, neither; no slots if not asked.
        state: [states, B, neurons] memory after the last turn; no states without memory.
    """

    actions: Tensor
    value: Tensor
    own_hand: Tensor
    state: Tensor


class Network(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """A network over the observations of one seat.

    Args:
        symmetry: how colors lie in observations and actions, of `learning.symmetry`.
        architecture: layers.
        hand_size: slots of a hand.
    """

    def __init__(
        self, symmetry: ColorSymmetry, architecture: Architecture, hand_size: int = 5
    ) -> None:
        super().__init__()
        colors, hidden = symmetry.colors, architecture.hidden
        observation, actions = symmetry.observation, symmetry.actions
        if not architecture.symmetric:
            observation, actions = _plain(observation), _plain(actions)
        self.register_buffer("read_order", torch.from_numpy(observation.order), persistent=False)
        self.register_buffer("act_order", torch.from_numpy(actions.inverse), persistent=False)

        sizes = [_channels(observation)] + [hidden] * architecture.layers
        self.layers = nn.ModuleList(SymmetricLinear(a, b, colors) for a, b in pairwise(sizes))
        memory = architecture.memory
        self.memory = memory and SymmetricRecurrent(memory, hidden, hidden, colors)
        self.policy_head = SymmetricLinear(hidden, _channels(actions), colors)
        self.value_head = SymmetricLinear(hidden, Channels(1), colors)
        self.slots = hand_size if architecture.own_hand else 0
        self.hand_head = SymmetricLinear(hidden, Channels(3 * self.slots), colors)

    def first_state(self, batch: int) -> Tensor:
        """[states, B, neurons] what is remembered before the first turn."""
        if self.memory is None:
            return self.policy_head.bias.new_zeros(0, batch, 0)
        return self.memory.first_state(batch)

    def forward(self, observations: Tensor, state: Tensor) -> Output:
        """The outputs for a sequence of turns.

        Args:
            observations: [T, B, N] vectors in the order of the game's layout.
            state: [states, B, neurons] before the first turn, of `first_state` or of an output.
        """
        values = observations[..., self.read_order]
        for layer in self.layers:
            values = layer(values).relu()
        if self.memory is not None:
            values, state = self.memory(values, state)
        actions = self.policy_head(values)[..., self.act_order]
        own_hand = self.hand_head(values).unflatten(-1, (self.slots, 3))
        return Output(actions, self.value_head(values).squeeze(-1), own_hand, state)


def dueling(output: Output, legal: Tensor) -> Tensor:
    """[T, B, A] values of actions: the position's, and how much better than the mean legal one.

    Args:
        output: of a network.
        legal: [T, B, A] which actions are legal; at least one in each position.

    Source: Wang et al. 2016, equation 9, over legal actions.
    """
    advantages = output.actions * legal
    mean = advantages.sum(-1, keepdim=True) / legal.sum(-1, keepdim=True).clamp(min=1)
    return output.value.unsqueeze(-1) + output.actions - mean


def _channels(entries: ColorMajor) -> Channels:
    return Channels(entries.fixed.size, entries.moved.shape[1])


def _plain(entries: ColorMajor) -> ColorMajor:
    """The same entries, none of which is taken to belong to a color."""
    colors, moved = entries.moved.shape
    return ColorMajor(np.arange(entries.fixed.size + colors * moved), entries.moved[:, :0])
