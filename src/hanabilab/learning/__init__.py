"""Learning to play Hanabi: games in step for learners, permutations of colors, networks."""

from __future__ import annotations

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import Family, register
from hanabilab.errors import AgentError
from hanabilab.learning.symmetry import (
    ColorMajor,
    ColorSymmetry,
    all_permutations,
    color_symmetry,
    cyclic_group,
    dihedral_group,
    draw_permutations,
)
from hanabilab.learning.vector_games import VectorGames
from hanabilab.notation.call import Value
from hanabilab.tiny.deep.torch_extra import import_torch


def _build_net(args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
    if len(args) != 1 or options:
        raise AgentError("net takes weights: a file, or the name of some that come with hanabilab")
    import_torch()
    # Only here: PyTorch takes seconds to import.
    from hanabilab.learning.agent import NetworkAgent

    return NetworkAgent(str(args[0]))


register(Family("net", "net(FILE)", "A trained network, which takes its best action.", _build_net))

__all__ = [
    "ColorMajor",
    "ColorSymmetry",
    "VectorGames",
    "all_permutations",
    "color_symmetry",
    "cyclic_group",
    "dihedral_group",
    "draw_permutations",
]
