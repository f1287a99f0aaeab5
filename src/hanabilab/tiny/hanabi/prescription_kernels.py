"""A kind gets an action: what it may choose from, and what the group gets that it joins."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.tiny.hanabi.frame_kernels import NONE, follow, group_bound, pick
from hanabilab.tiny.hanabi.graph import Edges
from hanabilab.tiny.hanabi.hashing import EMPTY
from hanabilab.tiny.hanabi.memo import Memo
from hanabilab.tiny.hanabi.stack import Place, Stack


@kernel
def build_options(
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
def option_bound(stack: Stack, memo: Memo, place: Place) -> int:
    """A bound on the group that the kind of this level joins by its action."""
    frame, level, action = place
    kind = stack.levels[frame, level].kind
    apart = stack.values[frame, level, action] + stack.bounds[frame, kind, action]
    return min(apart, group_bound(stack.joined, place, memo))


@kernel
def best_option(stack: Stack, memo: Memo, frame: int, level: int, goal: int) -> tuple[int, int]:
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
        gain = option_bound(stack, memo, (frame, level, action))
        bound = others - stack.values[frame, level, action] + gain
        if bound <= goal:
            _give_up(stack, (frame, level, action), bound)
        elif bound > most:
            best, most = action, bound
    return best, most


@kernel
def assign(stack: Stack, memo: Memo, place: Place) -> None:
    """Give the kind of this level its action, and go on to the next."""
    frame, level, action = place
    stack.levels[frame, level].action = action
    for other in range(stack.values.shape[2]):
        stack.values[frame, level + 1, other] = stack.values[frame, level, other]
    stack.values[frame, level + 1, action] = option_bound(stack, memo, place)
    stack.levels[frame, level + 1].built = False
    stack.frames[frame].level = level + 1


@kernel
def groups_value(stack: Stack, memo: Memo, frame: int) -> tuple[int, int]:
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
def keep_plan(stack: Stack, memo: Memo, frame: int, value: int) -> None:
    """A prescription is complete and the best so far: keep it with its value."""
    belief, kinds = stack.frames[frame].belief, stack.frames[frame].kinds
    memo.lower[belief] = value
    if memo.plans[belief] == EMPTY:
        memo.plans[belief] = memo.counts.planned
        memo.counts.planned += kinds
    for level in range(kinds):
        place = memo.plans[belief] + stack.levels[frame, level].kind
        memo.planned[place] = stack.levels[frame, level].action
