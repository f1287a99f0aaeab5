"""Permutations of colors, and how they move the entries of observations and actions.

The suits of the standard game differ in nothing but their names: rename them all at once, in the
deck, in what is seen and in what is done, and the same game is played. Each permutation of colors
is therefore a permutation of the entries of the observation vector, and one of the action ids.
Both are made here from the schema of the vector (`game.layout`) and of the actions (`Rules`).

Other-Play plays each seat under a permutation of its own (Hu et al. 2020, section 4). Symmetric
networks (`learning.networks`) read the entries in color-major order: first what no permutation
moves, then the same channels once for each color.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import RulesError
from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules

#: `permutation[color]` is the new name of `color`.
Permutation = tuple[int, ...]


@dataclass(frozen=True)
class ColorMajor:
    """An order of a vector in which colors are rows.

    Attributes:
        fixed: [F] entries that no permutation moves.
        moved: [colors, C] entries that follow their color: column `c` holds the same thing of each.
    """

    fixed: NDArray[np.int64]
    moved: NDArray[np.int64]

    @property
    def order(self) -> NDArray[np.int64]:
        """[N] entries in color-major order: `vector[..., order]` is what a network reads."""
        return np.concatenate((self.fixed, self.moved.reshape(-1)))

    @property
    def inverse(self) -> NDArray[np.int64]:
        """[N] the way back: `color_major[..., inverse]` is the vector."""
        return np.argsort(self.order)

    def permuted(self, permutation: Permutation) -> NDArray[np.int64]:
        """[N] `vector[..., permuted]` is the vector after colors were renamed."""
        index = np.arange(self.fixed.size + self.moved.size)
        index[self.moved[list(permutation)]] = self.moved
        return index


@dataclass(frozen=True)
class ColorSymmetry:
    """What permutations of colors do to one set of rules.

    Attributes:
        colors: how many colors there are.
        observation: the entries of HLE's vector.
        actions: the action ids.
    """

    colors: int
    observation: ColorMajor
    actions: ColorMajor


def joined(parts: Sequence[ColorMajor]) -> ColorMajor:
    """The entries of all parts of a vector."""
    moved = np.concatenate([part.moved for part in parts], axis=1)
    return ColorMajor(np.concatenate([part.fixed for part in parts]), moved)


def by_color(entries: NDArray[np.int64], axes: Sequence[str], suits: int) -> ColorMajor:
    """The entries of a part, an array with these axes; they follow colors if one is of suits."""
    none = np.empty((suits, 0), np.int64)
    if "suit" not in axes:
        return ColorMajor(entries.reshape(-1), none)
    moved = np.moveaxis(entries, axes.index("suit"), 0)
    return ColorMajor(none[0], moved.reshape(len(moved), -1))


@lru_cache(maxsize=64)
def last_action(rules: Rules) -> ColorMajor:
    """The entries of the vector that tell of the last action: of all K, their place in the vector.

    SAD shows them a second time, of the action that was best (Hu & Foerster 2020).
    """
    sections = layout_of(rules).sections.values()
    told = [each for each in sections if each.name.startswith("last_")]
    return joined([by_color(each.indices(), each.axes, rules.suits) for each in told])


@lru_cache(maxsize=64)
def color_symmetry(rules: Rules) -> ColorSymmetry:
    """The permutations of colors under `rules`.

    Raises:
        RulesError: suits differ in more than their names, so that they cannot be exchanged.
    """
    _check_alike(rules)
    sections = layout_of(rules).sections.values()
    parts = [by_color(each.indices(), each.axes, rules.suits) for each in sections]
    return ColorSymmetry(rules.suits, joined(parts), _actions(rules))


def all_permutations(colors: int) -> Iterator[Permutation]:
    """Every permutation of `colors`, the identity first: 120 of five."""
    return permutations(range(colors))


def cyclic_group(colors: int) -> list[Permutation]:
    """The rotations: as many as there are colors."""
    return [tuple((color + step) % colors for color in range(colors)) for step in range(colors)]


def dihedral_group(colors: int) -> list[Permutation]:
    """Rotations, and each of them mirrored: twice as many as there are colors."""
    rotations = cyclic_group(colors)
    mirrored = [tuple((colors - 1 - color) for color in turned) for turned in rotations]
    return sorted({*rotations, *mirrored})


def _actions(rules: Rules) -> ColorMajor:
    """Action ids: discards, plays, color hints by target, rank hints by target."""
    before, targets = 2 * rules.hand_size, rules.players - 1
    hints = before + np.arange(targets * rules.suits).reshape(targets, rules.suits).T
    ids = np.arange(rules.num_actions)
    return ColorMajor(np.setdiff1d(ids, hints), np.ascontiguousarray(hints))


def _check_alike(rules: Rules) -> None:
    """Refuse rules in which two suits have other cards, or are touched by other hints."""
    tables, suits, ranks = rules.tables, rules.suits, rules.ranks
    cards = np.arange(suits * ranks).reshape(suits, ranks)
    copies = tables.copies[cards]
    told = (tables.touches[: suits + ranks, None] >> cards.reshape(-1)) & 1  # [hint value, card]
    colors, numbers = np.split(told.reshape(-1, suits, ranks), [suits])
    same = np.eye(suits, dtype=bool)
    own, others = colors[same], colors[~same]  # by the color's own suit; by the other suits
    for part in (copies, own, others, np.moveaxis(numbers, 1, 0)):
        if (part != part[:1]).any():
            raise RulesError(
                f"suits differ in more than names in {format_rules(rules)}, and networks treat "
                "suits alike; take rules whose suits are alike"
            )
