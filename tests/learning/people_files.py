"""Models of people of a small game, with random weights, in files."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import torch

from hanabilab.learning.clone.card import CLONES, CloneCard
from hanabilab.learning.clone.network import CloneNetwork
from hanabilab.learning.weight_files import weights_bytes

#: A game that the models play. They learn from games of five ranks.
RULES = "full(players=2, suits=2, copies=21111, hand_size=2)"


@cache
def random_people(seed: int = 1, *, players: int = 2) -> str:
    """The path of a model whose chances differ from action to action."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = CloneNetwork(8)
        with torch.no_grad():
            network.straight.weight.normal_()
    path = Path(folder) / f"people-{seed}.safetensors"
    path.write_bytes(weights_bytes(network, CloneCard(players, 2, 2, 8), CLONES))
    return str(path)
