"""A game in the form that learners walk: situations, whose turn it is, and what may follow.

The same arrays can hold the histories of a tree, in which each seat sees its own part, or the
public beliefs of a game, in which one coordinator prescribes. So one loop learns in both.

Letters: N situations, S seats, R rows (what a learner tells apart), A actions at most, B branches
(a situation with an action), K outcomes (a branch with a result of chance).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.belief_graph import BeliefMDP
from hanabilab.tiny.game import Action
from hanabilab.tiny.tree import GameTree

_Ints: TypeAlias = NDArray[np.int64]

_NO_WEIGHT = 1e-12


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
        cumulative=_running_sums(chance, first_outcome),
        span=_span_of(tree),
        deepest=len(tree.levels),
    )


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


def belief_walk(mdp: BeliefMDP) -> Walk:
    """The walk over beliefs, each a row of its own, and then ends.

    All ends that follow a prescription are one, worth their mean.
    """
    outcomes = _Outcomes(mdp)
    deal = outcomes.of(mdp.roots, mdp.reward, 1.0)
    counts = np.diff(mdp.first_row)
    before = np.repeat(outcomes.weights, counts).tolist()
    rows = zip(mdp.followers, mdp.rewards.tolist(), before, strict=True)
    branches = [*(outcomes.of(*row) for row in rows), deal]
    flat = [outcome for branch in branches for outcome in branch]
    first = np.cumsum([0, *map(len, branches)])
    beliefs, ends = len(counts), len(outcomes.ends)
    size = beliefs + ends
    is_belief = np.arange(size) < beliefs
    return Walk(
        row=np.where(is_belief, np.arange(size), -1),
        seat=np.where(is_belief, 0, -1),
        place=np.zeros(size, np.int64),
        is_open=np.zeros(size, np.bool_),
        information_state=np.arange(size)[:, None],
        payoff=np.concatenate([np.zeros(beliefs), outcomes.ends]),
        num_actions=counts,
        action=np.zeros(len(mdp.rewards), np.int64),  # nobody watches a coordinator
        first_branch=np.concatenate([mdp.first_row[:-1], np.zeros(ends, np.int64)]),
        first_outcome=first,
        after=np.array([place for place, _ in flat], np.int64),
        cumulative=_running_sums(np.array([chance for _, chance in flat]), first),
        span=_span_of(mdp.tree),
        deepest=len(mdp.tree.levels),
    )


class _Outcomes:
    """What may follow, each with its probability; ends are numbered behind the beliefs.

    Attributes:
        weights: [B] probability of chance of all histories of each belief.
        ends: mean payoffs.
    """

    def __init__(self, mdp: BeliefMDP) -> None:
        chance, histories_of = mdp.tree.chance, mdp.graph.histories_of
        self.weights = [float(chance[histories_of(belief)].sum()) for belief in mdp.beliefs]
        self.ends: list[float] = []

    def of(self, followers: Sequence[int], payoff: float, weight: float) -> list[tuple[int, float]]:
        """What follows a belief of that weight: beliefs, and an end where games may end."""
        found = [(belief, self.weights[belief] / weight) for belief in followers]
        over = 1.0 - sum(chance for _, chance in found)
        if over > _NO_WEIGHT:
            found.append((len(self.weights) + len(self.ends), over))
            self.ends.append(payoff / (over * weight))
        return found


def _running_sums(chance: NDArray[np.float64], first: _Ints) -> NDArray[np.float64]:
    """[K] running sums of probabilities that begin anew at each branch and end in 1."""
    sums = np.cumsum(chance)
    before = np.concatenate([[0.0], sums])[first[:-1]]
    sums = sums - np.repeat(before, np.diff(first))
    sums[first[1:][np.diff(first) > 0] - 1] = 1.0
    return np.asarray(sums)


def _span_of(tree: GameTree) -> float:
    """The largest payoff less the smallest; 1 if they are equal."""
    return float(np.ptp(tree.payoff[tree.infoset < 0])) or 1.0
