"""Memory that follows slots: an entry for each slot, which moves as the cards do.

Kernels. If hands shift (`DRAW_NEWEST`), the cards after one that leaves move down a slot, and a new
card joins at the end. Otherwise the new card takes the slot. `take_out` moves entries in this way,
`slots_after` bit sets of slots, `slot_after` one slot.

An entry is the bit set of what its card can be as far as all seats know; it is 0 for an empty slot.
Above that set, `CARDS`, there are up to three flags. Each is a *promise*: by convention the card
belongs to a set, such as the playable cards.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_CARDS, MAX_HAND, MAX_PLAYERS, RuleTables
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import SEVERAL, common_rank, is_single
from hanabilab.knowledge.copies import Copies, copies_left, copies_unseen, without_copy
from hanabilab.knowledge.hands import NO_SLOT, slot_at, slots_by_age

#: `int64[NUM_PLACES]` or longer: the entries of all slots, MAX_HAND for each seat.
SlotMemory: TypeAlias = NDArray[np.int64]

#: Entries for the slots of all seats.
NUM_PLACES = MAX_PLAYERS * MAX_HAND
#: The part of an entry that is the bit set of what the card can be.
CARDS = (1 << MAX_CARDS) - 1
#: The flags of an entry.
FLAGS = (1 << MAX_CARDS, 1 << (MAX_CARDS + 1), 1 << (MAX_CARDS + 2))
#: For each flag the bit set of the cards that it promises.
Promises: TypeAlias = tuple[int, int, int]
#: Flags promise nothing.
NO_PROMISES: Promises = (-1, -1, -1)


# --- Following the cards -------------------------------------------------------------------------


@inlined_kernel
def place_of(seat: int, slot: int) -> int:
    """The memory entry of a slot."""
    return seat * MAX_HAND + slot


@inlined_kernel
def deal_in(view: View, memory: SlotMemory) -> None:
    """Begin the game: every card can be any card."""
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            memory[place_of(seat, slot)] = view.possible[seat, slot]


@inlined_kernel
def take_out(view: View, memory: SlotMemory, seat: int, slot: int) -> None:
    """Follow a hand from which the card in `slot` was used, and into which another may have come.

    Args:
        view: after that action.
    """
    last = view.rules.hand_size - 1
    if view.rules.draw_slot == DRAW_NEWEST:
        for index in range(slot, last):
            memory[place_of(seat, index)] = memory[place_of(seat, index + 1)]
        slot = last
    memory[place_of(seat, slot)] = view.possible[seat, slot]


@inlined_kernel
def slots_after(rules: RuleTables, slots: int, used: int) -> int:
    """A bit set of slots after the card in the slot `used` has left."""
    later = (slots >> (used + 1)) << (used if rules.draw_slot == DRAW_NEWEST else used + 1)
    return later | slots & ((1 << used) - 1)


@inlined_kernel
def slot_after(rules: RuleTables, slot: int, used: int) -> int:
    """Where the card in `slot` is after that in the slot `used` has left; -1 if it is the same."""
    if slot == used:
        return -1
    return slot - 1 if slot > used and rules.draw_slot == DRAW_NEWEST else slot


# --- What entries say ----------------------------------------------------------------------------


@inlined_kernel
def count_out_named(view: View, memory: SlotMemory, promises: Promises) -> None:
    """No unnamed card is one whose copies are all used or named; again if that names more.

    An entry whose set has no copy left, by play off the conventions, begins anew from the hints,
    without flags.
    """
    copies = copies_left(view)
    counted, before = 0, -1
    while counted != before:
        unnamed, before = copies[0], counted
        for seat in range(view.rules.num_players):
            for slot in range(view.rules.hand_size):
                place = place_of(seat, slot)
                entry = _narrowed(_held(view, memory[place], seat, slot), unnamed, promises)
                memory[place] = entry
                news = is_single(entry & CARDS) & ((counted >> place) & 1 == 0)
                counted |= int(news) << place
                copies = without_copy(copies, entry & CARDS if news else 0)


@inlined_kernel
def _held(view: View, entry: int, seat: int, slot: int) -> int:
    """`entry`, or a new one if all that the card could be is gone."""
    if entry & view.left[0] == 0:
        return int(view.possible[seat, slot] & view.left[0])
    return entry


@inlined_kernel
def _narrowed(entry: int, unnamed: int, promises: Promises) -> int:
    """`entry` with what its promises and the cards `unnamed` leave of its set, if that is any."""
    unnamed &= promises[0] if entry & FLAGS[0] else -1
    unnamed &= promises[1] if entry & FLAGS[1] else -1
    unnamed &= promises[2] if entry & FLAGS[2] else -1
    return entry & (unnamed | ~CARDS) if entry & unnamed != 0 else entry


@inlined_kernel
def count_out_own(view: View, memory: SlotMemory) -> Copies:
    """Copies that the viewing seat neither sees nor can name in its own hand."""
    copies = copies_unseen(view)
    for slot in range(view.rules.hand_size):
        cards = memory[place_of(view.seat, slot)]
        copies = without_copy(copies, cards if is_single(cards) else 0)
    return copies


@kernel
def fill_own(sets: NDArray[np.int64], view: View, memory: SlotMemory, unseen: int) -> None:
    """Fill `sets` [hand_size or longer] with what each own card can be by all that the seat sees.

    A slot of which nothing is left, by play off the conventions, begins anew from the hints.

    Args:
        unseen: bit set of the cards of which the seat does not see all copies.
    """
    for slot in range(view.rules.hand_size):
        sets[slot] = memory[place_of(view.seat, slot)] & CARDS & unseen
        if sets[slot] == 0:
            sets[slot] = view.possible[view.seat, slot] & unseen


@inlined_kernel
def highest_slot(view: View, memory: SlotMemory) -> int:
    """The own card known to be of the highest rank, the oldest on ties."""
    order, found, best = slots_by_age(view, view.seat), NO_SLOT, SEVERAL - 1
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        cards = memory[place_of(view.seat, slot)] & CARDS
        rank = common_rank(view.rules, cards)
        if cards != 0 and rank > best:
            found, best = slot, rank
    return found
