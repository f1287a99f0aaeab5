"""What `keen` discards: by routine, or else the card that is likely to cost least.

A card costs what the table can no longer score without it. Without the number `care` only valuable
cards cost anything, and all of them the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, scratch
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.deciding import (
    DISCARDS_CHOP,
    DISCARDS_HIGHEST,
    DISCARDS_USELESS,
    NUM_BRANCHES,
    seen_through,
    useless_slot,
)
from hanabilab.agents.smart.keen.numbers import BY_ROUTINE, CARE, HELD_COST, NAMED_COST, NEEDED_COST
from hanabilab.agents.smart.keen.public import ROUTINE, may_signal
from hanabilab.agents.smart.public import CHOP, VALUABLE, find_chop
from hanabilab.game.actions import discard_action, seat_at
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, lowest_member, wide
from hanabilab.knowledge.copies import Copies, count_copies
from hanabilab.knowledge.hands import ALL_SLOTS, NO_SLOT, slot_at, slots_by_age
from hanabilab.knowledge.slot_memory import highest_slot, place_of

#: Why it acts: the branches of `smart`, and these.
(
    SAVES,
    SIGNALS,
    STALLS,
    LEAVES_DRAWS,
    DISCARDS_BY_ROUTINE,
    DISCARDS_SAFER,
    DISCARDS_SPARE,
) = range(NUM_BRANCHES, NUM_BRANCHES + 7)

# Costs are in thousandths of a point. More than any card costs:
_POINT = 1000
_MOST = 100_000


@inlined_kernel
def is_read_by_routine(view: View, memory: Memory) -> bool:
    """Whether the action will tell if the chop of the next seat is valuable; see `reading`."""
    if view.information_tokens > 0 or memory[CHOP] == NO_SLOT or memory[ROUTINE] == NO_SLOT:
        return False
    if not memory[BY_ROUTINE]:
        return False
    return view.deck_drawn < view.rules.deck_size and view.rules.max_information_tokens > 0


class Discard(NamedTuple):
    """A discard that the seat would make.

    Attributes:
        action: its id.
        branch: that it comes from.
        cost: of the card in thousandths of a point, summed over all copies that it can be; 0 if it
            was not asked for.
        copies: how many it can be.
    """

    action: int
    branch: int
    cost: int
    copies: int


@inlined_kernel
def signal_slot(view: View, memory: Memory, unseen: Copies) -> int:
    """The card to discard against the routine."""
    allowed = 0
    for slot in range(view.rules.hand_size):
        allowed |= int(may_signal(view, memory, memory[ROUTINE], slot)) << slot
    return _cheapest_slot(view, memory, unseen, allowed, NO_SLOT)[0]


@inlined_kernel
def discard(view: View, memory: Memory, unseen: Copies) -> Discard:
    """What the seat would discard."""
    rules = view.rules
    if is_read_by_routine(view, memory):
        return Discard(discard_action(rules, memory[ROUTINE]), DISCARDS_BY_ROUTINE, 0, 1)
    slot = useless_slot(view, memory, unseen[0])
    if slot != NO_SLOT:
        return Discard(discard_action(rules, slot), DISCARDS_USELESS, 0, 1)
    slot = _spare_slot(view, memory, unseen[0]) if memory[CARE] else NO_SLOT
    if slot != NO_SLOT:
        return Discard(discard_action(rules, slot), DISCARDS_SPARE, 0, 1)
    chop = find_chop(view, memory, view.seat)
    if chop == NO_SLOT and not memory[CARE]:
        return Discard(discard_action(rules, highest_slot(view, memory)), DISCARDS_HIGHEST, 0, 1)
    slot, cost, copies = _cheapest_slot(view, memory, unseen, ALL_SLOTS, chop)
    branch = DISCARDS_SAFER
    if chop in (NO_SLOT, slot):
        branch = DISCARDS_HIGHEST if chop == NO_SLOT else DISCARDS_CHOP
    return Discard(discard_action(rules, slot), branch, cost, copies)


@inlined_kernel
def _spare_slot(view: View, memory: Memory, unseen: int) -> int:
    """A named card that the seat has twice, or sees where the next seat will not discard it."""
    for slot in range(view.rules.hand_size):
        cards = seen_through(view, memory, slot, unseen)
        if not is_single(cards):
            continue
        for other in range(slot):
            if seen_through(view, memory, other, unseen) == cards:
                return slot
        for offset in range(1, view.rules.num_players):
            for other in range(view.rules.hand_size):
                theirs = view.hands[seat_at(view, offset), other]
                is_kept = offset > 1 or other != memory[CHOP]
                if is_kept and theirs >= 0 and (cards >> theirs) & 1:
                    return slot
    return NO_SLOT


@inlined_kernel
def _cheapest_slot(
    view: View, memory: Memory, unseen: Copies, slots: int, chop: int
) -> tuple[int, int, int]:
    """Of the cards in a bit set of slots the one that costs least, as the seat expects.

    Args:
        chop: the card that it must cost less than, if any; NO_SLOT else.

    Returns:
        The slot, its cost, and how many copies that is summed over. The oldest on ties; `chop` if
        there is none.
    """
    costs = scratch(MAX_CARDS)
    _fill_costs(costs, view, memory, unseen)
    found, cost, count = chop, _MOST, 1
    if chop != NO_SLOT:
        cost, count = _cost_of(costs, view, memory, unseen, chop)
    order = slots_by_age(view, view.seat)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        if (slots >> slot) & 1 and memory[place_of(view.seat, slot)] != 0:
            its_cost, its_count = _cost_of(costs, view, memory, unseen, slot)
            if its_cost * count < cost * its_count:
                found, cost, count = slot, its_cost, its_count
    return found, cost, count


@inlined_kernel
def _fill_costs(costs: NDArray[np.int64], view: View, memory: Memory, unseen: Copies) -> None:
    """Fill `costs` [MAX_CARDS], in thousandths of a point, for the unseen cards that are needed.

    What all unseen copies of a card cost together. Other entries stay as they are.
    """
    held = cards_of_others(view) if memory[CARE] else 0
    rest = unseen[0] & ~view.useless
    while rest != 0:
        card = lowest_member(rest)
        rest &= rest - 1
        if_needed = HELD_COST if (held >> card) & 1 else NEEDED_COST
        copies = count_copies(unseen, wide(bit(card)))
        costs[card] = copies * _cost(view, memory, card, if_needed)


@inlined_kernel
def _cost_of(
    costs: NDArray[np.int64], view: View, memory: Memory, unseen: Copies, slot: int
) -> tuple[int, int]:
    """What discarding an own card costs, summed over the copies that it can be, and how many."""
    cards = seen_through(view, memory, slot, unseen[0])
    if is_single(cards) or cards & unseen[0] == 0:  # it is named, or was misread
        valuable = cards & memory[VALUABLE]
        card = lowest_member(valuable if valuable != 0 else cards)
        return _cost(view, memory, card, NAMED_COST), 1
    cost, rest = 0, cards & unseen[0] & ~view.useless
    while rest != 0:
        cost += costs[lowest_member(rest)]
        rest &= rest - 1
    return cost, count_copies(unseen, cards)


@inlined_kernel
def _cost(view: View, memory: Memory, card: int, if_needed: int) -> int:
    """What it costs to discard a card; `if_needed` is the number for needed ones with others."""
    if (view.useless >> card) & 1:
        return 0
    is_last = (memory[VALUABLE] >> card) & 1 != 0
    if not memory[CARE]:
        return _POINT * int(is_last)
    return points_of(view, card) * int(_POINT if is_last else memory[if_needed])


@inlined_kernel
def points_of(view: View, card: int) -> int:
    """The points that a card is needed for: its own, and those of all that follow it."""
    return int(view.rules.num_ranks - view.rules.rank_of[card])


@inlined_kernel
def cards_of_others(view: View) -> int:
    """Bit set of the cards that other seats hold."""
    cards = 0
    for offset in range(1, view.rules.num_players):
        cards |= cards_of(view, seat_at(view, offset))
    return cards


@inlined_kernel
def cards_of(view: View, seat: int) -> int:
    """Bit set of the cards that another seat holds."""
    cards = 0
    for slot in range(view.rules.hand_size):
        card = view.hands[seat, slot]
        if card >= 0:
            cards |= wide(bit(card))
    return cards
