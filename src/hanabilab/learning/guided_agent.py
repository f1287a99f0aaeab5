"""The agent that sits on a rule agent: it knows what its guide knows, and learned when to leave it.

A batched policy. Its memory is the guide's, kept by the guide's own `observe`; a network sees what
the guide knows and would do, and says how much better other actions are. Weights are a safetensors
file with a card in its metadata: which guide, which rules, which layers, how it was trained, and
what it scores. No code is run to read it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from hanabilab.agents.pickling import found_again
from hanabilab.agents.policy import CompiledPolicy, Turns
from hanabilab.errors import AgentError, HanabiError
from hanabilab.learning.blocks import BLOCK, padded
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided, choose
from hanabilab.learning.networks.families import Channels
from hanabilab.learning.weight_files import metadata_of
from hanabilab.notation import format_rules, parse_rules
from hanabilab.runs.reading import read_bytes

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
    """

    guide: str
    rules: str
    hidden: list[list[int]]
    threshold: float
    history: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[str, str] = field(default_factory=dict)

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
    data: bytes = save(tensors, {"format": FORMAT, "card": json.dumps(asdict(card))})
    return data


def is_guided(path: Path) -> bool:
    """Whether a file says that it holds weights of this kind."""
    try:
        return bool(metadata_of(read_bytes(path)).get("format") == FORMAT)
    except (HanabiError, KeyError, TypeError, ValueError, AttributeError):
        return False


def read_guided(path: Path) -> tuple[GuidedNetwork, GuidedCard]:
    """The network in a file, and its card.

    Raises:
        AgentError: there is none, it is damaged, or it does not fit this version.
    """
    try:
        data = read_bytes(path)
        metadata = metadata_of(data)
        if metadata["format"] != FORMAT:
            raise ValueError(f"its format is {metadata['format']!r}")
        card = GuidedCard(**json.loads(metadata["card"]))
        network = card.new_network(card.guided())
        weights = {name: weight.float() for name, weight in load(data).items()}
        if not all(bool(weight.isfinite().all()) for weight in weights.values()):
            raise ValueError("a weight is not finite")
        network.load_state_dict(weights)
    except (
        HanabiError, SafetensorError, KeyError, TypeError, ValueError, AttributeError, RuntimeError,
    ) as error:  # fmt: skip
        raise AgentError(f"{path} holds no network that sits on a guide: {error}") from None
    return network.requires_grad_(False), card  # PyTorch's own


@dataclass(frozen=True)
class GuidedPolicy:
    """The agent; see the module.

    Attributes:
        name: what it is called; round-trips through the registry.
        guide: the rule agent, and the rules that it was trained for.
        network: predicts how much better actions are than the guide's.
        threshold: it leaves the guide for an action that is said to be better by more than this.
        games_at_once: how many games it likes to be asked for in one call.
    """

    name: str
    guide: Guided
    network: GuidedNetwork = field(compare=False, repr=False)
    threshold: float
    games_at_once: int = 512

    def __reduce__(self) -> tuple[Any, ...]:
        return found_again(self, __name__)

    @property
    def players(self) -> range:
        """It plays with as many as it was trained with."""
        return range(self.guide.rules.players, self.guide.rules.players + 1)

    @property
    def memory_size(self) -> int:
        """As the guide's."""
        return self.guide.agent.memory_size

    @property
    def settings(self) -> tuple[int, ...]:
        """What the memory opens with: the guide's settings."""
        return self.guide.agent.settings

    @property
    def native_observe(self) -> Any:
        """The guide's."""
        return self.guide.agent.native_observe

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] the action said to be best, or the guide's.

        Raises:
            AgentError: the games are played by other rules.
        """
        if turns.rules != self.guide.rules:
            rules = format_rules(self.guide.rules)
            raise AgentError(f"agent {self.name!r} was trained for {rules} and plays no other")
        return self._act(turns, BLOCK)

    @property
    def substitute(self) -> CompiledPolicy:
        """The guide may play rollouts on: its memory is there."""
        return self.guide.agent

    @property
    def carried_size(self) -> int:
        """The network is feed-forward: all that is remembered is the guide's memory."""
        return 0

    def recall_batch(self, turns: Turns) -> NDArray[np.float32]:
        """[G, 0] nothing."""
        return np.zeros((len(turns.views), 0), np.float32)

    def act_carrying(
        self, turns: Turns, carried: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """[G] as `act_batch`, with the network working on all rows at once."""
        return self._act(turns, len(carried)), carried

    def chances(self, turns: Turns) -> NDArray[np.float64]:
        """[G, A] the policy that the network was trained as: a softmax of what it predicts."""
        seen, legal, proposals = self.guide.observe(turns.views, turns.memory, turns.rngs.copy())
        predicted = self._predict(torch.from_numpy(seen), BLOCK)
        predicted[np.arange(len(legal)), proposals] += self.threshold
        worth = torch.from_numpy(np.where(legal, predicted, -np.inf))
        found: NDArray[np.float64] = worth.double().softmax(-1).numpy()
        return found

    def _act(self, turns: Turns, block: int) -> NDArray[np.int64]:
        observations, legal, proposals = self.guide.observe(turns.views, turns.memory, turns.rngs)
        predicted = self._predict(torch.from_numpy(observations), block)
        actions = choose(predicted, legal, proposals, self.threshold)
        turns.counters["deviations"] = (actions != proposals).astype(np.int64)
        return actions

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def _predict(self, observations: Tensor, size: int) -> NDArray[np.float32]:
        """[G, A] of the network, in blocks of one size, so that a row comes out the same bits."""
        found = [
            self.network(padded(block) if size == BLOCK else block)[0][: len(block)]
            for block in observations.split(size)
        ]
        predicted: NDArray[np.float32] = torch.cat(found).numpy()
        return predicted


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
    return GuidedPolicy(name, card.guided(), network, card.threshold)
