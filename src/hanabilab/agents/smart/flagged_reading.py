"""How `value` and `holmes` read alike: warnings, and sets that a hint makes smaller."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.burn import hinted_seat
from hanabilab.agents.smart.cards import NO_SLOT
from hanabilab.agents.smart.flags import (
    CARDS,
    PLAYABLE,
    USELESS,
    VALUABLE,
    find_chop,
    last_copies,
    lowest_rank_open,
)
from hanabilab.agents.smart.slots import place_of
from hanabilab.game.actions import action_kind, hint_value
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View


@inlined_kernel
def read_warning(view: View, memory: Memory, infers: bool) -> bool:
    """Flag the chop as valuable if the last action, a rank hint, was a warning; whether it was.

    What is valuable will be played one day: if no suit waits for a lower rank, then now.
    """
    rules, target = view.rules, hinted_seat(view)
    value, chop = hint_value(rules, view.last_action), find_chop(view, memory, target)
    if chop == NO_SLOT or (view.last_touched >> chop) & 1 == 0:
        return False
    entry = memory[place_of(target, chop)]
    if not may_warn(view, entry, value, infers):
        return False
    now = value - rules.num_suits == lowest_rank_open(view)
    memory[place_of(target, chop)] = entry | VALUABLE | (PLAYABLE if now else 0)
    return True


@inlined_kernel
def may_warn(view: View, entry: int, value: int, infers: bool) -> bool:
    """Whether a rank hint that touches the chop is read as a warning.

    Args:
        entry: of the chop in memory.
        value: the hint value of the rank.
    """
    suspects = view.rules.touches[value] & last_copies(view)
    return (suspects & entry if infers else suspects) != 0


@inlined_kernel
def narrowed(view: View, entry: int, cards: int, seat: int, slot: int) -> int:
    """`entry` with `cards` for its set; without cards it is begun anew, as off the conventions."""
    return int(view.possible[seat, slot]) if cards == 0 else entry & ~CARDS | cards


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """Which flags the last action, a hint, has set."""
    if view.last_action < 0 or action_kind(view.rules, view.last_action) <= PLAY:
        return []
    words = {PLAYABLE: "playable", VALUABLE: "valuable", USELESS: "useless"}
    return [
        f"seat {seat} slot {slot} is {word}"
        for seat in range(view.rules.num_players)
        for slot in range(view.rules.hand_size)
        for flag, word in words.items()
        if after[place_of(seat, slot)] & ~before[place_of(seat, slot)] & flag
    ]
