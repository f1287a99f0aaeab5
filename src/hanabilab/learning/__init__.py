"""Learning to play Hanabi: games in step for learners, permutations of colors, networks."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.learning.shipped import shipped_beliefs, shipped_names
    from hanabilab.learning.symmetry import (
        ColorMajor,
        ColorSymmetry,
        all_permutations,
        color_symmetry,
        cyclic_group,
        dihedral_group,
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
    "shipped_beliefs",
    "shipped_names",
]

open_face(__name__)
