"""Sets of cards as bit sets of their ids: how many, which are played, what two copies less leaves.

Kernels. `PublicTable.left` counts copies as three bit sets, the cards with over 0, 1 and 2 left;
`Copies` is such a triple.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.view import View

#: Copies of each card: bit sets of those with over 0, over 1 and over 2.
Copies: TypeAlias = tuple[int, int, int]


@kernel
def wide(number: int) -> int:
    """64 bits, compiled or not: kernels that always get the same type compile once."""
    return np.int64(number)  # type: ignore[return-value]


@kernel
def all_cards(rules: RuleTables) -> int:
    """Every card of the rules."""
    return wide(bit(rules.num_cards) - 1)


@kernel
def count_cards(cards: int) -> int:
    """How many cards a set holds. Compilers know this pattern as one instruction."""
    word = np.int64(cards)
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (word * 0x0101010101010101) >> 56  # type: ignore[return-value]


@kernel
def is_single(cards: int) -> bool:
    """Whether a set holds exactly one card."""
    return cards != 0 and cards & (cards - 1) == 0


@kernel
def played_cards(view: View) -> int:
    """The cards on the fireworks."""
    rules = view.rules
    played = wide(0)
    for suit in range(rules.num_suits):
        played |= (bit(view.fireworks[suit]) - 1) << (suit * rules.num_ranks)
    return played


@kernel
def hand_cards(view: View, seat: int) -> int:
    """The cards of a seat whose hand the viewer sees."""
    cards = wide(0)
    for slot in range(view.rules.hand_size):
        if view.hands[seat, slot] >= 0:
            cards |= bit(view.hands[seat, slot])
    return cards


@kernel
def copies_left(view: View) -> Copies:
    """Copies neither played nor discarded."""
    return wide(view.left[0]), wide(view.left[1]), wide(view.left[2])


@kernel
def without_copy(copies: Copies, card_set: int) -> Copies:
    """`copies` with one copy less of each card of a set."""
    one, two, three = copies
    mark, three = card_set & ~three, three & ~card_set
    mark, two = mark & ~two, two & ~mark
    return one & ~mark, two, three
