"""The stack of the solver: one frame for each belief that is being worked on, in plain arrays.

Because it is arrays, a search can stop after any step and go on later: the next step reads all that
it needs from here and from the memo. To open a frame is to split its belief into kinds, and to find
what each kind gets by an action that it alone takes.

Letters: F frames, T kinds of a belief, A actions, O different things to be seen after an action.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.record import Record
from hanabilab.tiny.hanabi.belief_kernels import Memo, find_belief
from hanabilab.tiny.hanabi.graph import Edges, StateGraph
from hanabilab.tiny.hanabi.graph_kernels import GOES_ON, ILLEGAL

#: In place of a belief, an action or a value. Of NumPy's type: Numba compiles every kernel that is
#: given a plain constant once more.
NONE: int = np.int64(-1)  # type: ignore[assignment]


def _record(**fields: type) -> np.dtype[Any]:
    return np.dtype((Record, np.dtype(list(fields.items()))))


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


@kernel
def pick(stack: Stack, memo: Memo, frame: int, kind: int) -> None:
    """Add the members of `kind` to the takers."""
    count = stack.sizes.takers
    for place in range(stack.kinds[frame, kind].begin, stack.kinds[frame, kind + 1].begin):
        stack.takers[count] = memo.members[place]
        count += 1
    stack.sizes.takers = count


@kernel
def follow(groups: Groups, place: Place, stack: Stack, memo: Memo, edges: Edges) -> None:
    """Fill the group at `place` with what follows its action in the states that were picked.

    Args:
        groups: filled at `place`.
        place: frame, kind or level, and action.
        stack: with the states that were picked; its scratch is changed.
        memo: takes in beliefs that are new.
        edges: the states of the game.
    """
    action = place[2]
    seen = np.int64(0)
    points, count = np.int64(0), np.int64(0)
    for index in range(stack.sizes.takers):
        state = stack.takers[index]
        if edges.scores[state, action] == GOES_ON:
            seen |= np.int64(1) << np.int64(edges.observed[state, action])
        else:
            points += edges.orders[state] * edges.scores[state, action]
    beliefs = groups.beliefs[place]
    for observed in range(63):
        if (seen >> observed) & 1:
            size = _gather(stack, edges, action, observed)
            beliefs[count] = find_belief(memo, edges, stack.states, size)
            count += 1
    groups.points[place], groups.counts[place] = points, count


@kernel
def _gather(stack: Stack, edges: Edges, action: int, observed: int) -> int:
    """Collect the states that follow, of those that are seen alike; how many there are."""
    size = 0
    for index in range(stack.sizes.takers):
        state = np.int64(stack.takers[index])
        if edges.observed[state, action] != observed or edges.scores[state, action] != GOES_ON:
            continue
        edge = state * edges.observed.shape[1] + action
        for place in range(edges.edges[edge], edges.edges[edge + 1]):
            stack.states[size] = edges.successors[place]
            size += 1
    return size


@kernel
def group_bound(groups: Groups, place: Place, memo: Memo) -> int:
    """A bound on what a group is worth."""
    bound, beliefs = groups.points[place], groups.beliefs[place]
    for index in range(groups.counts[place]):
        bound += memo.upper[beliefs[index]]
    return bound


@kernel
def find_open(groups: Groups, place: Place, memo: Memo) -> int:
    """A belief of the group whose value is not known yet, or NONE."""
    beliefs = groups.beliefs[place]
    for index in range(groups.counts[place]):
        belief = beliefs[index]
        if memo.lower[belief] < memo.upper[belief]:
            return belief
    return NONE


@kernel
def open_frame(stack: Stack, memo: Memo, edges: Edges, belief: int, need: int) -> None:
    """Begin to work on `belief`, of interest only if its value exceeds `need`.

    Args:
        stack: gets one more frame.
        memo: takes in beliefs that are new.
        edges: the states of the game.
        belief: its number in the memo.
        need: a value; NONE if any is of interest.
    """
    frame = stack.sizes.frames
    stack.sizes.frames += 1
    stack.frames[frame].belief = belief
    stack.frames[frame].need = need
    stack.frames[frame].level = UNORDERED
    stack.frames[frame].pruned = 0
    kinds = _split(stack, memo, edges, frame, belief)
    stack.frames[frame].kinds = kinds
    for kind in range(kinds):
        stack.sizes.takers = 0
        pick(stack, memo, frame, kind)
        for action in range(edges.observed.shape[1]):
            stack.bounds[frame, kind, action] = NONE
            if edges.observed[stack.takers[0], action] != ILLEGAL:
                follow(stack.alone, (frame, kind, action), stack, memo, edges)
                stack.bounds[frame, kind, action] = 0


@kernel
def _split(stack: Stack, memo: Memo, edges: Edges, frame: int, belief: int) -> int:
    """Note where the members of each kind begin, and the last end; how many kinds there are."""
    kinds = 0
    last = NONE
    for place in range(memo.begins[belief], memo.begins[belief + 1]):
        kind = edges.kinds[memo.members[place]]
        if kind != last:
            stack.kinds[frame, kinds].begin = place
            kinds += 1
        last = kind
    stack.kinds[frame, kinds].begin = memo.begins[belief + 1]
    return kinds


@kernel
def weigh_kinds(stack: Stack, memo: Memo, frame: int) -> int:
    """Work out the bounds of all kinds, and with them one of the belief.

    Returns:
        A belief that must be solved before a kind's largest bound is its true worth, or NONE.
    """
    total = 0
    wanted = NONE
    for kind in range(stack.frames[frame].kinds):
        best, opened = NONE, NONE
        for action in range(stack.bounds.shape[2]):
            if stack.bounds[frame, kind, action] == NONE:
                continue
            bound = group_bound(stack.alone, (frame, kind, action), memo)
            stack.bounds[frame, kind, action] = bound
            if bound > best:
                best, opened = bound, find_open(stack.alone, (frame, kind, action), memo)
        stack.kinds[frame, kind].top = best
        total += best
        if wanted == NONE:
            wanted = opened
    belief = stack.frames[frame].belief
    memo.upper[belief] = min(memo.upper[belief], total)
    return wanted


@kernel
def order_kinds(stack: Stack, frame: int) -> None:
    """Put the kinds of the largest bounds first, and go to the first level."""
    kinds = stack.frames[frame].kinds
    for kind in range(kinds):
        place = kind
        while place > 0:
            other = stack.levels[frame, place - 1].kind
            if stack.kinds[frame, other].top >= stack.kinds[frame, kind].top:
                break
            stack.levels[frame, place].kind = other
            place -= 1
        stack.levels[frame, place].kind = kind
    stack.levels[frame, kinds].left = 0
    for level in range(kinds - 1, -1, -1):
        top = stack.kinds[frame, stack.levels[frame, level].kind].top
        stack.levels[frame, level].left = stack.levels[frame, level + 1].left + top
    for action in range(stack.values.shape[2]):
        stack.values[frame, 0, action] = 0
    stack.levels[frame, 0].built = False
    stack.frames[frame].level = 0
