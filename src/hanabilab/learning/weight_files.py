"""Weights in files: safetensors, with a card that says of what network they are, and whence.

Reading runs no code. The card is JSON in the file's metadata.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors.torch import load, save

from hanabilab.errors import LearningError
from hanabilab.game.rules import Rules
from hanabilab.learning.networks import Architecture, Channels, Encoder, HandBelief, Network
from hanabilab.learning.shipped import SHIPPED, SHIPPED_BELIEFS, find_weights
from hanabilab.notation import format_rules, parse_rules
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import parse_json, read_bytes

#: What the metadata of a file says that it is.
FORMAT, BELIEF_FORMAT = "hanabilab network 1", "hanabilab belief 1"
N = TypeVar("N", Network, HandBelief)


@dataclass(frozen=True)
class Card:
    """What weights are.

    Attributes:
        rules: that the network plays.
        architecture: of the network.
        history: how it came to be: a step for each run, with its algorithm, turns and CPU-hours.
        scores: what was measured: text of commands to results.
        value_based: whether outputs are values of actions, and not a policy.
    """

    rules: Rules
    architecture: Architecture
    history: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[str, str] = field(default_factory=dict)
    value_based: bool = False

    def as_json(self) -> dict[str, Any]:
        """As a file has it."""
        document = {
            "rules": format_rules(self.rules),
            "architecture": asdict(self.architecture),
            "history": self.history,
            "scores": self.scores,
        }
        return {**document, "value_based": True} if self.value_based else document

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Card:
        """What `as_json` gave.

        Raises:
            KeyError, TypeError, ValueError: it is none.
        """
        layers = dict(document["architecture"])
        hidden = Channels(*layers.pop("hidden"))
        for name, kind in {"history": list, "scores": dict, "value_based": bool}.items():
            if name in document and not isinstance(document[name], kind):
                raise TypeError(f"{name} is {document[name]!r}")
        return cls(
            parse_rules(document["rules"]),
            Architecture(hidden, **layers),
            document["history"],
            document["scores"],
            document.get("value_based", False),
        )


def packed(tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> bytes:
    """A file of tensors: the same bytes each time, which `safetensors` does not promise.

    It writes the metadata in an order that changes from call to call. A file begins with the length
    of a JSON document, in 8 bytes, and the document; spaces fill it up to a multiple of 8.
    """
    data: bytes = save(tensors, metadata)
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    header["__metadata__"] = dict(sorted(metadata.items()))
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data[8 + length :]


def weights_bytes(network: Encoder, card: Card) -> bytes:
    """A file of the weights of a network that plays, or of a learned belief."""
    tensors = {
        name: weight.detach().cpu().contiguous() for name, weight in network.named_parameters()
    }
    document = json.dumps(card.as_json())
    return packed(tensors, {"format": _format_of(network), "card": document})


def save_weights(path: Path, network: Encoder, card: Card) -> None:
    """Write weights, whole or not at all.

    Raises:
        OutputError: the file cannot be written.
    """
    write_bytes(path, weights_bytes(network, card), beside=path.parent)


def load_network(name: str) -> tuple[Network, Card]:
    """The network of a file, or of a name of shipped weights.

    Raises:
        LearningError: there is none, it is damaged, or it is of something else.
    """
    return _load(find_weights(name), Network)


def load_belief(name: str) -> tuple[HandBelief, Card]:
    """The learned belief of a file, or of a name of shipped ones; raises as `load_network`."""
    return _load(find_weights(name, SHIPPED_BELIEFS), HandBelief)


def load_start(network: Encoder, name: str, wanted: Card) -> Card:
    """Fill a network with weights of its own kind, to go on learning, all heads included.

    Args:
        network: that is filled.
        name: of the weights.
        wanted: what their card must say, but for its history and its scores.

    Raises:
        LearningError: there are none, they are damaged, or of other rules, of another architecture,
            or of a policy where values of actions are learned, or the reverse.
    """
    path = find_weights(name, SHIPPED_BELIEFS if isinstance(network, HandBelief) else SHIPPED)
    card, tensors = _read(path, _format_of(network))
    _require_alike(card, wanted, path)
    _fill(dict(network.named_parameters()), tensors, path)
    return card


def _require_alike(card: Card, wanted: Card, path: Path) -> None:
    """Do nothing if weights that were trained as `card` says can go on as `wanted` says."""
    if card.rules != wanted.rules:
        ours, theirs = format_rules(wanted.rules), format_rules(card.rules)
        raise LearningError(f"weights in {path} have learned {theirs}; this run plays {ours}")
    given, needed = asdict(card.architecture), asdict(wanted.architecture)
    for name in needed:
        if given[name] != needed[name]:
            raise LearningError(
                f"weights in {path} are of another network: {name} is {given[name]}, not "
                f"{needed[name]}"
            )
    if card.value_based != wanted.value_based:
        kinds = ("a policy", "values of actions")
        raise LearningError(
            f"weights in {path} tell {kinds[card.value_based]}; this run learns "
            f"{kinds[wanted.value_based]}"
        )


def load_encoder(network: Encoder, name: str) -> None:
    """Fill the layers and the memory of a network with those of a network that plays.

    Raises:
        LearningError: there are none, they are damaged, or of another architecture.
    """
    path = find_weights(name)
    _, tensors = _read(path, FORMAT)
    wanted = {each: weight for each, weight in network.named_parameters() if _is_encoders(each)}
    _fill(wanted, {each: tensors[each] for each in tensors if _is_encoders(each)}, path)


def _is_encoders(name: str) -> bool:
    return name.startswith(("layers.", "memory."))


def metadata_of(data: bytes, path: Path) -> dict[str, Any]:
    """The texts that a safetensors file has beside its tensors.

    Args:
        path: where `data` is from, for the message.

    Raises:
        LearningError, KeyError, TypeError: there are none.
    """
    size = int.from_bytes(data[:8], "little")
    found: dict[str, Any] = parse_json(data[8 : 8 + size], path, LearningError)["__metadata__"]
    return found


def require_shapes(make: Callable[[], torch.nn.Module], tensors: dict[str, torch.Tensor]) -> None:
    """Do nothing if a network has these tensors; it is drawn up without taking any memory.

    Raises:
        ValueError: it has others, so that its card tells of another network, perhaps a huge one.
    """
    with torch.device("meta"):
        wanted = {name: tuple(weight.shape) for name, weight in make().named_parameters()}
    given = {name: tuple(tensor.shape) for name, tensor in tensors.items()}
    if odd := sorted(name for name in wanted | given if wanted.get(name) != given.get(name)):
        raise ValueError(
            f"its card is of another network: {odd[0]} has shape {given.get(odd[0])}, not "
            f"{wanted.get(odd[0])}"
        )


def _format_of(network: Encoder) -> str:
    return BELIEF_FORMAT if isinstance(network, HandBelief) else FORMAT


def _load(path: Path, kind: type[N]) -> tuple[N, Card]:
    """A network of a file, no more to be trained."""
    card, tensors = _read(path, FORMAT if kind is Network else BELIEF_FORMAT)

    def make() -> N:
        return kind(card.rules, card.architecture)

    with _told(path):
        _require_room(card.architecture, tensors)
        require_shapes(make, tensors)
        network = make()
    _fill(dict(network.named_parameters()), tensors, path)
    return network.requires_grad_(False).eval(), card


def _require_room(architecture: Architecture, tensors: dict[str, torch.Tensor]) -> None:
    """Do nothing if there are numbers enough for the hidden layers: each has one for each channel.

    Raises:
        ValueError: there are not, so that its card tells of a huge network.
    """
    channels = sum(architecture.hidden)
    square = architecture.layers > 1 or architecture.memory is not None
    if (channels**2 if square else channels) > sum(each.numel() for each in tensors.values()):
        raise ValueError(
            f"it has fewer numbers than a network with layers of {channels:,} channels"
        )


def _read(path: Path, wanted: str) -> tuple[Card, dict[str, torch.Tensor]]:
    data = read_bytes(path, kind=LearningError)
    with _told(path):
        metadata = metadata_of(data, path)
        if metadata["format"] != wanted:
            raise ValueError(f"its format is {repr(metadata['format'])[:80]}")
        card = parse_json(metadata["card"], path, LearningError)
        return Card.from_json(card), load(data)


def _told(path: Path) -> AbstractContextManager[None]:
    """Tell in one line that a file holds no weights, or weights of what no network can be."""
    return faults_told(path, LearningError, words="{} is damaged, or holds no weights of ours")


def _fill(wanted: dict[str, torch.Tensor], tensors: dict[str, torch.Tensor], path: Path) -> None:
    """Copy weights into those of a network."""
    if odd := sorted(wanted.keys() ^ tensors.keys()):
        raise LearningError(
            f"weights in {path} are of another network: {', '.join(odd[:3])} differ"
        )
    with torch.no_grad():
        for name, weight in wanted.items():
            given = tensors[name]
            if given.shape != weight.shape:
                raise LearningError(
                    f"weights in {path} do not fit: {name} is {tuple(given.shape)}, not "
                    f"{tuple(weight.shape)}"
                )
            if not given.isfinite().all():
                raise LearningError(f"weights in {path} are not finite: {name} is not")
            weight.copy_(given.to(weight.dtype))
