"""Which slot of a hand: the likeliest, the least likely; fractions of copies, compared exactly."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.rules.turn import counted
from hanabilab.game.view import View


@inlined_kernel
def first_slot(slots: int) -> int:
    """The lowest slot of a set; -1 if it is empty."""
    slot = 0
    while slots >> slot & 1 == 0:
        if slots >> slot == 0:
            return -1
        slot += 1
    return slot


@inlined_kernel
def last_slot(slots: int) -> int:
    """The highest slot of a set; -1 if it is empty."""
    slot = -1
    while slots >> slot + 1:
        slot += 1
    return slot


@inlined_kernel
def is_sure(some: int, total: int, slot: int, percent: int) -> bool:
    """Whether `some` are `percent` or more of the copies for a slot, which are in `total`."""
    count = counted(total, slot)
    return count > 0 and 100 * counted(some, slot) >= percent * count


@inlined_kernel
def likeliest_slot(view: View, some: int, total: int, slots: int) -> int:
    """The slot of a set where `some` are most of `total`, the last of equals; -1 if none."""
    best, best_some, best_total = -1, 0, 1
    for slot in range(view.rules.hand_size):
        share, count = counted(some, slot), counted(total, slot)
        if slots >> slot & 1 and count > 0 and share * best_total >= best_some * count:
            best, best_some, best_total = slot, share, count
    return best


@inlined_kernel
def least_likely_slot(view: View, some: int, total: int, slots: int) -> int:
    """The slot of a set where `some` are fewest of `total`, the last of equals; -1 if none."""
    best, best_some, best_total = -1, 0, 1
    for slot in range(view.rules.hand_size):
        share, count = counted(some, slot), counted(total, slot)
        fewer = best < 0 or share * best_total <= best_some * count
        if slots >> slot & 1 and count > 0 and fewer:
            best, best_some, best_total = slot, share, count
    return best
