"""Public beliefs of a game as situations in which a coordinator, who sees what all see, prescribes.

Source: Nayyar, Mahajan & Teneketzis 2013, "Decentralized stochastic control with partial history
sharing: a common information approach"; `tiny.supports` for how beliefs are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod

import numpy as np

from hanabilab.errors import GameError
from hanabilab.tiny.learners.walks import Walk, deepest_of, running_sums, span_of
from hanabilab.tiny.supports import Belief, Followers, Supports, merge_followers
from hanabilab.tiny.tree import GameTree

#: Prescriptions in all beliefs together; a few seconds.
_MAX_PRESCRIPTIONS = 200_000

_NO_WEIGHT = 1e-12


@dataclass(frozen=True, eq=False)
class BeliefWalk:
    """The walk over beliefs, and what its actions prescribe.

    Attributes:
        walk: situations are beliefs and ends, each belief a row of its own. All ends that follow a
            prescription are one, worth their mean.
        types: for each row, the information sets that are possible.
    """

    tree: GameTree
    walk: Walk
    types: tuple[tuple[int, ...], ...]

    def prescription(self, row: int, action: int) -> dict[int, int]:
        """An action for each information set that is possible in a row."""
        counts = tuple(self.tree.num_actions[list(self.types[row])])
        picks = np.unravel_index(action, counts)
        return {infoset: int(pick) for infoset, pick in zip(self.types[row], picks, strict=True)}

    def picks(self, actions: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
        """[I] what a policy [R] of prescriptions does; 0 where it never comes to."""
        picks, waiting = [0] * len(self.tree.infosets), self._outcomes(-1)
        while waiting:
            row = waiting.pop()
            action = int(actions[row])
            for infoset, pick in self.prescription(row, action).items():
                picks[infoset] = pick
            waiting += self._outcomes(int(self.walk.first_branch[row]) + action)
        return picks

    def _outcomes(self, branch: int) -> list[int]:
        """Beliefs that follow a branch; -1 is the deal."""
        first = self.walk.first_outcome
        branch = len(first) - 2 if branch < 0 else branch
        after = self.walk.after[first[branch] : first[branch + 1]]
        return [int(row) for row in after if row < len(self.types)]


def belief_walk(tree: GameTree) -> BeliefWalk:
    """All public beliefs that prescriptions lead to.

    Raises:
        GameError: too many.
    """
    builder = _Builder(Supports(tree))
    builder.add_all()
    return BeliefWalk(tree, builder.walk(), tuple(builder.types))


@dataclass
class _Builder:
    """Beliefs so far, and outcomes of their prescriptions: a place and a probability each."""

    supports: Supports
    beliefs: list[Belief] = field(default_factory=list)
    number: dict[Belief, int] = field(default_factory=dict)
    types: list[tuple[int, ...]] = field(default_factory=list)
    branches: list[list[tuple[int, float]]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)

    def add_all(self) -> None:
        """Fill the lists; the branch of the deal comes last."""
        deal = self._outcomes(self.supports.deals(), 1.0)
        for belief in self.beliefs:  # which grow on the way
            before = len(self.branches)
            weight = self._weight(belief)
            for followers in self._prescriptions(belief):
                self.branches.append(self._outcomes(followers, weight))
            self.counts.append(len(self.branches) - before)
        self.branches.append(deal)

    def _prescriptions(self, belief: Belief) -> Iterator[Followers]:
        """What may follow each of the prescriptions, whose last type's action changes fastest."""
        tree, types = self.supports.tree, self.supports.types_of(belief)
        self.types.append(tuple(infoset for infoset, _ in types))
        counts = [int(tree.num_actions[infoset]) for infoset, _ in types]
        if len(self.branches) + prod(counts) > _MAX_PRESCRIPTIONS:
            raise GameError(
                f"game {tree.game.name!r} has more than {_MAX_PRESCRIPTIONS:,} prescriptions in "
                "its public beliefs, too many for a table; learn without public beliefs"
            )
        options = [
            [self.supports.follow(belief[0], *own, place) for place in range(count)]
            for own, count in zip(types, counts, strict=True)
        ]
        return map(merge_followers, product(*options))

    def _outcomes(self, followers: Followers, weight: float) -> list[tuple[int, float]]:
        """Beliefs by number, and ends by a number below 0, each with its probability."""
        found = []
        for belief in followers.masks.items():
            if belief not in self.number:
                self.number[belief] = len(self.beliefs)
                self.beliefs.append(belief)
            found.append((self.number[belief], self._weight(belief) / weight))
        over = 1.0 - sum(chance for _, chance in found)
        if over > _NO_WEIGHT:
            self.ends.append(followers.payoff / (over * weight))
            found.append((-len(self.ends), over))
        return found

    def _weight(self, belief: Belief) -> float:
        """The probability of chance of all its histories."""
        return float(self.supports.tree.chance[self.supports.histories_of(belief)].sum())

    def walk(self) -> Walk:
        """The arrays; ends come after all beliefs."""
        beliefs, size = len(self.beliefs), len(self.beliefs) + len(self.ends)
        flat = [outcome for branch in self.branches for outcome in branch]
        first = np.cumsum([0, *map(len, self.branches)])
        is_belief = np.arange(size) < beliefs
        first_branch = np.cumsum([0, *self.counts])[:-1]
        return Walk(
            row=np.where(is_belief, np.arange(size), -1),
            seat=np.where(is_belief, 0, -1),
            place=np.zeros(size, np.int64),
            is_open=np.zeros(size, np.bool_),
            information_state=np.arange(size)[:, None],
            payoff=np.concatenate([np.zeros(beliefs), self.ends]),
            num_actions=np.array(self.counts, np.int64),
            action=np.zeros(len(self.branches) - 1, np.int64),  # nobody watches a coordinator
            first_branch=np.concatenate([first_branch, np.zeros(len(self.ends), np.int64)]),
            first_outcome=first,
            after=np.array([w if w >= 0 else beliefs - 1 - w for w, _ in flat], np.int64),
            cumulative=running_sums(np.array([chance for _, chance in flat]), first),
            span=span_of(self.supports.tree),
            deepest=deepest_of(self.supports.tree),
        )
