"""Learning to play Hanabi: games in step for learners, permutations of colors, networks."""

from __future__ import annotations

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
