"""GRU and LSTM cells that commute with permutations of colors.

The cells are PyTorch's own kernels on dense matrices whose entries are tied: before each call each
place of a matrix is filled from the free weight of its orbit (`families.tie_weights`); gradients
flow back the same way. Gates work neuron by neuron, and a state of zeros is the same under every
permutation, so the whole cell commutes. A channel of order 1 remembers something of each color.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import sqrt
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn

from hanabilab.learning.networks.families import Channels, tie_biases, tie_weights

Cell = Literal["gru", "lstm"]
#: Gates of a cell, in the order of PyTorch's matrices.
_GATES = {"gru": 3, "lstm": 4}


class Dense(NamedTuple):
    """The matrices of a cell, of what it reads and of its state, and their biases."""

    read: Tensor
    carry: Tensor
    read_bias: Tensor
    carry_bias: Tensor


class SymmetricRecurrent(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """One layer of GRU or LSTM over time.

    Args:
        cell: which of the two.
        inputs: channels that it reads.
        state: channels that it remembers and gives out.
        colors: how many colors are permuted.
    """

    def __init__(self, cell: Cell, inputs: Channels, state: Channels, colors: int) -> None:
        super().__init__()
        self.cell, self.size = cell, state.count_neurons(colors)
        self._held: Dense | None = None
        gates, bound = _GATES[cell], 1 / sqrt(self.size)
        reading, carrying = tie_weights(inputs, state, colors), tie_weights(state, state, colors)
        biases = tie_biases(state, colors)
        for name, orbits in (("read", reading), ("carry", carrying), ("bias", biases)):
            self.register_buffer(f"{name}_index", torch.from_numpy(orbits.place), persistent=False)
        self.read = nn.Parameter(torch.empty(gates, reading.total).uniform_(-bound, bound))
        self.carry = nn.Parameter(torch.empty(gates, carrying.total).uniform_(-bound, bound))
        self.read_bias = nn.Parameter(torch.empty(gates, biases.total).uniform_(-bound, bound))
        self.carry_bias = nn.Parameter(torch.empty(gates, biases.total).uniform_(-bound, bound))

    def first_state(self, batch: int) -> Tensor:
        """[states, B, neurons] zeros: what is remembered before the first turn."""
        return self.read.new_zeros(self.states, batch, self.size)

    @property
    def states(self) -> int:
        """Vectors that a cell carries: one of a GRU, two of an LSTM."""
        return 2 if self.cell == "lstm" else 1

    def forward(self, values: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """What it gives out, [T, B, neurons], and its state after the last step.

        Args:
            values: [T, B, inputs].
            state: [states, B, neurons] before the first step.
        """
        before, weights = state[:, None].unbind(0), list(self.dense_weights())
        if self.cell == "gru":
            out, after = torch.gru(values, before[0], weights, True, 1, 0.0, False, False, False)
            return out, after
        out, hidden, memory = torch.lstm(values, before, weights, True, 1, 0.0, False, False, False)
        return out, torch.cat((hidden, memory))

    def stepper(self, values: Tensor) -> Callable[[int, Tensor], Tensor]:
        """A function from a turn and the state before it to the state after it.

        For games that start and end in the midst of a sequence, where the state before a turn is
        not that after the turn before. What is read of all turns is computed at once.

        Args:
            values: [T, B, inputs].
        """
        weights = self.dense_weights()
        # Unbound at once: the gradient of an index would be as long as the sequence, each turn.
        read = (values @ weights.read.T + weights.read_bias).unbind(0)
        carry, bias = weights.carry.T, weights.carry_bias

        def step(turn: int, state: Tensor) -> Tensor:
            """[states, B, neurons] after `turn`, from the same before it."""
            return self._gates(read[turn], state[0] @ carry + bias, state)

        return step

    def _gates(self, read: Tensor, carried: Tensor, state: Tensor) -> Tensor:
        """The state after a step, in the equations of `nn.GRU` and `nn.LSTM`."""
        size, before = self.size, state[0]
        if self.cell == "gru":
            reset, update = (read + carried)[:, : 2 * size].sigmoid().chunk(2, -1)
            new = (read[:, 2 * size :] + reset * carried[:, 2 * size :]).tanh()
            return (new + update * (before - new))[None]
        take, keep, new, give = (read + carried).chunk(4, -1)
        memory = keep.sigmoid() * state[1] + take.sigmoid() * new.tanh()
        return torch.stack((give.sigmoid() * memory.tanh(), memory))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Fill the matrices once for all calls inside, which must not change the free weights."""
        self._held = self.dense_weights()
        try:
            yield
        finally:
            self._held = None

    def dense_weights(self) -> Dense:
        """The matrices that PyTorch's kernels take."""
        return self._held or Dense(
            _fill(self.read, self.read_index),
            _fill(self.carry, self.carry_index),
            _fill(self.read_bias, self.bias_index),
            _fill(self.carry_bias, self.bias_index),
        )


def _fill(free: Tensor, index: Tensor) -> Tensor:
    """[gates * outputs, ...] a matrix for all gates, of the free weights [gates, count] of each."""
    if free.shape[1] == index.numel():  # a plain layer: every place has a weight of its own
        return free.view(-1, *index.shape[1:])
    return free[:, index].flatten(0, 1)
