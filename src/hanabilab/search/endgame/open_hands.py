"""Values of actions where all seats see all hands, and nobody knows the order of the deck. Kernels.

At every turn the best action is taken, and the draw is left to chance: an expectimax. Its values
bound those of all that seats could do who know less.
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.search.endgame.nodes import (
    BEST,
    NODES,
    Task,
    cards_left,
    draws,
    find,
    keep,
    key_of,
    matters,
    quick_bounds,
    step,
    urgency,
    ways_to_draw,
)


@kernel
def _long(number: int) -> int:
    """Numba compiles what calls itself only if all calls have one type of whole numbers."""
    return np.int64(number)  # type: ignore[return-value]


@kernel
def open_bounds(task: Task, depth: int, action: int, least: int) -> tuple[int, int]:
    """Bounds on the value of an action at `depth`, or of the best one, summed over decks.

    They are equal unless `task.limit` positions were looked into, or the value is `least` at most:
    what cannot be more than that is not looked into further, for another action is as good.

    Args:
        action: a legal one; BEST for the best.
        least: a value that is known to be reached elsewhere; -1 for none.
    """
    if action != BEST and not draws(task, depth, action):
        step(task, depth, action, NO_CARD)
        return open_bounds(task, depth + 1, _long(BEST), _long(least))
    floor, top = quick_bounds(task, depth)
    if action != BEST:
        cards = cards_left(task, depth)
        lower, upper = _long(0), top  # what was not drawn yet is as good as can be
        for card in range(task.states[depth].rules.num_cards):
            ways = ways_to_draw(task, depth, card)
            if ways and upper > least:
                upper -= ways * (top // cards)
                step(task, depth, action, card)
                low, high = open_bounds(
                    task, depth + 1, _long(BEST), _long((least - upper) // ways)
                )
                lower, upper = lower + ways * low, upper + ways * high
        return lower, upper
    if floor == top:
        return floor, top
    key = key_of(task, depth)
    kept = find(task.memo, key)
    if task.memo.bounds[kept, 0] >= 0:
        floor, top = task.memo.bounds[kept]
    if floor == top or top <= least or task.used[NODES] >= task.limit:
        return floor, top
    task.used[NODES] += 1
    lower, upper = floor, floor
    for urgent in range(3):
        for each in range(task.states[depth].rules.num_actions):
            if lower < top and matters(task, depth, each) and urgency(task, depth, each) == urgent:
                low, high = open_bounds(task, depth, _long(each), _long(max(least, lower)))
                lower, upper = max(lower, low), max(upper, high)
    upper = min(upper, top)
    if lower > floor or upper < top:
        keep(task, key, lower, upper)
    return lower, upper
