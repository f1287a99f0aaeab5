"""Cards of weights can be anybody's: what they say is checked before a network is made of it."""

from __future__ import annotations

import json
import re

import pytest

from hanabilab import Rules
from hanabilab.errors import AgentError, LearningError

torch = pytest.importorskip("torch")
from safetensors.torch import load  # noqa: E402  # after the extra was found

from hanabilab.learning.cards import Card  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.shipped import find_weights  # noqa: E402
from hanabilab.learning.weight_files import (  # noqa: E402
    GUIDED,
    NETWORKS,
    load_start,
    load_weights,
    metadata_of,
    packed,
)

pytestmark = [pytest.mark.once]
TWO = Rules(players=2)


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "full-minimal"},
        {"rules": "very-small"},
        {"rules": "full(suits=6)"},
        {"history": "long"},
        {"value_based": "yes"},
        {"architecture": {"memory": "1234"}},
        {"architecture": {"layers": 0}},
        {"architecture": {"layers": 10**9}},
        {"architecture": {"hidden": [10**9, 48, 0]}},
        {"architecture": {"hidden": [65_536, 0, 0], "memory": "gru"}},
        {"architecture": {"hidden": ["many"]}},
        {"architecture": {"inferences": "x"}},
        {"architecture": {"own_hand": []}},
        {"history": ["x"]},
        {"belief": None},
        {"belief": "gru"},
        {"belief": {"hidden": [4, 0, 0], "layers": 1, "memory": "gru"}},
        {"belief": {"hidden": [65_536, 0, 0], "layers": 1, "memory": "gru"}},
        {"belief": {"hidden": [10**9, 0, 0]}},
        {"belief": {"hidden": [4, 0, 0]}, "architecture": {"memory": "gru"}},
    ],
    ids=str,
)
def test_a_card_of_no_network_is_refused(tmp_path, change):
    """One line says which file it is, whatever its card holds."""
    path = tmp_path / "w.safetensors"
    network = Network(TWO, Architecture(Channels(4), facts=True))
    document = Card(TWO, network.architecture).as_json()
    layers = document["architecture"] | change.get("architecture", {})
    card = json.dumps(document | change | {"architecture": layers})
    tensors = {name: weight.detach() for name, weight in network.named_parameters()}
    path.write_bytes(packed(tensors, {"format": NETWORKS.format, "card": card}))
    with pytest.raises(LearningError, match=re.escape(str(path))) as told:
        load_weights(path, NETWORKS)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "change",
    [
        {"threshold": "x"},
        {"threshold": None},
        {"threshold": -1},
        {"hidden": [[12, 4], [12]]},
        {"hidden": [[10**9, 4]]},
        {"hidden": [[65_536, 4096]]},
        {"hidden": [[10**400, 4]]},
        {"hidden": []},
        {"rules": "full-minimal(players=2)"},
        {"guide": 3},
        {"history": -1},
        {"history": ["x"]},
        {"scores": "high"},
    ],
    ids=str,
)
def test_a_card_of_no_network_on_a_guide_is_refused(tmp_path, change):
    """One line, too; the weights are those that come with the package."""
    data = find_weights("guided-2p").read_bytes()
    metadata = metadata_of(data)
    card = json.dumps(json.loads(metadata["card"]) | change)
    path = tmp_path / "w.safetensors"
    path.write_bytes(packed(load(data), metadata | {"card": card}))
    with pytest.raises(AgentError, match=re.escape(f"{path} holds no network")) as told:
        load_weights(path, GUIDED)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (torch.zeros(1, dtype=torch.bool), "are no floats"),
        (torch.ones(1, dtype=torch.int64), "are no floats"),
        (torch.ones(1, dtype=torch.complex64), "are no floats"),
        (torch.full((1,), 1e300, dtype=torch.float64), "are not finite"),
        (torch.full((1,), torch.nan).to(torch.float8_e4m3fn), "are not finite"),
    ],
    ids=str,
)
def test_weights_of_other_numbers_are_refused(tmp_path, weight, words):
    """Where they are loaded, and where a run goes on from them; what is finite may not stay so."""
    path = tmp_path / "w.safetensors"
    network = Network(TWO, Architecture(Channels(4), facts=True))
    card = Card(TWO, network.architecture)
    tensors = {name: each.detach() for name, each in network.named_parameters()}
    name = max(tensors, key=lambda name: tensors[name].numel())
    tensors[name] = weight.expand(tensors[name].shape).contiguous()
    metadata = {"format": NETWORKS.format, "card": json.dumps(card.as_json())}
    path.write_bytes(packed(tensors, metadata))
    with pytest.raises(LearningError, match=words):
        load_weights(path, NETWORKS)
    with pytest.raises(LearningError, match=words):
        load_start(network, str(path), card, NETWORKS)
