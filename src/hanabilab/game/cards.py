"""Cards: ids, names, and what the table says about one.

A card id is suit * num_ranks + rank - 1. Kernels here take any record with the public fields, a
STATE or a VIEW row, so engine and agents ask the same questions in the same words.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.stacks import NUM_STACKS, STACK_POINTS, STACKS_UP, open_stacks, played_places

#: Suits in HLE's order, with a sixth.
SUIT_NAMES = ("red", "yellow", "green", "white", "blue", "purple")
SUIT_LETTERS = "RYGWBP"

#: In a hand: the slot is empty.
NO_CARD = -1
#: In a view's own hand: a card is there, and its holder may not know which.
UNKNOWN_CARD = -2


class Table(Protocol):
    """What STATE and VIEW share: the part of a game that everyone sees, and the hands."""

    rules: RuleTables  # the rules, as tables
    current_seat: int  # who is to act
    information_tokens: int  # hints that can still be given
    deck_drawn: int  # cards that have left the deck
    barred_hints: int  # bit set of the hint values that may not be told now
    playable: int  # bit set of the cards that are next in their suits
    useless: int  # bit set of the cards already played, or that can never be
    fireworks: NDArray[np.int8]  # [suit] cards played; a stack (`game.stacks`) in some variants
    discards: NDArray[np.int8]  # [card] copies in the discard pile
    hands: NDArray[np.int16]  # [seat, slot] card id, NO_CARD or UNKNOWN_CARD


@kernel
def bit(index: int) -> int:
    """The bit set that holds `index` alone; wide enough for every card id with JIT off, too."""
    return np.int32(1) << np.int32(index)  # type: ignore[return-value]


@kernel
def is_playable(table: Table, card: int) -> bool:
    """Whether `card` is the next of its suit."""
    return (table.playable >> card) & 1 != 0


@kernel
def is_useless(table: Table, card: int) -> bool:
    """Whether `card` is already played or can never be: no game needs it any more."""
    return (table.useless >> card) & 1 != 0


@kernel
def dead_places(table: Table, suit: int) -> int:
    """Bit set of the places of a suit whose every copy is discarded."""
    dead, first = 0, suit * table.rules.num_ranks
    for place in range(table.rules.num_ranks):
        dead |= (table.discards[first + place] == table.rules.copies[first + place]) << place
    return dead


@kernel
def max_reachable_score(table: Table) -> int:
    """Points still possible: for each suit, up to the first rank whose copies are all discarded."""
    points = 0
    for suit in range(table.rules.num_suits):
        points += reachable_points(table, suit)
    return points


@kernel
def reachable_points(table: Table, suit: int) -> int:
    """Points still possible in one suit."""
    rules, stack = table.rules, int(table.fireworks[suit])
    dead = dead_places(table, suit) & ~played_places(rules, stack)
    if rules.stack_kind == STACKS_UP:
        points = stack
        while points < rules.num_ranks and not (dead >> points) & 1:
            points += 1
        return points
    reached, most = open_stacks(stack, dead), 0
    for after in range(stack, NUM_STACKS):
        if (reached >> after) & 1:
            most = max(most, STACK_POINTS[after])
    return most
