"""Families of neurons: how permutations of colors move the neurons of a symmetric layer.

A channel of order k has one neuron for each ordered k-tuple of distinct colors: with five colors
1, 5 or 20 neurons for k = 0, 1, 2. "How many tokens are left" is of order 0, "the partner's first
card is this color" of order 1. A permutation of colors moves the neuron of a tuple to that of the
permuted tuple, and does nothing else. This is the construction T^k of Wang & Wei 2021, section 6.

A layer stands in one flat vector: channels of order 0, then for each color its channels of order 1,
then for each pair (a, b) of distinct colors, a first, its channels of order 2.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: Channels of an order in a layer, and hidden layers, at most.
MAX_CHANNELS, MAX_LAYERS = 65_536, 16


class Channels(NamedTuple):
    """How many channels of each order a layer has.

    A plain layer is one whose channels are all of order 0: `Channels(512)`.
    """

    fixed: int = 0
    colors: int = 0
    pairs: int = 0

    def count_neurons(self, colors: int) -> int:
        """Neurons of the layer: the length of its flat vector."""
        return self.fixed + colors * self.colors + colors * (colors - 1) * self.pairs


def check_channels(channels: Channels) -> None:
    """Do nothing if a layer can have these channels.

    Raises:
        ValueError: they are no whole numbers from 0 to `MAX_CHANNELS`.
    """
    if not all(type(number) is int and 0 <= number <= MAX_CHANNELS for number in channels):
        raise ValueError(
            f"channels are {tuple(channels)}; whole numbers from 0 to {MAX_CHANNELS:,}"
        )


def tuples_of(order: int, colors: int) -> list[tuple[int, ...]]:
    """The ordered tuples of distinct colors, in the order of the flat vector."""
    return list(permutations(range(colors), order))


class Orbits(NamedTuple):
    """Which weights of a dense matrix must be equal, so that it commutes with permutations.

    Attributes:
        place: [outputs, inputs] the number of the free weight at each place.
        total: how many free weights there are.
    """

    place: NDArray[np.int64]
    total: int


def tie_weights(inputs: Channels, outputs: Channels, colors: int) -> Orbits:
    """The orbits of pairs of neurons under all permutations of colors.

    Two neurons of tuples t and s share a weight with every pair of neurons whose tuples overlap in
    the same way: which member of s equals which member of t. Each pair of channels has free weights
    of its own. For one channel of each order up to 2 there are 20, if colors are 4 or more.
    """
    shape = outputs.count_neurons(colors), inputs.count_neurons(colors)
    index, count, row = np.empty(shape, np.int64), 0, 0
    for order, width in enumerate(outputs):
        column, rows = 0, len(tuples_of(order, colors)) * width
        for from_order, from_width in enumerate(inputs):
            block = _tie_block((order, width), (from_order, from_width), colors)
            index[row : row + rows, column : column + block.shape[1]] = count + block
            count += int(block.max(initial=-1)) + 1
            column += block.shape[1]
        row += rows
    return Orbits(index, count)


def tie_biases(channels: Channels, colors: int) -> Orbits:
    """[neurons] One bias a channel, whatever the colors: a bias of its own would name a color."""
    parts, count = [], 0
    for order, width in enumerate(channels):
        parts.append(np.tile(count + np.arange(width), len(tuples_of(order, colors))))
        count += width
    return Orbits(np.concatenate(parts), count)


def _tie_block(to: tuple[int, int], source: tuple[int, int], colors: int) -> NDArray[np.int64]:
    """Orbits between channels of one order and of another, numbered from 0."""
    (order, width), (from_order, from_width) = to, source
    rows, columns = tuples_of(order, colors), tuples_of(from_order, colors)
    overlaps = [[_overlap(outer, inner) for inner in columns] for outer in rows]
    known: dict[tuple[int, ...], int] = {}
    numbers = [known.setdefault(overlap, len(known)) for row in overlaps for overlap in row]
    # One color makes no pairs: then there are no rows or no columns.
    pattern = np.array(numbers, np.int64).reshape(len(rows), len(columns))
    channel = np.arange(width)[:, None] * from_width + np.arange(from_width)
    # [tuples, channels] of the outputs by [tuples, channels] of the inputs
    block = pattern[:, None, :, None] * (width * from_width) + channel[:, None, :]
    return block.reshape(len(rows) * width, len(columns) * from_width)


def _overlap(outer: tuple[int, ...], inner: tuple[int, ...]) -> tuple[int, ...]:
    """For each member of `outer`, where `inner` has it; -1 where it has not."""
    return tuple(inner.index(color) if color in inner else -1 for color in outer)
