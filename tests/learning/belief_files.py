"""Learned beliefs with random weights, in files: they say much of hands, whatever happened."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import torch

from hanabilab.learning.cards import Card
from hanabilab.learning.networks import Architecture, Channels, HandBelief
from hanabilab.learning.weight_files import BELIEFS, weights_bytes
from hanabilab.notation import parse_rules


def random_belief(rules: str, seed: int = 3, *, memory: bool = True) -> HandBelief:
    """A belief of a small GRU, or of none."""
    torch.manual_seed(seed)
    kind = Architecture(Channels(6, 4), memory="gru" if memory else None, facts=True)
    network = HandBelief(parse_rules(rules), kind)
    for weight in network.parameters():
        torch.nn.init.normal_(weight, std=0.6)
    return network


@cache
def belief_file(rules: str, seed: int = 3, *, memory: bool = True, slots: bool = True) -> str:
    """The path of its weights; their card tells whether chances of slots were learned."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    network, path = random_belief(rules, seed, memory=memory), folder / f"belief-{seed}.safetensors"
    history = [{"slots_coef": 1.0}] if slots else [{"turns": 3}]
    card = Card(parse_rules(rules), network.architecture, history)
    path.write_bytes(weights_bytes(network, card, BELIEFS))
    return path.as_posix()
