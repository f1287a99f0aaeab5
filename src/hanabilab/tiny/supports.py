"""Public beliefs under deterministic policies: sets of histories, and where prescriptions lead.

Chance alone says how likely the histories of such a belief are, so the set is the whole belief. A
set is a bit mask over the histories of its public state. Values are weighed by chance: the value of
a belief is its share of the expected payoff, so the shares of all beliefs that may follow add up.

A *type* is an information set at the public state; a *prescription* gives each type an action. The
result of a prescription is put together from the results of each type's action.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from hanabilab.tiny.tree import GameTree

#: A public state and the histories of it that may be, bit k for its k-th.
Belief: TypeAlias = tuple[int, int]

#: Bits by public state.
_Masks: TypeAlias = dict[int, int]


@dataclass(frozen=True)
class Followers:
    """What may follow, and what games that end at once are worth.

    Attributes:
        payoff: probability of chance times payoff, summed over the ends.
        masks: histories that go on, by public state.
    """

    payoff: float
    masks: _Masks


def merge_followers(several: Iterable[Followers]) -> Followers:
    """What may follow where each of several may be."""
    payoff = 0.0
    masks: _Masks = {}
    for followers in several:
        payoff += followers.payoff
        for public, mask in followers.masks.items():
            masks[public] = masks.get(public, 0) | mask
    return Followers(payoff, masks)


@dataclass(frozen=True, eq=False)
class Supports:
    """A tree as public states with sets of histories."""

    tree: GameTree

    @cached_property
    def bit(self) -> list[int]:
        """[N] the bit of each history in its public state."""
        seen = [0] * len(self.tree.public_parent)
        bits = []
        for public in self.tree.public.tolist():
            bits.append(1 << seen[public])
            seen[public] += 1
        return bits

    @cached_property
    def histories(self) -> list[list[int]]:
        """[U] the histories of each public state."""
        found: list[list[int]] = [[] for _ in self.tree.public_parent]
        for node, public in enumerate(self.tree.public.tolist()):
            found[public].append(node)
        return found

    @cached_property
    def types(self) -> list[list[tuple[int, int]]]:
        """[U] the types of each public state, with their histories."""
        masks: list[_Masks] = [{} for _ in self.tree.public_parent]
        infosets, publics = self.tree.infoset.tolist(), self.tree.public.tolist()
        for infoset, public, bit in zip(infosets, publics, self.bit, strict=True):
            if infoset >= 0:
                masks[public][infoset] = masks[public].get(infoset, 0) | bit
        return [sorted(mask.items()) for mask in masks]

    @cached_property
    def _next(self) -> dict[tuple[int, int], list[int]]:
        """What follows a history by a choice."""
        found: dict[tuple[int, int], list[int]] = {}
        pairs = zip(self.tree.parent.tolist(), self.tree.choice.tolist(), strict=True)
        for node, pair in enumerate(pairs):
            found.setdefault(pair, []).append(node)
        return found

    @cached_property
    def _over(self) -> list[bool]:
        return [bool(seat < 0) for seat in self.tree.public_seat]

    def deals(self) -> Followers:
        """The beliefs that a game begins with."""
        return self._gather(np.flatnonzero(self.tree.parent < 0).tolist())

    def types_of(self, belief: Belief) -> list[tuple[int, int]]:
        """Types that may be, with their histories that may be."""
        public, mask = belief
        return [(infoset, mask & own) for infoset, own in self.types[public] if mask & own]

    def histories_of(self, belief: Belief) -> list[int]:
        """The histories that may be."""
        public, mask = belief
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self.histories[public][lowest.bit_length() - 1])
            mask ^= lowest
        return found

    def follow(self, public: int, infoset: int, mask: int, place: int) -> Followers:
        """What follows histories of a type when it takes the action at `place`."""
        choice = int(self.tree.first_choice[infoset]) + place
        histories = self.histories_of((public, mask))
        return self._gather([node for before in histories for node in self._next[before, choice]])

    def _gather(self, nodes: list[int]) -> Followers:
        payoff = 0.0
        masks: _Masks = {}
        for node in nodes:
            public = self._publics[node]
            if self._over[public]:
                payoff += self._ends[node]
            else:
                masks[public] = masks.get(public, 0) | self.bit[node]
        return Followers(payoff, masks)

    @cached_property
    def _publics(self) -> list[int]:
        """[N] as in the tree; lists are read faster one by one."""
        return self.tree.public.tolist()

    @cached_property
    def _ends(self) -> list[float]:
        return self.tree.ends.tolist()
