"""The solver: a depth-first search over public beliefs, and over prescriptions in each.

At a belief the seat to act has one of several *kinds* of private information, the partner's hand.
A *prescription* gives every kind an action. Kinds that take the same action form a *group*. The
value of a prescription is the sum over its groups, and a group gets the value of the beliefs that
follow.

Splitting a group never lowers the value, because splitting tells the partner more. Two bounds
follow (branch and bound, Land & Doig 1960): a kind on its own gets at least its share of a group;
and an unfinished prescription is worth at most what its groups get, plus what each kind without an
action gets alone.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.tiny.hanabi.belief_kernels import has_room
from hanabilab.tiny.hanabi.frame_kernels import (
    NONE,
    find_open,
    open_frame,
    order_kinds,
    weigh_kinds,
)
from hanabilab.tiny.hanabi.graph import Edges
from hanabilab.tiny.hanabi.hashing import EMPTY
from hanabilab.tiny.hanabi.memo import Memo
from hanabilab.tiny.hanabi.prescription_kernels import (
    assign,
    best_option,
    build_options,
    groups_value,
    keep_plan,
)
from hanabilab.tiny.hanabi.stack import UNORDERED, Stack

#: What `search` returns: the stack is empty; there may be more; the memo must be enlarged first.
DONE, PAUSED, FULL = range(3)


@kernel
def search(stack: Stack, memo: Memo, edges: Edges, steps: int, hasty: bool) -> int:
    """Take at most `steps` steps.

    Args:
        stack: where the search stands; it begins with one frame, see `open_frame`.
        memo: is filled.
        edges: the states of the game.
        steps: each a few microseconds.
        hasty: give every kind in turn the action that promises most, and never reconsider: a
            first joint policy, whose value is a lower bound.
    """
    for _ in range(steps):
        if stack.sizes.frames == 0:
            return DONE
        if not has_room(memo):
            return FULL
        _step(stack, memo, edges, hasty)
    return PAUSED


@kernel
def _step(stack: Stack, memo: Memo, edges: Edges, hasty: bool) -> None:
    """Do the next piece of work on the belief that was opened last."""
    frame = stack.sizes.frames - 1
    belief = stack.frames[frame].belief
    goal = max(stack.frames[frame].need, memo.lower[belief])
    planned = memo.plans[belief] != EMPTY
    if memo.upper[belief] <= goal or (hasty and planned):
        stack.sizes.frames -= 1
    elif stack.frames[frame].level == UNORDERED:
        wanted = weigh_kinds(stack, memo, frame)
        if wanted == NONE or hasty:
            order_kinds(stack, frame)
        elif memo.upper[belief] > goal:
            open_frame(stack, memo, edges, wanted, NONE)
    elif stack.frames[frame].level == stack.frames[frame].kinds:
        _complete(stack, memo, edges, frame)
    else:
        _advance(stack, memo, edges, frame, goal, hasty)


@kernel
def _advance(stack: Stack, memo: Memo, edges: Edges, frame: int, goal: int, hasty: bool) -> None:
    """Give the kind of this level the most promising action, or go back if none promises enough."""
    level = stack.frames[frame].level
    if not stack.levels[frame, level].built:
        build_options(stack, memo, edges, frame, level, goal)
    action, bound = best_option(stack, memo, frame, level, goal)
    if action == NONE:
        _go_back(stack, memo, frame, level)
        return
    opened = find_open(stack.joined, (frame, level, action), memo)
    if opened == NONE or hasty:
        assign(stack, memo, (frame, level, action))
    else:
        open_frame(stack, memo, edges, opened, goal - bound + memo.upper[opened])


@kernel
def _complete(stack: Stack, memo: Memo, edges: Edges, frame: int) -> None:
    """All kinds have actions: once the beliefs that follow have prescriptions, keep this one."""
    value, unplanned = groups_value(stack, memo, frame)
    if unplanned != NONE:
        open_frame(stack, memo, edges, unplanned, NONE)
        return
    if value > memo.lower[stack.frames[frame].belief]:
        keep_plan(stack, memo, frame, value)
    _go_back(stack, memo, frame, stack.frames[frame].kinds)


@kernel
def _go_back(stack: Stack, memo: Memo, frame: int, level: int) -> None:
    """No action is left at this level: try another one before, or the belief is done."""
    if level > 0:
        stack.done[frame, level - 1, stack.levels[frame, level - 1].action] = True
        stack.frames[frame].level = level - 1
        return
    belief = stack.frames[frame].belief
    bound = max(memo.lower[belief], stack.frames[frame].pruned)
    memo.upper[belief] = min(memo.upper[belief], bound)
    stack.sizes.frames -= 1
