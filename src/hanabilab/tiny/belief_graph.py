"""The graph of a game's public beliefs: sets of histories, and where prescriptions lead.

A coordinator who sees what everyone sees prescribes what each type of the seat to act does. A
*type* is an information set at the public state; a *prescription* gives each type an action. What
follows it is put together from what follows each type's action.

Prescriptions are deterministic. So chance alone says how likely the histories of a belief are, and
the set of them is the whole belief: a bit mask over the histories of its public state. Values are
weighed by chance: the value of a belief is its share of the expected payoff, so the shares of all
beliefs that may follow add up.

`BeliefGraph` finds what follows when it is asked. `BeliefMDP` has all of it in tables: policy
iteration sweeps over them (`solvers.policy_iteration`), and a coordinator learns in them
(`learners.walks`).

Source: Nayyar, Mahajan & Teneketzis 2013, "Decentralized stochastic control with partial history
sharing: a common information approach".
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.tree import GameTree

#: A public state and the histories of it that may be, bit k for its k-th that goes on.
Belief: TypeAlias = tuple[int, int]

#: The place of the action of each information set that may be.
Prescription: TypeAlias = Mapping[int, int]

#: Beliefs with a prescription, over all beliefs, that are written out: seconds.
MAX_ROWS = 200_000


@dataclass(frozen=True)
class Followers:
    """What may follow, and what games that end at once are worth.

    Attributes:
        payoff: probability of chance times payoff, summed over the ends.
        masks: histories that go on, by public state: its items are beliefs.
    """

    payoff: float
    masks: dict[int, int]


def merge_followers(several: Iterable[Followers]) -> Followers:
    """What may follow where each of several may be."""
    payoff = 0.0
    masks: dict[int, int] = {}
    for followers in several:
        payoff += followers.payoff
        for public, mask in followers.masks.items():
            masks[public] = masks.get(public, 0) | mask
    return Followers(payoff, masks)


class BeliefGraph:
    """The public beliefs of a tree, found when they are asked for.

    Args:
        tree: of the game.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        # Lists are read faster one by one than arrays.
        self._public = tree.public.tolist()
        self._over = (tree.infoset < 0).tolist()
        self._ends = tree.ends.tolist()
        choices = map(tree.choices_of, range(len(tree.infosets)))
        self._choices = [range(own.start, own.stop) for own in choices]  # [I]
        self._bit: list[int] = []  # [N] of each history in its public state; 0 if it has ended
        self._histories: list[list[int]] = [[] for _ in tree.public_parent]  # [U] that go on
        self._types: list[dict[int, int]] = [{} for _ in tree.public_parent]  # [U] their histories
        self._next: dict[tuple[int, int], list[int]] = {}  # after a history, by a choice
        rows = (tree.parent, tree.choice, tree.public, tree.infoset)
        histories = zip(*(row.tolist() for row in rows), strict=True)
        for node, (parent, choice, public, infoset) in enumerate(histories):
            self._next.setdefault((parent, choice), []).append(node)
            if infoset < 0:  # no belief has it, and there may be millions
                self._bit.append(0)
                continue
            self._bit.append(1 << len(self._histories[public]))
            self._histories[public].append(node)
            types = self._types[public]
            types[infoset] = types.get(infoset, 0) | self._bit[node]

    def deals(self) -> Followers:
        """The beliefs that a game begins with."""
        return self._gather(self._next[-1, -1])

    def types_of(self, belief: Belief) -> list[tuple[int, int]]:
        """Types that may be, with their histories that may be."""
        public, mask = belief
        return [(infoset, mask & own) for infoset, own in self._types[public].items() if mask & own]

    def histories_of(self, belief: Belief) -> list[int]:
        """The histories that may be."""
        public, mask = belief
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self._histories[public][lowest.bit_length() - 1])
            mask ^= lowest
        return found

    def options(self, belief: Belief) -> dict[int, list[Followers]]:
        """What follows each action of each type that may be."""
        found = {}
        for infoset, mask in self.types_of(belief):
            histories = self.histories_of((belief[0], mask))
            found[infoset] = [self._after(histories, choice) for choice in self._choices[infoset]]
        return found

    def _after(self, histories: list[int], choice: int) -> Followers:
        return self._gather([node for before in histories for node in self._next[before, choice]])

    def _gather(self, nodes: list[int]) -> Followers:
        payoff = 0.0
        masks: dict[int, int] = {}
        for node in nodes:
            if self._over[node]:
                payoff += self._ends[node]
            else:
                public = self._public[node]
                masks[public] = masks.get(public, 0) | self._bit[node]
        return Followers(payoff, masks)

    def follow(self, belief: Belief, prescription: Prescription) -> Followers:
        """What may follow where each type does what is prescribed."""
        options = self.options(belief).items()
        return merge_followers(own[prescription[infoset]] for infoset, own in options)

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


@dataclass(frozen=True, eq=False)
class BeliefMDP:
    """All beliefs that prescriptions lead to, each before those that follow. B beliefs, R rows.

    A row is a belief with one of its prescriptions; the last type's action changes fastest.

    Attributes:
        graph: of the game.
        beliefs: the B beliefs, each with its number.
        first_row: [B + 1] where the rows of each belief begin.
        rewards: [R] probability of chance times payoff, of games that end at once.
        followers: for each row, numbers of the beliefs that may follow; their values just add up.
        roots: beliefs at the deal.
        reward: the same as of a row, of games that end with the deal.
    """

    graph: BeliefGraph
    beliefs: Mapping[Belief, int]
    first_row: NDArray[np.int64]
    rewards: NDArray[np.float64]
    followers: tuple[tuple[int, ...], ...]
    roots: tuple[int, ...]
    reward: float

    @property
    def tree(self) -> GameTree:
        """Of the game."""
        return self.graph.tree

    def row_values(self, belief: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """[r, K] what prescriptions of a belief are worth if beliefs are worth `values` [B, K]."""
        rows = slice(*self.first_row[belief : belief + 2])
        ahead = [values[list(followers)].sum(axis=0) for followers in self.followers[rows]]
        return np.asarray(self.rewards[rows, None] + np.stack(ahead))

    def picks_of(self, places: ArrayLike) -> NDArray[np.int64]:
        """[I] what prescriptions come to in play; 0 elsewhere.

        Args:
            places: [B] of the prescriptions, among the rows of their belief.
        """
        chosen = np.asarray(places)

        def prescribe(belief: Belief) -> Prescription:
            place, found = int(chosen[self.beliefs[belief]]), {}
            for infoset, _ in reversed(self.graph.types_of(belief)):
                place, found[infoset] = divmod(place, int(self.tree.num_actions[infoset]))
            return found

        return self.graph.fill_picks(np.zeros(len(self.tree.infosets), np.int64), prescribe)


def make_belief_mdp(tree: GameTree, *, limit: int = MAX_ROWS) -> BeliefMDP:
    """Write out the public-belief MDP of a game.

    Args:
        limit: rows at most.

    Raises:
        GameError: more rows than that.
    """
    graph, beliefs, first_row = BeliefGraph(tree), list[Belief](), [0]
    numbers: dict[Belief, int] = {}
    rows: list[tuple[float, tuple[int, ...]]] = []

    def numbered(followers: Followers) -> tuple[int, ...]:
        """The beliefs that follow, new ones at the end."""
        for belief in followers.masks.items():
            if belief not in numbers:
                numbers[belief] = len(beliefs)
                beliefs.append(belief)
        return tuple(numbers[belief] for belief in followers.masks.items())

    deals = graph.deals()
    roots = numbered(deals)
    for belief in beliefs:  # which grows on the way
        options = graph.options(belief).values()
        more = math.prod(map(len, options))
        if len(rows) + more > limit:
            raise GameError(
                f"{tree.game.name!r} has over {limit:,} public beliefs with a prescription, too "
                f"many for a table: {len(rows):,} for {len(first_row) - 1:,} beliefs so far, and "
                f"{more:,} for the {len(options)} types of the next"
            )
        merged = map(merge_followers, itertools.product(*options))
        rows += [(row.payoff, numbered(row)) for row in merged]
        first_row.append(len(rows))
    rewards, followers = zip(*rows, strict=True)
    return BeliefMDP(
        graph=graph,
        beliefs=numbers,
        first_row=np.array(first_row, np.int64),
        rewards=np.array(rewards, np.float64),
        followers=followers,
        roots=roots,
        reward=deals.payoff,
    )
