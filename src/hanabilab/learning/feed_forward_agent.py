"""`net(FILE)` of a feed-forward network: a compiled policy, whose turns are kernels.

What it says of a turn is what PyTorch says, but for rounding: it has the layers of `color_layers`,
with weights of single precision. It remembers nothing; its memory is a handle of what it knows.
Networks with a memory are played by `agent`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import aligned, handle_of, words_of
from hanabilab.agents.pickling import NamedPolicy
from hanabilab.agents.policy import Turns
from hanabilab.errors import AgentError
from hanabilab.game.layout import LAYOUT, layout_of
from hanabilab.game.rule_tables import RULE_TABLES
from hanabilab.game.rules import Rules
from hanabilab.learning import feed_forward_turn
from hanabilab.learning.agent import NetworkAgent
from hanabilab.learning.cards import Card
from hanabilab.learning.color_layers import Weights, filled, pack
from hanabilab.learning.feed_forward_turn import Board, Known
from hanabilab.learning.networks import Network, SymmetricLinear
from hanabilab.learning.weight_files import NETWORKS, load_weights
from hanabilab.notation.call import text_of_call


@dataclass(frozen=True, eq=False, repr=False)
class FeedForwardPolicy(NamedPolicy):
    """The agent; `feed_forward_policy` makes one.

    Attributes:
        file: of its weights, or the name of some that come with the package.
        card: of the file.
        known: arrays that its kernels read; kept alive here.
        max_hands: that a search lists if it is not told otherwise; asking takes 10 microseconds.
    """

    max_hands: ClassVar[int] = 10_000

    file: str = field(kw_only=True)
    card: Card = field(kw_only=True)
    known: tuple[Any, ...] = field(kw_only=True, repr=False)

    @cached_property
    def batched(self) -> NetworkAgent:
        """The same network as PyTorch plays it, which also tells what score it expects."""
        return NetworkAgent(self.file)

    def require_rules(self, rules: Rules) -> None:
        """Do nothing if games have the cards and sizes of those that it has learned.

        Raises:
            AgentError: they have not.
        """
        self.card.require_rules(rules)

    def chances(self, turns: Turns) -> NDArray[np.float64]:
        """[G, A] how likely the network finds each action.

        Raises:
            AgentError: it has learned values of actions, and has none; or other rules.
        """
        self.require_rules(turns.rules)
        return self.chances_of(turns.views, turns.memory)

    def chances_of(self, views: NDArray[Any], memory: NDArray[np.int64]) -> NDArray[np.float64]:
        """[G, A] the same, by views [G] and memories [G, memory_size]."""
        if self.card.value_based:
            raise AgentError(f"{self.name} has learned values of actions, and tells no chances")
        found = np.zeros((len(views), int(views[0]["rules"]["num_actions"])))
        feed_forward_turn.fill_chances(found, views, memory)
        return found


def is_feed_forward(card: Card) -> bool:
    """Whether the network of a card can be a compiled policy.

    It is ours, has no memory and no channels of pairs, and does not read what was best (SAD) or
    what a belief says.
    """
    made = card.architecture
    if made is None or card.belief is not None:
        return False
    return made.memory is None and not made.hidden.pairs and not made.greedy_actions


def feed_forward_policy(file: str) -> FeedForwardPolicy:
    """The agent of a file of weights, or of the name of some that come with the package.

    Args:
        file: with a card for which `is_feed_forward` holds.

    Raises:
        HanabiError: as `load_weights` raises.
    """
    network, card = load_weights(file, NETWORKS)
    known = _known(network, card.rules)
    words = np.array(
        words_of((known.rules, known.layout, known.order, *known.board, *known.network)), np.int64
    )
    return FeedForwardPolicy(
        text_of_call("net", file),
        feed_forward_turn.act,
        memory_size=1,
        players=range(card.rules.players, card.rules.players + 1),
        common=True,
        settings=(handle_of(words),),
        plays_variants=not card.rules.is_usual,
        file=file,
        card=card,
        known=(words, known),
    )


def _known(network: Network, rules: Rules) -> Known:
    """What kernels read of a network."""
    linear = [*network.layers, network.policy_head]
    return Known(
        rules=np.array([rules.tables], RULE_TABLES),
        layout=np.array([layout_of(rules).row], LAYOUT),
        order=np.ascontiguousarray(network.read_order.numpy(), np.int64),
        board=_board(network),
        network=pack((_weights(each) for each in linear), network.act_order.numpy(), half=False),
    )


def _weights(layer: SymmetricLinear) -> Weights:
    """A layer of PyTorch's; it reads means of colors where kernels read sums."""
    of_all, of_color, bias = (
        each.detach().numpy() for each in (layer.of_all, layer.of_color, layer.bias)
    )
    read = layer.inputs.fixed
    summed = np.concatenate((of_all[:read], of_all[read:] / np.float32(layer.colors)))
    return Weights((*layer.inputs[:2], *layer.outputs[:2]), summed, of_color, bias)


def _board(network: Network) -> Board:
    if (facts := network.facts) is None:
        places, numbers = np.zeros(0, np.int64), np.zeros(0, np.float32)
        return Board(places, places, numbers, numbers)
    return Board(
        hands=np.ascontiguousarray(facts.hands.numpy().ravel(), np.int64),
        possible=np.ascontiguousarray(facts.possible.numpy().ravel(), np.int64),
        rows=aligned(filled(facts.board.numpy()).ravel()),
        biases=filled(facts.board_bias.numpy()[None])[0],
    )
