"""Games of people, and models of them with random weights, of a small game, in files."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import torch

from hanabilab.game.rules import Rules
from hanabilab.learning.clone.card import CLONES, CloneCard
from hanabilab.learning.clone.network import CloneNetwork
from hanabilab.learning.weight_files import weights_bytes
from hanabilab.notation import parse_rules
from hanabilab.people.game import HUMAN
from tests.people.telling import as_people, game_of, write_lines

#: A game that the models play. They learn from games of five ranks.
RULES = "full(players=2, suits=2, copies=21111, hand_size=2)"


def _folder() -> Path:
    """A new one, gone when tests end."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def some_games(agent: str = "five-rule", count: int = 12) -> str:
    """The path of games of six people, who play as an agent does."""
    rules: Rules = parse_rules(RULES)
    games = [
        as_people(game_of([agent] * 2, seed, rules), str(seed), [HUMAN] * 2, [f"p{seed % 6}"] * 2)
        for seed in range(count)
    ]
    return str(write_lines(_folder() / "games.jsonl", games))


@cache
def random_people(seed: int = 1, *, players: int = 2) -> str:
    """The path of a model whose chances differ from action to action."""
    folder = _folder()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = CloneNetwork(8)
        with torch.no_grad():
            network.straight.weight.normal_()
    path = folder / f"people-{seed}.safetensors"
    path.write_bytes(weights_bytes(network, CloneCard(players, 2, 2, 8), CLONES))
    return str(path)
