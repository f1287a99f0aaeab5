"""The public-belief MDP of a small game, every belief and prescription written out.

A coordinator who sees what everyone sees prescribes what each type of the seat to act does. Its
states are the public beliefs that prescriptions lead to (`supports`); each row of the tables is a
belief with one of its prescriptions.

Source: Nayyar, Mahajan & Teneketzis 2013.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.supports import Belief, Followers, Supports, merge_followers
from hanabilab.tiny.tree import GameTree

#: Beliefs with a prescription, over all beliefs, that are written out: seconds.
MAX_ROWS = 200_000

#: Information sets, each with the place of its action.
Prescription = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class BeliefMDP:
    """Beliefs come before those that they lead to. B beliefs, R rows.

    Attributes:
        tree: the game.
        beliefs: the B beliefs; public states with sets of histories.
        first_row: [B + 1] where the rows of each belief begin.
        prescriptions: what each of the R rows prescribes.
        rewards: [R] probability of chance times payoff, of games that end at once.
        followers: beliefs that may follow each row; their values just add up.
        roots: beliefs at the deal.
        reward: the same as of a row, of games that end with the deal.
    """

    tree: GameTree
    beliefs: tuple[Belief, ...]
    first_row: NDArray[np.int64]
    prescriptions: tuple[Prescription, ...]
    rewards: NDArray[np.float64]
    followers: tuple[tuple[int, ...], ...]
    roots: tuple[int, ...]
    reward: float

    def rows_of(self, belief: int) -> range:
        """The rows of a belief."""
        return range(int(self.first_row[belief]), int(self.first_row[belief + 1]))

    def row_values(self, belief: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """[r, K] what prescriptions of a belief are worth if beliefs are worth `values` [B, K]."""
        rows = self.rows_of(belief)
        ahead = [values[list(self.followers[row])].sum(axis=0) for row in rows]
        return np.asarray(self.rewards[rows.start : rows.stop, None] + np.stack(ahead))


@dataclass
class _Writer:
    """Beliefs and rows so far."""

    supports: Supports
    limit: int
    beliefs: list[Belief] = field(default_factory=list)
    numbers: dict[Belief, int] = field(default_factory=dict)
    first_row: list[int] = field(default_factory=lambda: [0])
    rows: list[tuple[Prescription, float, tuple[int, ...]]] = field(default_factory=list)

    def note(self, followers: Followers) -> tuple[int, ...]:
        """Numbers of the beliefs that follow, new ones at the end."""
        for belief in followers.masks.items():
            if belief not in self.numbers:
                self.numbers[belief] = len(self.beliefs)
                self.beliefs.append(belief)
        return tuple(self.numbers[belief] for belief in followers.masks.items())

    def write(self, belief: Belief) -> None:
        """All rows of a belief."""
        types = self.supports.types_of(belief)
        options = [self._options(belief[0], infoset, mask) for infoset, mask in types]
        self._check(math.prod(map(len, options)), len(types))
        for chosen in itertools.product(*options):
            merged = merge_followers(followers for _, followers in chosen)
            prescription = tuple(pick for pick, _ in chosen)
            self.rows.append((prescription, merged.payoff, self.note(merged)))
        self.first_row.append(len(self.rows))

    def _options(
        self, public: int, infoset: int, mask: int
    ) -> list[tuple[tuple[int, int], Followers]]:
        """What a type may do, and what that leads to."""
        places = range(int(self.supports.tree.num_actions[infoset]))
        follow = self.supports.follow
        return [((infoset, place), follow(public, infoset, mask, place)) for place in places]

    def _check(self, more: int, num_types: int) -> None:
        if len(self.rows) + more > self.limit:
            raise GameError(
                f"{self.supports.tree.game.name!r} has over {self.limit:,} public beliefs with a "
                f"prescription: {len(self.rows):,} for {len(self.first_row) - 1:,} beliefs so far, "
                f"and {more:,} for the {num_types} types of the next"
            )


def make_belief_mdp(tree: GameTree, *, limit: int = MAX_ROWS) -> BeliefMDP:
    """Write out the public-belief MDP of a game.

    Args:
        limit: rows at most.

    Raises:
        GameError: more rows than that.
    """
    writer = _Writer(Supports(tree), limit)
    deals = writer.supports.deals()
    roots = writer.note(deals)
    for belief in writer.beliefs:  # which grows on the way
        writer.write(belief)
    prescriptions, rewards, followers = zip(*writer.rows, strict=True)
    return BeliefMDP(
        tree=tree,
        beliefs=tuple(writer.beliefs),
        first_row=np.array(writer.first_row, np.int64),
        prescriptions=prescriptions,
        rewards=np.array(rewards, np.float64),
        followers=followers,
        roots=roots,
        reward=deals.payoff,
    )
