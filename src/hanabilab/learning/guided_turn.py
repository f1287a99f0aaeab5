"""One turn of an agent that sits on a guide, as kernels: what it sees, thinks and does.

The network is that of `guided_network`, as the kernels of `color_layers` have it. The agent's
memory is the handle (`_jit.handles`) of what it knows, and after it the guide's memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import array_at, handle_of, inlined_kernel, kernel, words_of
from hanabilab.agents.facts import fill_at
from hanabilab.agents.native import act_at, observe_at
from hanabilab.agents.policy import Memory
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.layout import LAYOUT
from hanabilab.game.rule_tables import RULE_TABLES
from hanabilab.game.view import View
from hanabilab.learning.color_layers import Network, is_of, network_at, predict
from hanabilab.learning.guide_kernels import Guide, Reader, Seat, Shown, best_action, show_row
from hanabilab.randomness import Rng

_FLOATS, _HALVES, _INTEGERS = np.dtype(np.float32), np.dtype(np.uint16), np.dtype(np.int64)


class Known(NamedTuple):
    """What the agent knows. Its handles point into these arrays: keep them as long as it is asked.

    Attributes:
        rules: [1] RULE_TABLES rows, of the only game that it plays.
        layout: [1] LAYOUT rows of HLE's vector.
        order: [N] which entry of HLE's vector, facts and proposal stands where in an observation.
        network: that sits on the guide.
        threshold: [1] points by which an action must be said to be better than the guide's.
    """

    rules: NDArray[Any]
    layout: NDArray[Any]
    order: NDArray[np.int64]
    network: Network
    threshold: NDArray[np.float32]


#: Where what stands in the array whose handle opens the memory: two words for each array, the
#: handle and the number of entries, and then the guide's functions.
_RULES, _LAYOUT, _ORDER, _NETWORK, _THRESHOLD = 0, 2, 4, 6, 14
_ACT, _OBSERVE, _FACTS, _WORDS = range(16, 20)


def all_words(guide: Guide, known: Known) -> NDArray[np.int64]:
    """Handles and lengths of all that the agent knows."""
    words = words_of((known.rules, known.layout, known.order, *known.network, known.threshold))
    functions = (guide.blueprint.act, guide.blueprint.observe, guide.facts)
    return np.array([*words, *map(handle_of, functions)], np.int64)


@inlined_kernel
def _words(memory: Memory) -> NDArray[np.int64]:
    return array_at(memory[0], _WORDS, _INTEGERS)


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
    network = network_at(words, _NETWORK, _HALVES)
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
    threshold = array_at(words[_THRESHOLD], 1, _FLOATS)[0]
    return Thought(best_action(worth, legal, proposal, threshold), proposal, worth)


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
