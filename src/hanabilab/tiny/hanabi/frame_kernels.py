"""A belief is opened: its kinds, and what each of them gets by an action that it alone takes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.tiny.hanabi.belief_kernels import find_belief
from hanabilab.tiny.hanabi.frames import (
    BEGIN,
    BELIEF,
    BUILT,
    COUNT,
    FIRST_CHILD,
    FIXED,
    FRAMES,
    KINDS,
    LEFT,
    LEVEL,
    NEED,
    ORDER,
    PRUNED,
    TAKERS,
    TOP,
    UNORDERED,
    Stack,
)
from hanabilab.tiny.hanabi.graph import Edges
from hanabilab.tiny.hanabi.graph_kernels import GOES_ON, ILLEGAL
from hanabilab.tiny.hanabi.memo import Memo

#: In place of a belief, an action or a value. Of NumPy's type: Numba compiles every kernel that is
#: given a plain constant once more.
NONE: int = np.int64(-1)  # type: ignore[assignment]


@kernel
def pick(stack: Stack, memo: Memo, frame: int, kind: int) -> None:
    """Add the members of `kind` to the takers."""
    count = stack.sizes[TAKERS]
    for place in range(stack.kinds[frame, kind, BEGIN], stack.kinds[frame, kind + 1, BEGIN]):
        stack.takers[count] = memo.members[place]
        count += 1
    stack.sizes[TAKERS] = count


@kernel
def follow(group: NDArray[np.int64], stack: Stack, memo: Memo, edges: Edges, action: int) -> None:
    """Fill `group` with what follows if `action` is taken in the states that were picked."""
    seen = np.int64(0)
    group[FIXED] = 0
    group[COUNT] = 0
    for index in range(stack.sizes[TAKERS]):
        state = stack.takers[index]
        if edges.scores[state, action] == GOES_ON:
            seen |= np.int64(1) << np.int64(edges.observed[state, action])
        else:
            group[FIXED] += edges.orders[state] * edges.scores[state, action]
    for observed in range(63):
        if (seen >> observed) & 1:
            size = _gather(stack, edges, action, observed)
            group[FIRST_CHILD + group[COUNT]] = find_belief(memo, edges, stack.states, size)
            group[COUNT] += 1


@kernel
def _gather(stack: Stack, edges: Edges, action: int, observed: int) -> int:
    """Collect the states that follow, of those that are seen alike; how many there are."""
    size = 0
    for index in range(stack.sizes[TAKERS]):
        state = np.int64(stack.takers[index])
        if edges.observed[state, action] != observed or edges.scores[state, action] != GOES_ON:
            continue
        edge = state * edges.observed.shape[1] + action
        for place in range(edges.edges[edge], edges.edges[edge + 1]):
            stack.states[size] = edges.successors[place]
            size += 1
    return size


@kernel
def group_bound(group: NDArray[np.int64], memo: Memo) -> int:
    """A bound on what a group is worth."""
    bound = group[FIXED]
    for place in range(FIRST_CHILD, FIRST_CHILD + group[COUNT]):
        bound += memo.upper[group[place]]
    return bound


@kernel
def find_open(group: NDArray[np.int64], memo: Memo) -> int:
    """A belief of the group whose value is not known yet, or NONE."""
    for place in range(FIRST_CHILD, FIRST_CHILD + group[COUNT]):
        belief = group[place]
        if memo.lower[belief] < memo.upper[belief]:
            return belief
    return NONE


@kernel
def open_frame(stack: Stack, memo: Memo, edges: Edges, belief: int, need: int) -> None:
    """Begin to work on `belief`, of interest only if its value exceeds `need`."""
    frame = stack.sizes[FRAMES]
    stack.sizes[FRAMES] += 1
    stack.frames[frame, BELIEF] = belief
    stack.frames[frame, NEED] = need
    stack.frames[frame, LEVEL] = UNORDERED
    stack.frames[frame, PRUNED] = 0
    kinds = _split(stack, memo, edges, frame, belief)
    stack.frames[frame, KINDS] = kinds
    for kind in range(kinds):
        stack.sizes[TAKERS] = 0
        pick(stack, memo, frame, kind)
        for action in range(edges.observed.shape[1]):
            stack.bounds[frame, kind, action] = NONE
            if edges.observed[stack.takers[0], action] != ILLEGAL:
                follow(stack.alone[frame, kind, action], stack, memo, edges, action)
                stack.bounds[frame, kind, action] = 0


@kernel
def _split(stack: Stack, memo: Memo, edges: Edges, frame: int, belief: int) -> int:
    """Note where the members of each kind begin, and the last end; how many kinds there are."""
    kinds = 0
    last = NONE
    for place in range(memo.begins[belief], memo.begins[belief + 1]):
        kind = edges.kinds[memo.members[place]]
        if kind != last:
            stack.kinds[frame, kinds, BEGIN] = place
            kinds += 1
        last = kind
    stack.kinds[frame, kinds, BEGIN] = memo.begins[belief + 1]
    return kinds


@kernel
def weigh_kinds(stack: Stack, memo: Memo, frame: int) -> int:
    """Work out the bounds of all kinds, and with them one of the belief.

    Returns:
        A belief that must be solved before a kind's largest bound is its true worth, or NONE.
    """
    total = 0
    wanted = NONE
    for kind in range(stack.frames[frame, KINDS]):
        best, opened = NONE, NONE
        for action in range(stack.bounds.shape[2]):
            if stack.bounds[frame, kind, action] == NONE:
                continue
            group = stack.alone[frame, kind, action]
            bound = group_bound(group, memo)
            stack.bounds[frame, kind, action] = bound
            if bound > best:
                best, opened = bound, find_open(group, memo)
        stack.kinds[frame, kind, TOP] = best
        total += best
        if wanted == NONE:
            wanted = opened
    belief = stack.frames[frame, BELIEF]
    memo.upper[belief] = min(memo.upper[belief], total)
    return wanted


@kernel
def order_kinds(stack: Stack, frame: int) -> None:
    """Put the kinds of the largest bounds first, and go to the first level."""
    kinds = stack.frames[frame, KINDS]
    for kind in range(kinds):
        place = kind
        while place > 0:
            other = stack.kinds[frame, place - 1, ORDER]
            if stack.kinds[frame, other, TOP] >= stack.kinds[frame, kind, TOP]:
                break
            stack.kinds[frame, place, ORDER] = other
            place -= 1
        stack.kinds[frame, place, ORDER] = kind
    stack.kinds[frame, kinds, LEFT] = 0
    for level in range(kinds - 1, -1, -1):
        top = stack.kinds[frame, stack.kinds[frame, level, ORDER], TOP]
        stack.kinds[frame, level, LEFT] = stack.kinds[frame, level + 1, LEFT] + top
    for action in range(stack.values.shape[2]):
        stack.values[frame, 0, action] = 0
    stack.kinds[frame, 0, BUILT] = 0
    stack.frames[frame, LEVEL] = 0
