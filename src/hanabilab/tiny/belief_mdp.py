"""The public-belief MDP of a small game: every belief with every prescription, in tables.

Policy iteration sweeps over them (`solvers.policy_iteration`), and a coordinator learns in them
(`learners.belief_walk`).

Source: Nayyar, Mahajan & Teneketzis 2013.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.belief_graph import (
    Belief,
    BeliefGraph,
    Followers,
    Prescription,
    merge_followers,
)
from hanabilab.tiny.tree import GameTree

#: Beliefs with a prescription, over all beliefs, that are written out: seconds.
MAX_ROWS = 200_000


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

    def rows_of(self, belief: int) -> range:
        """The rows of a belief."""
        return range(int(self.first_row[belief]), int(self.first_row[belief + 1]))

    def row_values(self, belief: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """[r, K] what prescriptions of a belief are worth if beliefs are worth `values` [B, K]."""
        rows = self.rows_of(belief)
        ahead = [values[list(self.followers[row])].sum(axis=0) for row in rows]
        return np.asarray(self.rewards[rows.start : rows.stop, None] + np.stack(ahead))

    def prescription(self, belief: Belief, place: int) -> Prescription:
        """The prescription at a place among the rows of a belief."""
        found = {}
        for infoset, _ in reversed(self.graph.types_of(belief)):
            place, found[infoset] = divmod(place, int(self.tree.num_actions[infoset]))
        return found

    def picks_of(self, places: ArrayLike) -> NDArray[np.int64]:
        """[I] what the prescriptions at `places` [B] come to in play; 0 elsewhere."""
        chosen = np.asarray(places)
        return self.graph.fill_picks(
            np.zeros(len(self.tree.infosets), np.int64),
            lambda belief: self.prescription(belief, int(chosen[self.beliefs[belief]])),
        )


@dataclass
class _Writer:
    """Beliefs and rows so far."""

    graph: BeliefGraph
    limit: int
    order: list[Belief] = field(default_factory=list)
    numbers: dict[Belief, int] = field(default_factory=dict)
    first_row: list[int] = field(default_factory=lambda: [0])
    rows: list[tuple[float, tuple[int, ...]]] = field(default_factory=list)

    def note(self, followers: Followers) -> tuple[int, ...]:
        """Numbers of the beliefs that follow, new ones at the end."""
        for belief in followers.masks.items():
            if belief not in self.numbers:
                self.numbers[belief] = len(self.order)
                self.order.append(belief)
        return tuple(self.numbers[belief] for belief in followers.masks.items())

    def write(self, belief: Belief) -> None:
        """All rows of a belief."""
        options = [self.graph.options(belief[0], *own) for own in self.graph.types_of(belief)]
        self._check(math.prod(map(len, options)), len(options))
        for merged in map(merge_followers, itertools.product(*options)):
            self.rows.append((merged.payoff, self.note(merged)))
        self.first_row.append(len(self.rows))

    def _check(self, more: int, num_types: int) -> None:
        if len(self.rows) + more > self.limit:
            raise GameError(
                f"{self.graph.tree.game.name!r} has over {self.limit:,} public beliefs with a "
                f"prescription, too many for a table: {len(self.rows):,} for "
                f"{len(self.first_row) - 1:,} beliefs so far, and {more:,} for the {num_types} "
                "types of the next"
            )


def make_belief_mdp(tree: GameTree, *, limit: int = MAX_ROWS) -> BeliefMDP:
    """Write out the public-belief MDP of a game.

    Args:
        limit: rows at most.

    Raises:
        GameError: more rows than that.
    """
    writer = _Writer(BeliefGraph(tree), limit)
    deals = writer.graph.deals()
    roots = writer.note(deals)
    for belief in writer.order:  # which grows on the way
        writer.write(belief)
    rewards, followers = zip(*writer.rows, strict=True)
    return BeliefMDP(
        graph=writer.graph,
        beliefs=writer.numbers,
        first_row=np.array(writer.first_row, np.int64),
        rewards=np.array(rewards, np.float64),
        followers=followers,
        roots=roots,
        reward=deals.payoff,
    )
