"""What `value` and `holmes` keep of a card: what it can be, and what they take for granted of it.

A memory entry (`knowledge.slot_memory`) holds the bit set of what the card can be, and three flags,
which conventions set and which stay until events take them back. A card can be playable and
valuable; a useless card is neither. How the two agents read alike is here, too: warnings, and sets
that a hint makes smaller.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import action_kind, hint_value
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import common_rank, last_unplayed_copies, lowest_rank_open
from hanabilab.knowledge.hands import NO_SLOT, slot_at, slots_by_age
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.knowledge.slot_memory import CARDS, FLAGS, place_of

#: The flags of an entry.
PLAYABLE, VALUABLE, USELESS = FLAGS


@inlined_kernel
def forget_twins(view: View, memory: Memory, spared: int) -> None:
    """A card that could be the one just played is no longer known to be playable.

    It stays so if it has a flag of `spared`, or if no copy of the card played is left.
    """
    card = view.last_card
    if (view.left[0] >> card) & 1 == 0:
        return
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            entry = memory[place_of(seat, slot)]
            if entry & (PLAYABLE | spared) == PLAYABLE and (entry >> card) & 1 != 0:
                memory[place_of(seat, slot)] = entry ^ PLAYABLE


# --- Slots of a hand -----------------------------------------------------------------------------


@inlined_kernel
def flagged_slots(view: View, memory: Memory, seat: int, flags: int) -> int:
    """Bit set of the slots of a hand that have any of `flags`."""
    slots = 0
    for slot in range(view.rules.hand_size):
        slots |= int(memory[place_of(seat, slot)] & flags != 0) << slot
    return slots


@inlined_kernel
def oldest_flagged(view: View, memory: Memory, seat: int, flags: int) -> int:
    """The slot of the oldest card with any of `flags`; NO_SLOT if there is none."""
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size):
        if memory[place_of(seat, slot_at(order, place))] & flags != 0:
            return slot_at(order, place)
    return NO_SLOT


@inlined_kernel
def find_chop(view: View, memory: Memory, seat: int) -> int:
    """The slot that `seat` discards next: its oldest card not known to be valuable.

    NO_SLOT if there is none, or if the seat knows a card to be playable or useless.
    """
    if flagged_slots(view, memory, seat, PLAYABLE | USELESS) != 0:
        return NO_SLOT
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size):
        entry = memory[place_of(seat, slot_at(order, place))]
        if entry & CARDS != 0 and entry & VALUABLE == 0:
            return slot_at(order, place)
    return NO_SLOT


@inlined_kernel
def playable_slot(view: View, memory: Memory) -> int:
    """The lowest of the own cards known to be playable, one of unknown rank before all; the oldest
    on ties; NO_SLOT if there is none.
    """
    order, found, lowest = slots_by_age(view, view.seat), NO_SLOT, int(view.rules.num_ranks)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        entry = memory[place_of(view.seat, slot)]
        if entry & PLAYABLE != 0 and common_rank(view.rules, entry & CARDS) < lowest:
            found, lowest = slot, common_rank(view.rules, entry & CARDS)
    return found


# --- Reading -------------------------------------------------------------------------------------


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
    suspects = view.rules.touches[value] & last_unplayed_copies(view)
    return (suspects & entry if infers else suspects) != 0


@inlined_kernel
def narrowed(view: View, entry: int, cards: int, seat: int, slot: int) -> int:
    """`entry` with `cards` for its set; without cards it is begun anew, as off the conventions.

    Args:
        view: of any seat.
        entry: of the slot in memory.
        cards: bit set of what the slot can still be; 0 if the conventions leave nothing.
        seat: who holds the card.
        slot: where.
    """
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
