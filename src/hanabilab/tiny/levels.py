"""The steps of a tree, in the order in which sweeps over all its histories go.

Histories are numbered step by step, and the histories that follow one history have consecutive
numbers. So do public states, and with them information sets and choices.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Array = NDArray[np.float64]
_Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Level:
    """The moves of one step: n histories after it, p before it, c choices of i information sets.

    Attributes:
        nodes: the histories after the step, a range.
        parent: [n] the history before each.
        choice: [n] the choice taken.
        actor: [n] the seat that took it.
        before: [p] the histories before the step that go on.
        after: [p] where in `nodes` what follows each begins.
        choices: what the step is about, a range of the tree's choices.
        owner: [c] which of the step's information sets each belongs to.
        set_starts: [i] where each of these begins among the choices.
        seats: [c] who has each choice.
        by_choice: [n] places in `nodes`, sorted by choice.
        choice_starts: [c] where each choice begins there.
    """

    nodes: slice
    parent: _Indices
    choice: _Indices
    actor: _Indices
    before: _Indices
    after: _Indices
    choices: slice
    owner: _Indices
    set_starts: _Indices
    seats: _Indices
    by_choice: _Indices
    choice_starts: _Indices

    def sum_by_history(self, values: _Array) -> _Array:
        """[p, B] sums over what follows each of `before`, of [n, B] values."""
        return np.add.reduceat(values, self.after, axis=0)

    def sum_by_choice(self, values: _Array) -> _Array:
        """[c, B] sums over what follows each choice, of [n, B] values."""
        return np.add.reduceat(values[self.by_choice], self.choice_starts, axis=0)

    def most_of_set(self, values: _Array) -> _Array:
        """[c, B] the largest of each choice's information set, of [c, B] values."""
        return np.asarray(np.maximum.reduceat(values, self.set_starts, axis=0)[self.owner])


def make_levels(
    parent: _Indices, choice: _Indices, owner: _Indices, seat_of: _Indices
) -> tuple[Level, ...]:
    """The steps of a tree, first to last; the arguments are as in `GameTree`."""
    levels = []
    start, stop = 0, int(np.searchsorted(parent, 0))
    while stop < len(parent):
        # Parents ascend: what follows the last level ends where its own followers begin.
        start, stop = stop, int(np.searchsorted(parent, stop))
        nodes = slice(start, stop)
        levels.append(_make_level(nodes, parent[nodes], choice[nodes], owner, seat_of))
    return tuple(levels)


def _make_level(
    nodes: slice, parent: _Indices, choice: _Indices, owner: _Indices, seat_of: _Indices
) -> Level:
    before, after = np.unique(parent, return_index=True)
    by_choice = np.argsort(choice, kind="stable")
    choices, choice_starts = np.unique(choice[by_choice], return_index=True)
    _, set_starts, sets = np.unique(owner[choices], return_index=True, return_inverse=True)
    return Level(
        nodes=nodes,
        parent=parent,
        choice=choice,
        actor=seat_of[owner[choice]],
        before=before,
        after=after,
        choices=slice(int(choices[0]), int(choices[-1]) + 1),
        owner=sets,
        set_starts=set_starts,
        seats=seat_of[owner[choices]],
        by_choice=by_choice,
        choice_starts=choice_starts,
    )
