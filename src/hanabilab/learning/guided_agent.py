"""The agent that sits on a rule agent: it knows what its guide knows, and learned when to leave it.

A compiled policy, whose turns are the kernels of `guided_turn`. Its memory is the guide's, behind a
handle of the network; the network sees what the guide knows and would do, and says how much better
other actions are. Weights are a safetensors file with a card in its metadata: which guide, which
rules, which layers, how it was trained, and what it scores. Reading it runs no code: a Python file
that the card names as guide runs only on the user's word.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from safetensors.torch import load

from hanabilab._jit import LANES, aligned, handle_of
from hanabilab.agents.facts import Facts
from hanabilab.agents.pickling import found_again
from hanabilab.agents.policy import CompiledPolicy, Explain, Interpret, Memory
from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import AgentError, HanabiError
from hanabilab.game.layout import LAYOUT, layout_of
from hanabilab.game.rule_tables import RULE_TABLES
from hanabilab.game.rules import Rules
from hanabilab.game.telling import action_words
from hanabilab.game.view import View
from hanabilab.learning import guided_turn
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided
from hanabilab.learning.networks.families import MAX_LAYERS, Channels, check_channels
from hanabilab.learning.weight_files import metadata_of, packed, require_shapes
from hanabilab.notation import parse_rules
from hanabilab.randomness import seed_rng
from hanabilab.runs.faults import faults_told
from hanabilab.runs.reading import parse_json, read_bytes

#: What the metadata of a file says that it is.
FORMAT = "hanabilab guided network 1"


@dataclass(frozen=True)
class GuidedCard:
    """What the weights in a file are.

    Attributes:
        guide: name of the rule agent.
        rules: that it plays, as text.
        hidden: channels of each hidden layer, for all colors and of each.
        threshold: how much better than the guide's an action must be said to be.
        history: how it came to be: a step for each run, with its algorithm, turns and CPU-hours.
        scores: what was measured: text of commands to results.

    Raises:
        ValueError: hidden layers or a threshold that no network has.
    """

    guide: str
    rules: str
    hidden: list[list[int]]
    threshold: float
    history: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= len(self.hidden) <= MAX_LAYERS or any(len(sizes) != 2 for sizes in self.hidden):
            raise ValueError(f"hidden is {self.hidden}; 1 to {MAX_LAYERS} pairs of channels")
        for sizes in self.hidden:
            check_channels(Channels(*sizes))
        threshold = self.threshold
        if not isinstance(threshold, int | float) or not 0 <= threshold < inf:
            raise ValueError(f"threshold is {threshold!r}; a number of points from 0 up")

    def guided(self) -> Guided:
        """The guide and its rules."""
        return Guided(self.guide, parse_rules(self.rules))

    def new_network(self, guide: Guided) -> GuidedNetwork:
        """A network of these layers, untrained."""
        return GuidedNetwork(guide.symmetry, tuple(Channels(*sizes) for sizes in self.hidden))


def guided_bytes(network: GuidedNetwork, card: GuidedCard) -> bytes:
    """A file of weights, in half precision."""
    tensors = {
        name: weight.detach().half().contiguous() for name, weight in network.named_parameters()
    }
    return packed(tensors, {"format": FORMAT, "card": json.dumps(asdict(card))})


def is_guided(path: Path) -> bool:
    """Whether a file says that it holds weights of this kind."""
    try:
        return bool(metadata_of(read_bytes(path), path).get("format") == FORMAT)
    except (HanabiError, KeyError, TypeError, AttributeError):
        return False


def read_guided(path: Path) -> tuple[GuidedNetwork, GuidedCard]:
    """The network in a file, and its card.

    Raises:
        AgentError: there is none, it is damaged, it does not fit this version, or its guide is a
            Python file that the user has not named.
    """
    with faults_told(path, AgentError, words="{} holds no network that sits on a guide"):
        data = read_bytes(path)
        metadata = metadata_of(data, path)
        if metadata["format"] != FORMAT:
            raise ValueError(f"its format is {repr(metadata['format'])[:80]}")
        card = GuidedCard(**parse_json(metadata["card"], path))
        require_allowed_code(card.guide, source="its card")
        guide, weights = card.guided(), load(data)
        require_shapes(lambda: card.new_network(guide), weights)
        if not all(bool(weight.isfinite().all()) for weight in weights.values()):
            raise ValueError("a weight is not finite")
        network = card.new_network(guide)
        network.load_state_dict({name: weight.float() for name, weight in weights.items()})
    return network.requires_grad_(False), card  # PyTorch's own


@dataclass(frozen=True, eq=False)
class GuidedPolicy(CompiledPolicy):
    """The agent; see the module. `guided_policy` makes one.

    Attributes:
        guide: the rule agent, and the only rules that it plays.
        threshold: it leaves the guide for an action that is said to be better by more than this.
        known: arrays that its kernels read; kept alive here.
        max_hands: that a search lists if it is not told otherwise; asking takes 7 microseconds.
    """

    max_hands: ClassVar[int] = 20_000

    guide: Guided = field(kw_only=True)
    threshold: float = field(kw_only=True)
    known: tuple[Any, ...] = field(kw_only=True, repr=False)

    def __eq__(self, other: object) -> bool:
        """By name and guide: the rest follows from them."""
        if not isinstance(other, GuidedPolicy):
            return NotImplemented
        return (self.name, self.guide) == (other.name, other.guide)

    def __hash__(self) -> int:
        return hash((self.name, self.guide))

    def __reduce__(self) -> tuple[Any, ...]:
        return found_again(self, __name__)

    @property
    def only_rules(self) -> Rules:
        """The rules that it was trained for."""
        return self.guide.rules

    @cached_property
    def facts(self) -> Facts:
        """The guide's, whose memory it keeps."""
        return replace(self.guide.facts, function=guided_turn.fill_facts)

    @cached_property
    def substitute(self) -> CompiledPolicy:
        """The guide alone, with the memory of this agent: it may play rollouts on."""
        return replace(self, function=guided_turn.follow)


def policy_of(name: str, guide: Guided, network: GuidedNetwork, threshold: float) -> GuidedPolicy:
    """The agent of a network on a guide.

    Args:
        name: what it is called.
        guide: the rule agent, and the rules.
        network: its weights are read now, in half precision; later changes are not seen.
        threshold: points by which an action must be said to be better than the guide's.
    """
    agent, known = guide.agent, _known(guide, network, threshold)
    words = guided_turn.words_of(guide.natives, known)
    players = guide.rules.players
    return GuidedPolicy(
        name,
        guided_turn.act,
        guided_turn.observe,
        memory_size=1 + agent.memory_size,
        players=range(players, players + 1),
        # Three seats read what leaves the conventions in different ways; two never do.
        common=not agent.memory_size or (agent.common and players == 2),
        explain=_explaining(guide),
        interpret=agent.interpret and _interpreting(agent.interpret),
        settings=(handle_of(words), *agent.settings),
        guide=guide,
        threshold=threshold,
        known=(words, known),
    )


def _known(guide: Guided, network: GuidedNetwork, threshold: float) -> guided_turn.Known:
    """What kernels read of a network on a guide."""
    return guided_turn.Known(
        rules=np.array([guide.rules.tables], RULE_TABLES),
        layout=np.array([layout_of(guide.rules).row], LAYOUT),
        order=np.ascontiguousarray(guide.symmetry.observation.order, np.int64),
        network=_packed(guide, network, threshold),
    )


def _packed(guide: Guided, network: GuidedNetwork, threshold: float) -> guided_turn.Network:
    layers, weights, biases = [], [], []
    written = [0, 0]  # weights and biases so far
    for layer in network.layers:
        blocks = [_filled(each.detach().numpy()) for each in (layer.of_all, layer.of_color)]
        bias = _filled(layer.bias.detach().numpy()[None])
        places = (written[0], written[0] + blocks[0].size, written[1])
        channels = (*layer.inputs[:2], *layer.outputs[:2])
        layers.append((*channels, blocks[0].shape[1], blocks[1].shape[1], *places))
        weights += [each.ravel() for each in blocks]
        biases.append(bias.ravel())
        written = [written[0] + sum(each.size for each in blocks), written[1] + bias.size]
    halves = aligned(np.concatenate(weights).astype(np.float16).view(np.uint16))
    return guided_turn.Network(
        act_order=np.ascontiguousarray(guide.symmetry.actions.inverse, np.int64),
        layers=np.array(layers, guided_turn.LAYER),
        weights=halves,
        biases=np.concatenate([*biases, [threshold]]).astype(np.float32),
    )


def _filled(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of a length that vectors divide, filled up with zeros."""
    return np.pad(rows, ((0, 0), (0, -rows.shape[1] % LANES)))


def _explaining(guide: Guided) -> Explain:
    """Why the agent acts: what its guide would do, and what else it finds better."""

    def explain(view: View, memory: Memory) -> str:
        """Why the seat to act does what it does."""
        rng = np.zeros(2, np.uint64)
        seed_rng(rng, 0, int(view.turn), 0)
        thought = guided_turn.think(view, memory, rng)
        why = guide.agent.explain
        does = action_words(view, thought.proposal, int(view.seat))
        told = why(view, memory[1:]) if why else does
        if thought.action == thought.proposal:
            return f"as {guide.name}: {told}"
        gain = thought.worth[thought.action] - thought.worth[thought.proposal]
        return f"expects {gain:.2f} points more than {guide.name}, which {told}"

    return explain


def _interpreting(interpret: Interpret) -> Interpret:
    """What the guide says that an action has told."""
    return lambda view, before, after: interpret(view, before[1:], after[1:])


def guided_policy(name: str, path: Path, threshold: float | None = None) -> GuidedPolicy:
    """The agent of a file of weights.

    Args:
        name: what it is called.
        path: of the weights.
        threshold: another than that of the card.

    Raises:
        AgentError: no such weights, or an impossible threshold.
    """
    if threshold is not None and not threshold >= 0:
        raise AgentError(f"threshold is {threshold}; 0 or more")
    network, card = read_guided(path)
    if threshold is not None:
        card = replace(card, threshold=threshold)
    return policy_of(name, card.guided(), network, card.threshold)
