"""What actions are worth to a team in which one seat does not see its hand. Kernels.

Whatever hand the seat holds, it does the same, until it sees a difference. The others see all hands
and do what is best for the team, and the seat knows what they would do with each hand: the maximum
over all that such a team can agree on. It lies between two bounds:

- from above, all hands are open from some turn on;
- from below, `signals` says what the others do with each hand, or all ways are tried.

Source: members whose information is nested are one player who knows what the least informed knows,
and chooses for each hand what the others do (Nayyar, Mahajan and Teneketzis 2013).
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import kernel
from hanabilab.game.actions import is_legal
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.state import RUNNING
from hanabilab.search.endgame.choices import Choices, choices_of, next_choice
from hanabilab.search.endgame.nodes import BEST, SCORE, matters, points_now, quick_bounds
from hanabilab.search.endgame.seat_nodes import (
    CUT,
    LOOKED,
    Seat,
    acts_afterwards,
    acts_again,
    follow,
    load,
    marks_of,
    open_value,
    shows_draw,
)
from hanabilab.search.endgame.signals import choose_signals


@kernel
def _long(number: int) -> int:
    """Numba compiles what calls itself only if all calls have one type of whole numbers."""
    return np.int64(number)  # type: ignore[return-value]


@kernel
def open_sums(at: Seat, depth: int, count: int, action: int) -> tuple[int, int]:
    """Bounds on what an action is worth if all hands are open from now on; BEST for each's best."""
    lower, upper = 0, 0
    for index in range(count):
        low, high = open_value(at, depth, index, action)
        lower, upper = lower + low, upper + high
    return lower, upper


@kernel
def honest_bounds(at: Seat, depth: int, count: int, action: int) -> tuple[int, int]:
    """Bounds on the value of a position to the team, in ways times orders of the deck.

    Args:
        at: the position at `depth`, and what is known of it; changed deeper.
        depth: of the position.
        count: hands of the seat there.
        action: only hands for which `actions` has it, and it is taken; BEST for all hands, and the
            best that can be done.
    """
    state = at.task.states[depth]
    lower, upper, most = _long(0), _long(0), _long(0)
    if action != BEST:
        marks, mark, seen = marks_of(at, depth, count, action), 0, shows_draw(at, depth, action)
        while marks:
            for card in range(state.rules.num_cards if seen else 1):
                if marks & np.uint64(1) and not (seen and at.unseen[depth, card] <= 0):
                    kept = follow(at, depth, count, action, mark, card if seen else NO_CARD)
                    if kept < 0:  # more hands than fit
                        at.used[CUT] = 1
                        return _long(0), _open_sum(at, depth, count, action)
                    low, high = honest_bounds(at, _long(depth + 1), _long(kept), _long(BEST))
                    lower, upper = lower + low, upper + high
            marks, mark = marks >> np.uint64(1), mark + 1
        return lower, upper
    lower, upper, is_known = _at_once(at, depth, count)
    if is_known or at.used[LOOKED] + count > at.limit:
        at.used[CUT] |= not is_known
        return lower, upper
    at.used[LOOKED] += count
    if state.current_seat == at.seat:
        ceilings = at.ceilings[depth]
        for _ in range(at.width):
            best = ceilings.argmax()
            if ceilings[best] <= lower:
                break
            at.actions[depth, :count] = best
            ceilings[best] = -1
            low, high = honest_bounds(at, _long(depth), _long(count), _long(best))
            lower, most = max(lower, low), max(most, high)
        at.used[CUT] |= ceilings.max() > lower
        return lower, min(upper, max(lower, most, ceilings.max()))
    choices = choices_of(at, depth, count)
    tried = 0
    while lower < upper and _choose(at, depth, choices, tried, lower):
        low, high = _long(0), _long(0)
        for each in range(state.rules.num_actions):
            if _is_done(at, depth, count, each):
                least, greatest = honest_bounds(at, _long(depth), _long(count), _long(each))
                low, high = low + least, high + greatest
        lower, most, tried = max(lower, low), max(most, high), tried + 1
    if choices.all_tried:
        return lower, min(upper, max(lower, most))
    at.used[CUT] |= lower < upper
    return lower, upper


@kernel
def _choose(at: Seat, depth: int, choices: Choices, tried: int, least: int) -> bool:
    """Fill `actions` with a way to choose that was not tried yet; False if none is left.

    The first one is made to do well. The others can bring more than `least`.
    """
    if tried == 0:
        if choices.is_possible:
            choose_signals(at, depth, choices)
        return choices.is_possible
    return choices.all_tried and next_choice(at, depth, choices, tried - 1, least)


@kernel
def _open_sum(at: Seat, depth: int, count: int, action: int) -> int:
    """The most that hands which `actions` says do `action` can reach, all hands being open now."""
    total = 0
    for index in range(count):
        if at.actions[depth, index] == action:
            total += open_value(at, depth, index, action)[1]
    return total


@kernel
def _is_done(at: Seat, depth: int, count: int, action: int) -> bool:
    return bool((at.actions[depth, :count] == action).any())


@kernel
def _at_once(at: Seat, depth: int, count: int) -> tuple[int, int, bool]:
    """Bounds that need no looking on, and whether nothing is to be found by that.

    Where the seat is to act, `ceilings` is filled.
    """
    if count == 0:
        return 0, 0, True
    ways = at.ways[depth, :count].sum()
    floor, top = quick_bounds(at.task, depth)
    if at.may_wait and at.task.objective == SCORE and at.task.states[depth].status == RUNNING:
        floor = points_now(at.task, depth)
    if floor == top:
        return ways * floor, ways * top, True
    load(at, depth, 0)
    if at.task.states[depth].current_seat == at.seat:
        lower, upper = _fill_ceilings(at, depth, count)
        is_known = not acts_afterwards(at, depth)
    else:
        lower, upper = open_sums(at, depth, count, BEST)
        is_known = not acts_again(at, depth)
    if not is_known:
        lower = ways * floor
    return lower, upper, is_known or lower == upper


@kernel
def _fill_ceilings(at: Seat, depth: int, count: int) -> tuple[int, int]:
    """What each action of the seat is worth if its hand is open afterwards; the best one's bounds.

    A hint of the seat tells others nothing: the first one stands for all.
    """
    ceilings, floor = at.ceilings[depth], 0
    ceilings[:] = -1
    rules = at.task.states[depth].rules
    for action in range(rules.num_actions):
        load(at, depth, 0)
        is_used = rules.action_kind[action] <= PLAY and is_legal(at.task.states[depth], action)
        if is_used or (rules.action_kind[action] > PLAY and matters(at.task, depth, action)):
            lower, upper = open_sums(at, depth, count, action)
            ceilings[action], floor = upper, max(floor, lower)
    return floor, int(ceilings.max())
