"""The graph of a game's public beliefs: sets of histories, and where prescriptions lead.

A coordinator who sees what everyone sees prescribes what each type of the seat to act does. A
*type* is an information set at the public state; a *prescription* gives each type an action. What
follows it is put together from what follows each type's action.

Prescriptions are deterministic. So chance alone says how likely the histories of a belief are, and
the set of them is the whole belief: a bit mask over the histories of its public state. Values are
weighed by chance: the value of a belief is its share of the expected payoff, so the shares of all
beliefs that may follow add up.

`BeliefGraph` finds what follows when it is asked. `belief_mdp` writes all of it into tables.

Source: Nayyar, Mahajan & Teneketzis 2013, "Decentralized stochastic control with partial history
sharing: a common information approach".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.tree import GameTree

#: A public state and the histories of it that may be, bit k for its k-th.
Belief: TypeAlias = tuple[int, int]

#: The place of the action of each information set that may be.
Prescription: TypeAlias = Mapping[int, int]

#: Bits by public state.
_Masks: TypeAlias = dict[int, int]


@dataclass(frozen=True)
class Followers:
    """What may follow, and what games that end at once are worth.

    Attributes:
        payoff: probability of chance times payoff, summed over the ends.
        masks: histories that go on, by public state: its items are beliefs.
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
class BeliefGraph:
    """The public beliefs of a tree, found when they are asked for."""

    tree: GameTree

    @cached_property
    def _bit(self) -> list[int]:
        """[N] the bit of each history in its public state."""
        seen = [0] * len(self.tree.public_parent)
        bits = []
        for public in self._publics:
            bits.append(1 << seen[public])
            seen[public] += 1
        return bits

    @cached_property
    def _histories(self) -> list[list[int]]:
        """[U] the histories of each public state."""
        found: list[list[int]] = [[] for _ in self.tree.public_parent]
        for node, public in enumerate(self._publics):
            found[public].append(node)
        return found

    @cached_property
    def _types(self) -> list[list[tuple[int, int]]]:
        """[U] the types of each public state, with their histories."""
        masks: list[_Masks] = [{} for _ in self.tree.public_parent]
        infosets = self.tree.infoset.tolist()
        for infoset, public, bit in zip(infosets, self._publics, self._bit, strict=True):
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

    # Lists are read faster one by one than arrays.

    @cached_property
    def _publics(self) -> list[int]:
        return self.tree.public.tolist()

    @cached_property
    def _over(self) -> list[bool]:
        return [bool(seat < 0) for seat in self.tree.public_seat]

    @cached_property
    def _ends(self) -> list[float]:
        return self.tree.ends.tolist()

    @cached_property
    def _choices(self) -> list[range]:
        """[I] the choices of each information set."""
        choices = map(self.tree.choices_of, range(len(self.tree.infosets)))
        return [range(own.start, own.stop) for own in choices]

    def deals(self) -> Followers:
        """The beliefs that a game begins with."""
        return self._gather(np.flatnonzero(self.tree.parent < 0).tolist())

    def types_of(self, belief: Belief) -> list[tuple[int, int]]:
        """Types that may be, with their histories that may be."""
        public, mask = belief
        return [(infoset, mask & own) for infoset, own in self._types[public] if mask & own]

    def histories_of(self, belief: Belief) -> list[int]:
        """The histories that may be."""
        public, mask = belief
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self._histories[public][lowest.bit_length() - 1])
            mask ^= lowest
        return found

    def options(self, public: int, infoset: int, mask: int) -> list[Followers]:
        """What follows histories of a type by each action that it may take."""
        histories = self.histories_of((public, mask))
        return [self._after(histories, choice) for choice in self._choices[infoset]]

    def _after(self, histories: list[int], choice: int) -> Followers:
        return self._gather([node for before in histories for node in self._next[before, choice]])

    def _gather(self, nodes: list[int]) -> Followers:
        payoff = 0.0
        masks: _Masks = {}
        for node in nodes:
            public = self._publics[node]
            if self._over[public]:
                payoff += self._ends[node]
            else:
                masks[public] = masks.get(public, 0) | self._bit[node]
        return Followers(payoff, masks)

    def follow(self, belief: Belief, prescription: Prescription) -> Followers:
        """What may follow where each type does what is prescribed."""
        public = belief[0]
        return merge_followers(
            self._after(
                self.histories_of((public, mask)), self._choices[infoset][prescription[infoset]]
            )
            for infoset, mask in self.types_of(belief)
        )

    def fill_picks(
        self, picks: NDArray[np.int64], prescribe: Callable[[Belief], Prescription | None]
    ) -> NDArray[np.int64]:
        """`picks` [I] with what prescriptions come to in play, changed in place.

        Args:
            prescribe: what a belief has; None if it has nothing, and `picks` hold from there on.
        """
        waiting = list(self.deals().masks.items())
        while waiting:
            belief = waiting.pop()
            prescription = prescribe(belief)
            if prescription is not None:
                picks[list(prescription)] = list(prescription.values())
                waiting += self.follow(belief, prescription).masks.items()
        return picks
