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
from hanabilab.tiny.hanabi.belief_kernels import Memo, has_room
from hanabilab.tiny.hanabi.frame_kernels import (
    NONE,
    UNORDERED,
    Place,
    Stack,
    find_open,
    follow,
    group_bound,
    open_frame,
    order_kinds,
    pick,
    weigh_kinds,
)
from hanabilab.tiny.hanabi.graph import Edges
from hanabilab.tiny.hanabi.hashing import EMPTY

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
        _build_options(stack, memo, edges, frame, level, goal)
    action, bound = _best_option(stack, memo, frame, level, goal)
    if action == NONE:
        _go_back(stack, memo, frame, level)
        return
    opened = find_open(stack.joined, (frame, level, action), memo)
    if opened == NONE or hasty:
        _assign(stack, memo, (frame, level, action))
    else:
        open_frame(stack, memo, edges, opened, goal - bound + memo.upper[opened])


@kernel
def _complete(stack: Stack, memo: Memo, edges: Edges, frame: int) -> None:
    """All kinds have actions: once the beliefs that follow have prescriptions, keep this one."""
    value, unplanned = _groups_value(stack, memo, frame)
    if unplanned != NONE:
        open_frame(stack, memo, edges, unplanned, NONE)
        return
    if value > memo.lower[stack.frames[frame].belief]:
        _keep_plan(stack, memo, frame, value)
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


# --- A kind gets an action ------------------------------------------------------------------------


@kernel
def _build_options(
    stack: Stack, memo: Memo, edges: Edges, frame: int, level: int, goal: int
) -> None:
    """For each action of the kind of this level: what the group gets that it joins.

    Args:
        stack: changed.
        memo: takes in beliefs that are new.
        edges: the states of the game.
        frame: where the belief is worked on.
        level: whose kind is next.
        goal: the value that must be exceeded.
    """
    kind = stack.levels[frame, level].kind
    sure = _sure(stack, frame, level)
    for action in range(stack.bounds.shape[2]):
        alone = stack.bounds[frame, kind, action]
        stack.done[frame, level, action] = alone == NONE
        if alone == NONE:
            continue
        if sure + alone <= goal:
            _give_up(stack, (frame, level, action), sure + alone)
            continue
        stack.sizes.takers = 0
        pick(stack, memo, frame, kind)
        for before in range(level):
            if stack.levels[frame, before].action == action:
                pick(stack, memo, frame, stack.levels[frame, before].kind)
        follow(stack.joined, (frame, level, action), stack, memo, edges)
    stack.levels[frame, level].built = True


@kernel
def _sure(stack: Stack, frame: int, level: int) -> int:
    """A bound on what all kinds but that of this level get."""
    total = stack.levels[frame, level + 1].left
    for action in range(stack.values.shape[2]):
        total += stack.values[frame, level, action]
    return total


@kernel
def _give_up(stack: Stack, place: Place, bound: int) -> None:
    """Try an action no more: with it the belief is worth at most `bound`."""
    stack.done[place] = True
    frame = place[0]
    stack.frames[frame].pruned = max(stack.frames[frame].pruned, bound)


@kernel
def _option_bound(stack: Stack, memo: Memo, place: Place) -> int:
    """A bound on the group that the kind of this level joins by its action."""
    frame, level, action = place
    kind = stack.levels[frame, level].kind
    apart = stack.values[frame, level, action] + stack.bounds[frame, kind, action]
    return min(apart, group_bound(stack.joined, place, memo))


@kernel
def _best_option(stack: Stack, memo: Memo, frame: int, level: int, goal: int) -> tuple[int, int]:
    """The action that promises most, and the bound of the belief with it.

    NONE if there is none whose bound exceeds `goal`.

    Args:
        stack: actions without a chance are given up in it.
        memo: what is known of beliefs.
        frame: where the belief is worked on.
        level: whose kind is next.
        goal: the value that must be exceeded.
    """
    best, most = NONE, goal
    others = _sure(stack, frame, level)
    for action in range(stack.bounds.shape[2]):
        if stack.done[frame, level, action]:
            continue
        gain = _option_bound(stack, memo, (frame, level, action))
        bound = others - stack.values[frame, level, action] + gain
        if bound <= goal:
            _give_up(stack, (frame, level, action), bound)
        elif bound > most:
            best, most = action, bound
    return best, most


@kernel
def _assign(stack: Stack, memo: Memo, place: Place) -> None:
    """Give the kind of this level its action, and go on to the next."""
    frame, level, action = place
    stack.levels[frame, level].action = action
    for other in range(stack.values.shape[2]):
        stack.values[frame, level + 1, other] = stack.values[frame, level, other]
    stack.values[frame, level + 1, action] = _option_bound(stack, memo, place)
    stack.levels[frame, level + 1].built = False
    stack.frames[frame].level = level + 1


@kernel
def _groups_value(stack: Stack, memo: Memo, frame: int) -> tuple[int, int]:
    """What the groups get for sure, and a belief that follows without a prescription, or NONE."""
    value, unplanned = 0, NONE
    for level in range(stack.frames[frame].kinds):
        if not _is_last(stack, frame, level):
            continue
        place = frame, level, stack.levels[frame, level].action
        value += stack.joined.points[place]
        beliefs = stack.joined.beliefs[place]
        for index in range(stack.joined.counts[place]):
            belief = beliefs[index]
            value += memo.lower[belief]
            if memo.plans[belief] == EMPTY and memo.lower[belief] < memo.upper[belief]:
                unplanned = belief
    return value, unplanned


@kernel
def _is_last(stack: Stack, frame: int, level: int) -> bool:
    """Whether no kind of a later level takes the same action."""
    for later in range(level + 1, stack.frames[frame].kinds):
        if stack.levels[frame, later].action == stack.levels[frame, level].action:
            return False
    return True


@kernel
def _keep_plan(stack: Stack, memo: Memo, frame: int, value: int) -> None:
    """A prescription is complete and the best so far: keep it with its value."""
    belief, kinds = stack.frames[frame].belief, stack.frames[frame].kinds
    memo.lower[belief] = value
    if memo.plans[belief] == EMPTY:
        memo.plans[belief] = memo.counts.planned
        memo.counts.planned += kinds
    for level in range(kinds):
        place = memo.plans[belief] + stack.levels[frame, level].kind
        memo.planned[place] = stack.levels[frame, level].action
