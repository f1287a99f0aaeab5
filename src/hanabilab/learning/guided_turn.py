"""One turn of an agent that sits on a guide, as kernels: what it sees, thinks and does.

The network is that of `guided_network`. Here it works on one position, from one array of weights.
Most entries of an observation are zero, and so is half of what hidden layers say: rows of weights
are added up where there is something to add. That takes less time than a matrix product over many
positions, and no other position can change a bit of the answer.

The agent's memory is the handle (`_jit.handles`) of what it knows, and after it the guide's memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import add_half_rows, array_at, borrow, handle_of, inlined_kernel, kernel
from hanabilab.agents.facts import fill_at
from hanabilab.agents.native import act_at, observe_at
from hanabilab.agents.policy import Memory
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.layout import LAYOUT
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import RULE_TABLES, RuleTables
from hanabilab.game.view import View
from hanabilab.learning.guide_kernels import Guide, Reader, Seat, Shown, best_action, show_row
from hanabilab.randomness import Rng

_FLOATS, _HALVES, _INTEGERS = np.dtype(np.float32), np.dtype(np.uint16), np.dtype(np.int64)

#: A `guided_network.ColorLayer`: its channels, for all colors and of each, and where its weights
#: and biases begin. Rows of weights are filled up with zeros to `width` and `color_width`.
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
    """The network.

    Attributes:
        act_order: [A] which output stands for an action.
        layers: [L] LAYER rows.
        weights: the bits of half-precision numbers: of each layer the rows of `of_all` and
            `of_color`.
        biases: of all layers; and at the end the threshold.
    """

    act_order: NDArray[np.int64]
    layers: NDArray[Any]
    weights: NDArray[np.uint16]
    biases: NDArray[np.float32]


class Known(NamedTuple):
    """What the agent knows. Its handles point into these arrays: keep them as long as it is asked.

    Attributes:
        rules: [1] RULE_TABLES rows, of the only game that it plays.
        layout: [1] LAYOUT rows of HLE's vector.
        order: [N] which entry of HLE's vector, facts and proposal stands where in an observation.
        network: that sits on the guide.
    """

    rules: NDArray[Any]
    layout: NDArray[Any]
    order: NDArray[np.int64]
    network: Network


#: Where what stands in the array whose handle opens the memory: two words for each array, the
#: handle and the number of entries, and then the guide's functions.
_RULES, _LAYOUT, _ORDER, _ACT_ORDER, _LAYERS, _WEIGHTS, _BIASES = range(0, 14, 2)
_ACT, _OBSERVE, _FACTS, _WORDS = range(14, 18)


def words_of(guide: Guide, known: Known) -> NDArray[np.int64]:
    """Handles and lengths of all that the agent knows."""
    arrays = (known.rules, known.layout, known.order, *known.network)
    words = [word for array in arrays for word in (handle_of(array), array.size)]
    functions = (guide.blueprint.act, guide.blueprint.observe, guide.facts)
    return np.array([*words, *map(handle_of, functions)], np.int64)


@inlined_kernel
def _words(memory: Memory) -> NDArray[np.int64]:
    return array_at(memory[0], _WORDS, _INTEGERS)


@kernel
def _network(words: NDArray[np.int64]) -> Network:
    return Network(
        array_at(words[_ACT_ORDER], words[_ACT_ORDER + 1], _INTEGERS),
        array_at(words[_LAYERS], words[_LAYERS + 1], LAYER),
        array_at(words[_WEIGHTS], words[_WEIGHTS + 1], _HALVES),
        array_at(words[_BIASES], words[_BIASES + 1], _FLOATS),
    )


# --- What it thinks ------------------------------------------------------------------------------


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
    for layer in layers:
        written = np.empty(layer.fixed_out + colors * layer.color_out, np.float32)
        _apply_layer(written, values, layer, colors, network, room)
        if layer.bias + layer.width < len(network.biases) - 1:  # all but the last
            for neuron in range(len(written)):
                written[neuron] = max(written[neuron], np.float32(0))
        values = written
    value_at = layers[len(layers) - 1].fixed_out - 1  # what the position is worth: no action
    for action in range(len(worth)):
        place = network.act_order[action]
        worth[action] = values[place + (place >= value_at)]


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
    add_half_rows(total, values[:fixed_in], network.weights[layer.of_all : split], room.chosen)
    add_half_rows(total, sums, network.weights[split:of_color], room.chosen)
    written[:fixed] = total[:fixed]
    rows = network.weights[of_color : of_color + color_in * len(own)]
    own[:] = 0
    for each in range(colors):
        own[:color] = total[fixed : fixed + color]
        start = fixed_in + each * color_in
        add_half_rows(own, values[start : start + color_in], rows, room.chosen)
        written[fixed + each * color : fixed + (each + 1) * color] = own[:color]


# --- What it does --------------------------------------------------------------------------------


@kernel
def is_of(rules: RuleTables, own: RuleTables) -> bool:
    """Whether a game's rules have the sizes that the agent was made for."""
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


class Thought(NamedTuple):
    """What the agent thinks of a turn.

    Attributes:
        action: that it takes.
        proposal: what the guide would do.
        worth: [A] what the network says of each action, in points; -inf of illegal ones.
    """

    action: int
    proposal: int
    worth: NDArray[np.float32]


@kernel
def think(view: View, memory: Memory, rng: Rng) -> Thought:
    """What the agent thinks of its turn; no action if these are not its rules."""
    words = _words(memory)
    network = _network(words)
    worth = np.empty(len(network.act_order), np.float32)
    if not is_of(view.rules, array_at(words[_RULES], 1, RULE_TABLES)[0]):
        return Thought(NO_ACTION, NO_ACTION, worth)
    order, guide = array_at(words[_ORDER], words[_ORDER + 1], _INTEGERS), _guide(words)
    shown = Shown(
        observations=np.empty((1, len(order)), np.float32),
        legal=np.empty((1, len(worth)), np.bool_),
        proposals=np.empty(1, np.int64),
    )
    reader = Reader(guide, array_at(words[_LAYOUT], 1, LAYOUT)[0], order)
    show_row(shown, 0, Seat(view, memory[1:], rng), reader, np.empty(len(order), np.float32))
    predict(worth, shown.observations[0], network, int(view.rules.num_suits))
    legal, proposal = shown.legal[0], int(shown.proposals[0])
    for action in range(len(worth)):
        if not legal[action]:
            worth[action] = -np.inf
    return Thought(best_action(worth, legal, proposal, network.biases[-1]), proposal, worth)


@inlined_kernel
def _guide(words: NDArray[np.int64]) -> Guide:
    blueprint = Blueprint(act_at(words[_ACT]), observe_at(words[_OBSERVE]), True)
    return Guide(blueprint, fill_at(words[_FACTS]))


def act(view: View, memory: Memory, rng: Rng) -> int:
    """The guide's action, or one that the network says is better."""
    return think(view, memory, rng).action


def observe(view: View, memory: Memory) -> None:
    """The guide's memory follows the game."""
    observe_at(_words(memory)[_OBSERVE])(view, memory[1:])


def fill_facts(view: View, memory: Memory, out: NDArray[np.float32]) -> None:
    """What the guide knows."""
    fill_at(_words(memory)[_FACTS])(view, memory[1:], out)


def follow(view: View, memory: Memory, rng: Rng) -> int:
    """The guide's action, always."""
    return act_at(_words(memory)[_ACT])(view, memory[1:], rng)
