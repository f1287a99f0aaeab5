"""Feed-forward networks of channels for all colors and for each, as kernels.

The layers are those of `guided_network` and `networks.linear`, without channels of pairs. Here they
work on one position, from one array of weights. Most entries of an observation are zero, and so is
half of what hidden layers say: rows of weights are added up where there is something to add. That
takes less time than a matrix product over many positions, and no other position can change a bit of
the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import LANES, add_weighed_rows, aligned, array_at, borrow, kernel
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import RuleTables

_FLOATS, _INTEGERS = np.dtype(np.float32), np.dtype(np.int64)

#: A layer: its channels, for all colors and of each, and where its weights and biases begin. Rows
#: of weights are filled up with zeros to `width` and `color_width`.
_LAYER_FIELDS = (
    *("fixed_in", "color_in", "fixed_out", "color_out"),
    *("width", "color_width", "of_all", "of_color", "bias"),
)
LAYER = np.dtype((Record, [(name, np.int64) for name in _LAYER_FIELDS]))


class Layer(Protocol):
    """A LAYER row, field for field."""

    fixed_in: int
    color_in: int
    fixed_out: int
    color_out: int
    width: int
    color_width: int
    of_all: int
    of_color: int
    bias: int


class Network(NamedTuple):
    """A network; ReLU stands after each layer but the last.

    Attributes:
        act_order: [A] which number of the last layer stands for an action.
        layers: [L] LAYER rows.
        weights: of each layer the rows of `of_all` and `of_color`; of single precision, or the bits
            of half precision.
        biases: of all layers.
    """

    act_order: NDArray[np.int64]
    layers: NDArray[Any]
    weights: NDArray[Any]
    biases: NDArray[np.float32]


class Weights(NamedTuple):
    """One layer: `y0 = b0 + x0 A00 + sum(x1) A10` and `y1 = b1 + x0 A01 + sum(x1) A11 + x1 W`.

    `x1` and `y1` have a row for each color.

    Attributes:
        channels: that it reads, for all colors and of each; and that it writes.
        of_all: [reads, writes] `A`.
        of_color: [color reads, color writes] `W`.
        bias: [writes].
    """

    channels: tuple[int, int, int, int]
    of_all: NDArray[np.float32]
    of_color: NDArray[np.float32]
    bias: NDArray[np.float32]


def pack(layers: Iterable[Weights], act_order: NDArray[np.int64], *, half: bool) -> Network:
    """A network for kernels.

    Args:
        layers: from the first to the last.
        act_order: [A] which number of the last one stands for an action.
        half: keep weights in half precision.
    """
    rows, weights, biases = [], [], []
    written = [0, 0]  # weights and biases so far
    for layer in layers:
        blocks, bias = [filled(layer.of_all), filled(layer.of_color)], filled(layer.bias[None])
        places = (written[0], written[0] + blocks[0].size, written[1])
        rows.append((*layer.channels, blocks[0].shape[1], blocks[1].shape[1], *places))
        weights += [each.ravel() for each in blocks]
        biases.append(bias.ravel())
        written = [written[0] + sum(each.size for each in blocks), written[1] + bias.size]
    together = np.concatenate(weights)
    return Network(
        act_order=np.ascontiguousarray(act_order, np.int64),
        layers=np.array(rows, LAYER),
        weights=aligned(together.astype(np.float16).view(np.uint16) if half else together),
        biases=np.concatenate(biases).astype(np.float32),
    )


def filled(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of a length that vectors divide, filled up with zeros."""
    return np.pad(rows, ((0, 0), (0, -rows.shape[1] % LANES)))


@kernel
def network_at(words: NDArray[np.int64], at: int, kind: Any) -> Network:
    """The network whose four arrays stand in `words` from `at` on, as `_jit.words_of` writes them.

    Args:
        kind: dtype of its weights.
    """
    return Network(
        array_at(words[at], words[at + 1], _INTEGERS),
        array_at(words[at + 2], words[at + 3], LAYER),
        array_at(words[at + 4], words[at + 5], kind),
        array_at(words[at + 6], words[at + 7], _FLOATS),
    )


@kernel
def is_of(rules: RuleTables, own: RuleTables) -> bool:
    """Whether a game's rules have the cards and sizes of those that a network was made for."""
    for card in range(own.num_cards):
        if rules.copies[card] != own.copies[card]:
            return False
    return (
        rules.num_players == own.num_players
        and rules.num_suits == own.num_suits
        and rules.num_ranks == own.num_ranks
        and rules.hand_size == own.hand_size
        and rules.num_actions == own.num_actions
        and rules.deck_size == own.deck_size
        and rules.max_information_tokens == own.max_information_tokens
        and rules.max_life_tokens == own.max_life_tokens
        and rules.variant == own.variant
    )


@kernel
def predict(
    worth: NDArray[np.float32], observation: NDArray[np.float32], network: Network, colors: int
) -> None:
    """Fill `worth` [A] with what the network says of actions; illegal ones are not masked.

    Args:
        worth: filled.
        observation: [N] in color-major order.
        network: that is asked.
        colors: how many there are.
    """
    layers, values = network.layers, observation
    room = _new_room(layers)
    for number in range(len(layers)):
        layer = layers[number]
        written = np.empty(layer.fixed_out + colors * layer.color_out, np.float32)
        _apply_layer(written, values, layer, colors, network, room)
        if number < len(layers) - 1:
            for neuron in range(len(written)):
                written[neuron] = max(written[neuron], np.float32(0))
        values = written
    for action in range(len(worth)):
        worth[action] = values[network.act_order[action]]


class Room(NamedTuple):
    """Scratch for a layer, with room for any."""

    total: NDArray[np.float32]
    sums: NDArray[np.float32]
    own: NDArray[np.float32]
    chosen: NDArray[np.int32]


@kernel
def _new_room(layers: NDArray[Any]) -> Room:
    most = 0
    for layer in layers:
        most = max(most, int(layer.fixed_in), int(layer.color_in), int(layer.width))
    floats = np.empty((3, most), np.float32)
    return Room(floats[0], floats[1], floats[2], np.empty(most, np.int32))


@kernel
def _apply_layer(
    written: NDArray[np.float32],
    values: NDArray[np.float32],
    layer: Layer,
    colors: int,
    network: Network,
    room: Room,
) -> None:
    """Write what a layer says of `values`: for all colors, and then color by color.

    Args:
        written: [fixed_out + colors * color_out] filled.
        values: [fixed_in + colors * color_in].
        layer: LAYER row.
        colors: how many there are.
        network: that it is of.
        room: scratch.
    """
    written, values, network, room = borrow(written), borrow(values), borrow(network), borrow(room)
    fixed_in, color_in = int(layer.fixed_in), int(layer.color_in)
    fixed, color, width = int(layer.fixed_out), int(layer.color_out), int(layer.width)
    split, of_color = layer.of_all + fixed_in * width, int(layer.of_color)
    total, sums, own = room.total[:width], room.sums[:color_in], room.own[: layer.color_width]
    total[:] = network.biases[layer.bias : layer.bias + width]
    sums[:] = 0
    for each in range(colors):
        sums += values[fixed_in + each * color_in : fixed_in + (each + 1) * color_in]
    add_weighed_rows(total, values[:fixed_in], network.weights[layer.of_all : split], room.chosen)
    add_weighed_rows(total, sums, network.weights[split:of_color], room.chosen)
    written[:fixed] = total[:fixed]
    rows = network.weights[of_color : of_color + color_in * len(own)]
    own[:] = 0
    for each in range(colors):
        own[:color] = total[fixed : fixed + color]
        start = fixed_in + each * color_in
        add_weighed_rows(own, values[start : start + color_in], rows, room.chosen)
        written[fixed + each * color : fixed + (each + 1) * color] = own[:color]
