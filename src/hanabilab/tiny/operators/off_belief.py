"""Off-belief learning (OBL) without learning: its levels, exactly.

A seat at level k believes that everybody has played level k - 1 up to now, and takes the action
that is best if everybody plays level k from now on, itself among them:

    B(h | I)   how likely history h of information set I is if others have played pi_{k-1}
    Q(a | I) = sum over h of I of B(h | I) V(h, a),  V: what follows if all play pi_k
    pi_k(I)  = argmax_a Q(a | I)

What follows an information set comes later in the game, so one sweep from the last step to the
first finds pi_k. Level 0 is the past that level 1 believes in: *literal*, in which actions say
nothing, or a policy.

With `rounds` = r the sweep does what the learned form does (`learning.obl`): at the seat's r-th
next turn, V is the best Q there, which believes anew that the past was of level k - 1. Without it
worlds are played to the end, as above.

Source: Hu, Lerer, Cui, Pineda, Wu, Brown & Foerster 2021, "Off-belief learning", section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.game import check_seed
from hanabilab.tiny.levels import Level
from hanabilab.tiny.policies import Policy, check_policy, join_policies, value_of
from hanabilab.tiny.sweeps import best_of, foremost, partners_reach, value_margin
from hanabilab.tiny.tree import GameTree

_Array = NDArray[np.float64]

#: Of actions that are as good: the first is taken, or each as likely, or one that lots decide.
Ties: TypeAlias = Literal["first", "mixed", "random"]

#: From a step and which of its choices [c] are best to what is played [c].
Choose: TypeAlias = Callable[[Level, NDArray[np.bool_]], _Array]

#: More levels, or rounds, than any game has use for.
MAX_LEVELS = 1000


@dataclass(frozen=True, eq=False)
class OffBelief:
    """One level of off-belief learning.

    Attributes:
        policy: [C] what it plays.
        worth: [C] Q, what the seat to act takes each choice to be worth, in points.
        best: [C] which choices are as good as the best of their information set.
        value: the expected payoff if all seats play it.
        regret: [I] what the policy is worth less than the best choice, as the seat believes; 0 but
            for rounding, unless the policy was given.
    """

    policy: Policy
    worth: _Array
    best: NDArray[np.bool_]
    value: float
    regret: _Array


def off_belief(
    tree: GameTree,
    levels: int = 1,
    *,
    start: Policy | None = None,
    ties: Ties | Policy = "first",
    seed: int = 0,
    rounds: int | None = None,
) -> tuple[OffBelief, ...]:
    """Levels 1 to `levels`, exactly.

    Args:
        levels: how many.
        start: the policy that level 1 believes was played; None for the literal past, in which
            actions say nothing.
        ties: what is taken of actions that are as good; a policy stands for its likelier ones.
        seed: of the lots of `random` ties. All levels draw the same.
        rounds: own turns after which a seat values its position by its belief there; None plays to
            the end.

    Raises:
        GameError: numbers out of range, no such ties, or what is no policy of the tree.
    """
    _check_number("levels", levels)
    if rounds is not None:
        _check_number("rounds", rounds)
    choose = _make_choose(tree, ties, seed)
    before = _past(tree, start)
    found: list[OffBelief] = []
    for _ in range(levels):
        found.append(_respond(tree, before, choose, rounds))
        before = found[-1].policy
    return tuple(found)


def judge(
    tree: GameTree, policy: Policy, *, before: Policy | None = None, rounds: int | None = None
) -> OffBelief:
    """What choices are worth if all play `policy` from now on, and the past was `before`.

    A policy is a level above `before`, whatever it does on ties, exactly if it has no regret.

    Args:
        before: what others have played so far; None for the literal past.
        rounds: as in `off_belief`.

    Raises:
        GameError: no policies of the tree, or a number out of range.
    """
    given = check_policy(tree, policy)
    if rounds is not None:
        _check_number("rounds", rounds)
    return _respond(tree, _past(tree, before), lambda level, _: given[level.choices], rounds)


def cross_play(tree: GameTree, policies: Sequence[Policy]) -> _Array:
    """[P, P] expected payoffs of seat 0 by the policy of the row and all others by the column's.

    Raises:
        GameError: one that is no policy of the tree.
    """
    checked = [check_policy(tree, policy) for policy in policies]
    others = tree.game.seats - 1
    return np.array(
        [
            [value_of(tree, join_policies(tree, [first, *[rest] * others])) for rest in checked]
            for first in checked
        ]
    )


def _check_number(name: str, number: int) -> None:
    if type(number) is not int or not 1 <= number <= MAX_LEVELS:
        raise GameError(f"{name} is {number!r}; a whole number from 1 to {MAX_LEVELS:,} is needed")


def _respond(tree: GameTree, before: _Array, choose: Choose, rounds: int | None) -> OffBelief:
    """The level above one in which choices have the weights `before` [C]."""
    shares = _beliefs_of(tree, before) / tree.chance  # values are weighed by chance already
    margin = value_margin(tree.largest_payoff)
    policy, worth = np.zeros(tree.num_choices), np.zeros(tree.num_choices)
    best = np.zeros(tree.num_choices, np.bool_)
    imagined: _Imagined = _ToTheEnd(tree) if rounds is None else _Rounds(tree, rounds)
    for level in reversed(tree.levels):
        now = level.choices
        worth[now] = level.sum_by_choice(shares[level.parent] * imagined.after(level))
        best[now] = best_of(worth[now], level, margin)
        policy[now] = choose(level, best[now])
        imagined.step_back(level, policy, worth)
    most = np.maximum.reduceat(worth, tree.first_choice)
    regret = most - np.add.reduceat(policy * worth, tree.first_choice)
    return OffBelief(policy, worth, best, value_of(tree, policy), regret)


def _past(tree: GameTree, policy: Policy | None) -> _Array:
    """[C] weights of choices. None is all 1: actions say nothing, not even which were legal."""
    return np.ones(tree.num_choices) if policy is None else check_policy(tree, policy)


def _beliefs_of(tree: GameTree, weights: _Array) -> _Array:
    """[N] how likely each history is to the seat that acts there, in its information set.

    They sum to 1 in each information set, and are 0 at the ends. What the seat itself did does not
    count: it did the same in all of these histories.

    A policy that never takes an action says nothing about histories in which it was taken. So all
    are thought to slip now and then: with a chance that goes to zero, and then to any action, each
    as likely, which says nothing of the cards. A seat believes in the histories with the fewest
    slips.

    Args:
        weights: [C] how likely others were to take each choice, see `_past`.
    """
    # Each slip halves the second number of a history: fewest slips are the largest of them.
    slipped = weights <= 0
    both = np.stack([np.where(slipped, 1.0, weights), np.where(slipped, 0.5, 1.0)], axis=1)
    acting = np.flatnonzero(tree.infoset >= 0)
    sets = tree.infoset[acting]
    likely, steady = partners_reach(tree, both)[tree.seat_of[sets], acting].T
    steadiest = np.zeros(len(tree.infosets))
    np.maximum.at(steadiest, sets, steady)
    believed = np.where(steady == steadiest[sets], likely * tree.chance[acting], 0.0)
    beliefs = np.zeros(tree.size)
    beliefs[acting] = believed / np.bincount(sets, believed, len(tree.infosets))[sets]
    return beliefs


def _make_choose(tree: GameTree, ties: Ties | Policy, seed: int) -> Choose:
    """What is taken of actions that are as good; of a policy, its likelier one.

    Raises:
        GameError: no such way, a seed out of range, or no policy of the tree.
    """
    check_seed(seed)
    first = -np.arange(tree.num_choices, dtype=np.float64)
    if not isinstance(ties, str):
        order = np.argsort(np.lexsort((first, check_policy(tree, ties)))).astype(np.float64)
    elif ties == "mixed":
        return _share
    elif ties == "first":
        order = first
    elif ties == "random":
        order = np.random.default_rng(seed).random(tree.num_choices)
    else:
        raise GameError(f"ties is {ties!r}; one of {', '.join(get_args(Ties))} is needed")
    return lambda level, best: foremost(best, level, order[level.choices]).astype(np.float64)


def _share(level: Level, best: NDArray[np.bool_]) -> _Array:
    counts = np.add.reduceat(best.astype(np.float64), level.set_starts)
    return np.asarray(best / counts[level.owner])


class _Imagined(Protocol):
    """What histories are worth to those who imagine them, weighed by chance."""

    def after(self, level: Level) -> _Array:
        """[n] of the histories after a step, to the seat that made it."""
        ...

    def step_back(self, level: Level, policy: Policy, worth: _Array, /) -> None:
        """Value the histories before a step, of which `policy` and `worth` are known now."""
        ...


class _ToTheEnd:
    """Everybody plays on to the end of the game."""

    def __init__(self, tree: GameTree) -> None:
        self._values = tree.ends.copy()

    def after(self, level: Level) -> _Array:
        return self._values[level.nodes]

    def step_back(self, level: Level, policy: Policy, _worth: _Array, /) -> None:
        values = policy[level.choice] * self._values[level.nodes]
        self._values[level.before] = level.sum_by_history(values)


class _Rounds:
    """Everybody plays on to the seat's r-th next turn, which is worth what the seat believes then.

    Attributes:
        _values: [r, S, N] of histories to each seat if it has so many own turns to play before
            that.
    """

    def __init__(self, tree: GameTree, rounds: int) -> None:
        self._tree = tree
        self._values = np.tile(tree.ends, (rounds, tree.game.seats, 1))

    def after(self, level: Level) -> _Array:
        return self._values[-1, level.actor, np.arange(level.nodes.start, level.nodes.stop)]

    def step_back(self, level: Level, policy: Policy, worth: _Array, /) -> None:
        """Fill in what the histories of a level are worth to each seat that was believed there."""
        tree, before = self._tree, level.before
        sets, played = tree.infoset[before], policy[level.choice]
        believed = np.add.reduceat(policy * worth, tree.first_choice)[sets] * tree.chance[before]
        for seat in range(tree.game.seats):
            own, earlier = tree.seat_of[sets] == seat, believed
            for values in self._values[:, seat]:
                played_on = level.sum_by_history(played * values[level.nodes])
                values[before] = np.where(own, earlier, played_on)
                earlier = played_on
