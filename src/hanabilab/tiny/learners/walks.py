"""A game in the form that learners walk: situations, whose turn it is, and what may follow.

The same arrays can hold the histories of a tree, in which each seat sees its own part, or the
public beliefs of a game, in which one coordinator prescribes. So one loop learns in both.

Letters: N situations, S seats, R rows (what a learner tells apart), A actions at most, B branches
(a situation with an action), K outcomes (a branch with a result of chance).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.game import Action
from hanabilab.tiny.tree import GameTree

_Ints: TypeAlias = NDArray[np.int64]


class Walk(NamedTuple):
    """Situations, parents before children; a tuple, which kernels take as it is.

    Attributes:
        row: [N] what the learner to act tells apart; -1 at an end.
        seat: [N] who acts; -1 at an end.
        place: [N] number of what the actor holds, among the rows of its public state.
        is_open: [N] whether all see which action led here.
        information_state: [N, S] what each seat knows, also when others act, for learners that
            value it.
        payoff: [N] at the ends, else 0.
        num_actions: [R] of each row.
        first_branch: [N] the branch of a situation's first action; the others follow.
        action: [B] number of a branch's action among all actions of the game: types with different
            lists of actions mean the same by it.
        first_outcome: [B + 2] where a branch's outcomes begin; the last branch is the deal.
        after: [K] the situation that an outcome leads to.
        cumulative: [K] running sums of the probabilities of a branch's outcomes.
        span: largest payoff less the smallest; 1 if they are equal.
        deepest: turns of the longest game.
    """

    row: _Ints
    seat: _Ints
    place: _Ints
    is_open: NDArray[np.bool_]
    information_state: _Ints
    payoff: NDArray[np.float64]
    num_actions: _Ints
    first_branch: _Ints
    action: _Ints
    first_outcome: _Ints
    after: _Ints
    cumulative: NDArray[np.float64]
    span: float
    deepest: int

    @property
    def max_actions(self) -> int:
        """A."""
        return int(self.num_actions.max())


def tree_walk(tree: GameTree) -> Walk:
    """The histories of a tree; rows are its information sets."""
    acts = tree.infoset >= 0
    counts = np.where(acts, tree.num_actions[tree.infoset], 0)
    first_branch = np.concatenate([[0], np.cumsum(counts)])
    num_branches = int(first_branch[-1])
    deals = tree.parent < 0
    place = np.where(deals, 0, tree.place[tree.choice])
    branch = np.where(deals, num_branches, first_branch[tree.parent] + place)
    numbers = _action_numbers(tree)
    first_choice = np.repeat(tree.first_choice[tree.infoset], counts)
    places = np.arange(num_branches) - np.repeat(first_branch[:-1], counts)
    order = np.argsort(branch, kind="stable")
    chance = np.where(deals, tree.chance, tree.chance / tree.chance[tree.parent])[order]
    first_outcome = np.searchsorted(branch[order], np.arange(num_branches + 2))
    return Walk(
        row=tree.infoset,
        seat=np.where(acts, tree.seat_of[tree.infoset], -1),
        place=np.where(acts, _places(tree)[tree.infoset], 0),
        is_open=_open_actions(tree, numbers[tree.choice]),
        information_state=tree.information_state,
        payoff=tree.payoff,
        num_actions=tree.num_actions,
        first_branch=first_branch[:-1],
        action=numbers[first_choice + places],
        first_outcome=first_outcome,
        after=order,
        cumulative=running_sums(chance, first_outcome),
        span=span_of(tree),
        deepest=len(tree.levels),
    )


def running_sums(chance: NDArray[np.float64], first: _Ints) -> NDArray[np.float64]:
    """[K] running sums of probabilities that begin anew at each branch and end in 1."""
    sums = np.cumsum(chance)
    before = np.concatenate([[0.0], sums])[first[:-1]]
    sums = sums - np.repeat(before, np.diff(first))
    sums[first[1:][np.diff(first) > 0] - 1] = 1.0
    return np.asarray(sums)


def _places(tree: GameTree) -> _Ints:
    """[I] the number of an information set among those of its public state."""
    publics = tree.public_of
    return np.arange(len(publics)) - np.searchsorted(publics, publics)


def _action_numbers(tree: GameTree) -> _Ints:
    """[C] the number of each choice's action among all actions of the game."""
    numbers: dict[Action, int] = {}
    found = [
        numbers.setdefault(action, len(numbers))
        for infoset in tree.infosets
        for action in infoset.actions
    ]
    return np.array(found, np.int64)


def _open_actions(tree: GameTree, action: _Ints) -> NDArray[np.bool_]:
    """[N] whether the public state of a history tells the action that led to it.

    Args:
        action: [N] number of that action; anything at the deal.
    """
    smallest = np.full(len(tree.public_seat), np.iinfo(np.int64).max)
    largest = np.full(len(tree.public_seat), -1)
    np.minimum.at(smallest, tree.public, action)
    np.maximum.at(largest, tree.public, action)
    return np.asarray((smallest == largest)[tree.public] & (tree.parent >= 0))


def span_of(tree: GameTree) -> float:
    """The largest payoff less the smallest; 1 if they are equal."""
    return float(np.ptp(tree.payoff[tree.infoset < 0])) or 1.0
