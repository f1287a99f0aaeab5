"""The stack of the solver: one frame for each belief that is being worked on, in plain arrays.

Because it is arrays, a search can stop after any step and go on later: the next step reads all that
it needs from here and from the memo. Letters: F frames, T kinds of a belief, A actions, O different
things to be seen after an action.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.hanabi.graph import StateGraph


def _record(**fields: type) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields.items()))))


#: Frames in use, and states in `Stack.takers`.
SIZES = _record(frames=np.int64, takers=np.int64)
#: A belief that is being worked on: the value that it must exceed to be of interest; how many kinds
#: have an action, or UNORDERED; how many kinds there are; the largest bound given up.
FRAME = _record(belief=np.int64, need=np.int64, level=np.int64, kinds=np.int64, pruned=np.int64)
#: In `FRAME.level`: it is not yet told in which order the kinds get actions.
UNORDERED = -1
#: Where the members of a kind begin, and the most that it alone can get.
KIND = _record(begin=np.int64, top=np.int64)
#: Which kind gets an action at a level, and which action; the most that the kinds from here on can
#: get; whether the options are built.
LEVEL = _record(kind=np.int64, action=np.int64, left=np.int64, built=np.bool_)
#: Where a group is kept: the frame; a kind or a level; the action that its kinds take.
Place: TypeAlias = tuple[int, int, int]


class Groups(NamedTuple):
    """What follows the actions of some kinds, by `Place`."""

    points: NDArray[np.int64]  # [F, T, A] of games that end
    counts: NDArray[np.int64]  # [F, T, A] how many beliefs can follow
    beliefs: NDArray[np.int64]  # [F, T, A, O] which


class Stack(NamedTuple):
    """Frames, the latest last."""

    sizes: Any  # SIZES record
    frames: NDArray[Any]  # [F] FRAME
    kinds: NDArray[Any]  # [F, T + 1] KIND; after the last one begins nothing
    levels: NDArray[Any]  # [F, T + 1] LEVEL
    alone: Groups  # by kind: what follows if only it takes the action
    joined: Groups  # by level: if its kind joins those before
    bounds: NDArray[np.int64]  # [F, T, A] by kind: the bound of `alone`
    values: NDArray[np.int64]  # [F, T + 1, A] by level: what the kinds before get by each action
    done: NDArray[np.bool_]  # [F, T, A] by level: tried, or not worth it
    takers: NDArray[np.int32]  # scratch: states in which an action is taken
    states: NDArray[np.int32]  # scratch: states that follow


def new_stack(graph: StateGraph) -> Stack:
    """An empty stack, deep and wide enough for every belief of the game."""
    rules = graph.rules
    frames = rules.max_turns + 1
    kinds = graph.num_kinds
    actions = rules.num_actions
    seen = max(rules.max_score, 1 << rules.hand_size)
    shape = frames, kinds, actions

    def groups() -> Groups:
        points, counts = np.zeros((2, *shape), np.int64)
        return Groups(points, counts, np.zeros((*shape, seen), np.int64))

    return Stack(
        np.zeros(1, SIZES)[0],
        np.zeros(frames, FRAME),
        np.zeros((frames, kinds + 1), KIND),
        np.zeros((frames, kinds + 1), LEVEL),
        groups(),
        groups(),
        np.zeros(shape, np.int64),
        np.zeros((frames, kinds + 1, actions), np.int64),
        np.zeros(shape, np.bool_),
        np.zeros(len(graph.roots), np.int32),
        np.zeros(len(graph.roots), np.int32),
    )
