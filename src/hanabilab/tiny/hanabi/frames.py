"""The stack of the solver: one frame for each belief that is being worked on, in plain arrays.

Because it is arrays, a search can stop after any step and go on later: the next step reads all that
it needs from here and from the memo. Letters: F frames, T kinds of a belief, A actions, O different
things to be seen after an action.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.hanabi.graph import StateGraph

#: `Stack.sizes`: frames in use, and states in `Stack.takers`.
FRAMES, TAKERS = range(2)

#: Columns of `Stack.frames`: the belief; the value that it must exceed to be of interest; how many
#: kinds have an action, or UNORDERED; how many kinds there are; the largest bound given up.
BELIEF, NEED, LEVEL, KINDS, PRUNED = range(5)
#: In LEVEL: it is not yet told in which order the kinds get actions.
UNORDERED = -1

#: Columns of `Stack.kinds`. By kind: where its members begin, the most that it alone can get. By
#: level: which kind gets an action there, which action, the most that the kinds from here on can
#: get, whether the options are built.
BEGIN, TOP, ORDER, CHOSEN, LEFT, BUILT = range(6)

#: Columns of `Stack.alone` and `Stack.joined`: points of games that end, how many beliefs can
#: follow, and from here on which.
FIXED, COUNT, FIRST_CHILD = range(3)


class Stack(NamedTuple):
    """Frames, the latest last."""

    sizes: NDArray[np.int64]  # [2] FRAMES, TAKERS
    frames: NDArray[np.int64]  # [F, 5]
    kinds: NDArray[np.int64]  # [F, T + 1, 6]
    alone: NDArray[np.int64]  # [F, T, A, 2 + O] by kind: what follows if only it takes the action
    joined: NDArray[np.int64]  # [F, T, A, 2 + O] by level: if its kind joins those before
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
    return Stack(
        np.zeros(2, np.int64),
        np.zeros((frames, 5), np.int64),
        np.zeros((frames, kinds + 1, 6), np.int64),
        np.zeros((frames, kinds, actions, 2 + seen), np.int64),
        np.zeros((frames, kinds, actions, 2 + seen), np.int64),
        np.zeros((frames, kinds, actions), np.int64),
        np.zeros((frames, kinds + 1, actions), np.int64),
        np.zeros((frames, kinds, actions), np.bool_),
        np.zeros(len(graph.roots), np.int32),
        np.zeros(len(graph.roots), np.int32),
    )
