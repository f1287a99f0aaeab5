"""Weights in files: safetensors, with a card that says of what network they are, and whence.

Reading runs no code, but where the card of a network on a guide names a Python file and the user
has allowed it. The card is JSON in the file's metadata.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from safetensors.torch import load, save
from torch import Tensor, nn

from hanabilab.errors import AgentError, HanabiError, LearningError
from hanabilab.game.rules import Rules
from hanabilab.learning.cards import Card, GuidedCard
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.networks import HandBelief, Network, OwnNetwork
from hanabilab.learning.shipped import SHIPPED, SHIPPED_BELIEFS, find_weights
from hanabilab.runs.faults import faults_told
from hanabilab.runs.reading import decode_json, parse_json, read_bytes

C = TypeVar("C", Card, GuidedCard)
N = TypeVar("N", Network, OwnNetwork, HandBelief, GuidedNetwork)

#: By format: what is in a file, in words. Models of people are a kind of `clone.card`.
_WORDS = {
    "hanabilab network 1": "a network that plays",
    "hanabilab belief 1": "a learned belief",
    "hanabilab guided network 1": "a network that sits on a guide",
    "hanabilab people 1": "a model of people",
}


@dataclass(frozen=True)
class Kind(Generic[C, N]):
    """Weights of one kind, as files have them.

    Attributes:
        format: what the metadata of a file says that it is.
        card: the class of its cards.
        new_network: the network that a card tells of, with random weights.
        home: where those lie that come with the package.
        dtype: of the numbers in a file.
        error: what is raised at a file that holds none.
        words: that it begins with; `{}` stands for the path.
    """

    format: str
    card: type[C]
    new_network: Callable[[C], N]
    home: Path = SHIPPED
    dtype: torch.dtype = torch.float32
    error: type[HanabiError] = LearningError
    words: str = "{} is damaged, or holds no weights of ours"


#: Networks that play, learned beliefs, and networks that sit on a guide.
NETWORKS: Kind[Card, Any] = Kind("hanabilab network 1", Card, Card.new_network)
BELIEFS = Kind(
    "hanabilab belief 1",
    Card,
    lambda card: HandBelief(card.rules, card.require_architecture()),
    home=SHIPPED_BELIEFS,
)
GUIDED: Kind[GuidedCard, GuidedNetwork] = Kind(
    "hanabilab guided network 1",
    GuidedCard,
    GuidedCard.new_network,
    dtype=torch.float16,
    error=AgentError,
    words="{} holds no network that sits on a guide",
)


def packed(tensors: dict[str, Tensor], metadata: dict[str, str]) -> bytes:
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


def weights_bytes(network: N, card: C, kind: Kind[C, N]) -> bytes:
    """A file of the weights of a network."""
    tensors = {
        name: weight.detach().to("cpu", kind.dtype).contiguous()
        for name, weight in network.named_parameters()
    }
    return packed(tensors, {"format": kind.format, "card": json.dumps(card.as_json())})


def beyond_files(network: N, kind: Kind[C, N]) -> str:
    """What a file of the weights of a network would not hold, in words; "" if it holds all."""
    most = torch.finfo(kind.dtype).max
    odd = (
        name for name, each in network.named_parameters() if not bool((each.abs() <= most).all())
    )
    name, of = next(odd, ""), _WORDS[kind.format]
    return name and f"{name} is beyond {most:.5g}, the most that a file of {of} holds"


def is_of(path: Path, kind: Kind[Any, Any]) -> bool:
    """Whether a file says that it holds weights of a kind."""
    try:
        return bool(metadata_of(read_bytes(path)).get("format") == kind.format)
    except (HanabiError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return False


def load_weights(name: str | Path, kind: Kind[C, N], network: str = "") -> tuple[N, C]:
    """The network of a file, or of a name of shipped weights, no more to be trained; and its card.

    Args:
        name: of the weights.
        kind: of the weights.
        network: FILE.py:NAME of a network of the user, whatever the card tells.

    Raises:
        LearningError: there is no such file.
        HanabiError: `kind.error`: it is damaged, of something else, or does not fit this version;
            or its card names a Python file that the user has not named.
    """
    path = find_weights(str(name), kind.home)
    card, tensors = _read(path, kind)
    if network and isinstance(card, Card):
        card = card.made_by(network)
    else:
        card.require_allowed(path)
    with _told(path, kind, of_user=card.of_user):
        if card.least_numbers > sum(each.numel() for each in tensors.values()):
            raise ValueError("it has fewer numbers than the network that its card tells of")
        if not card.of_user:  # whose class may read numbers of what it makes, which takes memory
            _require_shapes(partial(kind.new_network, card), tensors)
        made = kind.new_network(card)
        _fill(dict(made.named_parameters()), tensors, path)
    return made.requires_grad_(False).eval(), card


def load_card(path: Path, kind: Kind[C, N]) -> C:
    """The card of a file of weights.

    Raises:
        HanabiError: `kind.error`: the file is damaged, or of something else.
    """
    return _read(path, kind)[0]


def load_start(network: N, name: str, wanted: C, kind: Kind[C, N]) -> C:
    """Fill a network with weights of its own kind, to go on learning, all heads included.

    Args:
        network: that is filled, but for a belief that it reads.
        name: of the weights.
        wanted: what their card must say, but for its history and its scores.
        kind: of the weights.

    Returns:
        The card of the weights.

    Raises:
        HanabiError: there are none, they are damaged, or of another network.
    """
    path = find_weights(name, kind.home)
    card, tensors = _read(path, kind)
    card.require_allowed(path)
    card.require_like(wanted, path)
    weights = dict(network.named_parameters())
    if isinstance(wanted, Card) and wanted.belief is not None:
        weights, tensors = _without_belief(weights), _without_belief(tensors)
    _fill(weights, tensors, path)
    return card


def _without_belief(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: weights[name] for name in weights if not name.startswith("belief.")}


def load_encoder(network: HandBelief, name: str, rules: Rules) -> None:
    """Fill the layers and the memory of a network with those of a network that plays `rules`.

    Where that network has no memory, the layers alone are filled.

    Raises:
        LearningError: there are none, they are damaged, or of other rules or layers.
    """
    path = find_weights(name)
    card, tensors = _read(path, NETWORKS)
    card.require_same_rules(rules, path)
    remembers = card.architecture is None or card.architecture.memory is not None
    parts = ("layers.", "memory.") if remembers else ("layers.",)
    weights = dict(network.named_parameters())
    wanted, given = (
        {each: found[each] for each in found if each.startswith(parts)}
        for found in (weights, tensors)
    )
    _fill(wanted, given, path)


def metadata_of(data: bytes) -> dict[str, Any]:
    """The texts that a safetensors file has beside its tensors.

    Raises:
        ValueError, RecursionError, KeyError, TypeError: there are none.
    """
    size = int.from_bytes(data[:8], "little")
    found: dict[str, Any] = decode_json(data[8 : 8 + size])["__metadata__"]
    return found


def _read(path: Path, kind: Kind[C, N]) -> tuple[C, dict[str, Tensor]]:
    data = read_bytes(path, kind=kind.error)
    with _told(path, kind):
        metadata = metadata_of(data)
        _require_format(metadata["format"], path, kind)
        return kind.card.from_json(parse_json(metadata["card"], path)), load(data)


def _require_format(found: Any, path: Path, kind: Kind[Any, Any]) -> None:
    """Do nothing if a file says that it is of a kind.

    Raises:
        HanabiError: `kind.error`: it is of another kind of ours.
        ValueError: it is of none.
    """
    if found == kind.format:
        return
    if isinstance(found, str) and found in _WORDS:
        raise kind.error(f"{path} holds {_WORDS[found]}; {_WORDS[kind.format]} is needed")
    raise ValueError(f"its format is {repr(found)[:80]}")


def _told(path: Path, kind: Kind[C, N], *, of_user: bool = False) -> AbstractContextManager[None]:
    """Tell in one line that a file holds no weights, or weights of what no network can be.

    What the network of a user tells is its own fault, and not that of the file.
    """

    def passing(error: Exception) -> bool:
        return of_user and isinstance(error, LearningError)

    return faults_told(path, kind.error, words=kind.words, passing=passing)


def _require_shapes(make: Callable[[], nn.Module], tensors: dict[str, Tensor]) -> None:
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


def _fill(wanted: dict[str, Tensor], tensors: dict[str, Tensor], path: Path) -> None:
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
            if not given.is_floating_point():
                raise LearningError(f"weights in {path} are no floats: {name} is {given.dtype}")
            read = given.to(weight.dtype)  # where large numbers of a wider type are infinite
            if not read.isfinite().all():
                raise LearningError(f"weights in {path} are not finite: {name} is not")
            weight.copy_(read)
