"""Hints by which every card touched is taken to be playable, with excuses: which is the best."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.smart.burn import rank_value
from hanabilab.agents.smart.cards import count_cards
from hanabilab.game.cards import is_playable
from hanabilab.game.view import View


@inlined_kernel
def best_touching_hint(
    view: View, target: int, known: int, excused_color: int, excused_rank: int, avoided: int
) -> tuple[int, int]:
    """The hint that touches most playable cards not known to be, and none that would be misread.

    Args:
        target: absolute seat.
        known: bit set of the slots known to be playable.
        excused_color: bit set of the slots that a color hint may touch though they are not
            playable.
        excused_rank: the same for rank hints.
        avoided: bit set of the hint values not to be given.

    Returns:
        A hint value and how many such cards it touches: 0 if there is no such hint. Ties go to
        colors, then to lower values.
    """
    rules = view.rules
    touching, misread, counts = 0, 0, 0
    for slot in range(rules.hand_size):
        card = view.hands[target, slot]
        if card < 0:
            continue
        color, rank = int(rules.suit_of[card]), int(rank_value(view, card))
        if not is_playable(view, card):
            misread |= (~(excused_color >> slot) & 1) << color
            misread |= (~(excused_rank >> slot) & 1) << rank
        elif (known >> slot) & 1 == 0:
            touching |= rules.touched_by[card]
            counts += (1 << (4 * color)) + (1 << (4 * rank))
    return _most_counted(touching & ~misread & ~avoided, counts)


@inlined_kernel
def _most_counted(values: int, counts: int) -> tuple[int, int]:
    """The lowest of `values` with the highest count, four bits each in `counts`; and that count."""
    best, most = 0, 0
    while values != 0:
        value = count_cards((values & -values) - 1)
        values &= values - 1
        count = (counts >> (4 * value)) & 15
        if count > most:
            best, most = value, count
    return best, most
