"""Networks that play Hanabi: how colors permute, and layers that respect it."""

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

__all__ = [
    "ColorMajor",
    "ColorSymmetry",
    "all_permutations",
    "color_symmetry",
    "cyclic_group",
    "dihedral_group",
    "draw_permutations",
]
