"""Facts about cards: what each can be, and how much of that is of use. Kernels.

Agents whose common memory says what every card can be offer these: a set of cards [seat, slot,
card] with the own hand first, and after all sets three shares of each [seat, slot, kind]: playable,
useless, and last copies of cards that are needed. Shares count copies: those that the viewer does
not see for its own cards, those not yet played or discarded for others'.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel
from hanabilab.agents.facts import CARDS, Facts, Fill
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, critical_cards, wide
from hanabilab.knowledge.copies import Copies, count_copies

_KINDS = 3


@inlined_kernel
def write_card(
    out: NDArray[np.float32], view: View, index: int, cards: int, copies: Copies
) -> None:
    """Write the facts of one card.

    Args:
        out: the vector of facts.
        index: of the card: its hand, from the viewer's own, times the size of a hand, and its slot.
        cards: bit set of what it can be.
        copies: of the cards that it may be a copy of.
    """
    rules = view.rules
    for card in range(rules.num_cards):
        out[index * rules.num_cards + card] = (cards >> card) & 1
    at = rules.num_players * rules.hand_size * rules.num_cards + index * _KINDS
    total = count_copies(copies, cards)
    if total == 0:  # a card that is named, the last of its kind
        copies, total = (wide(-1), wide(0), wide(0)), max(count_members(cards), 1)
    out[at] = count_copies(copies, cards & view.playable) / total
    out[at + 1] = count_copies(copies, cards & view.useless) / total
    out[at + 2] = count_copies(copies, cards & critical_cards(view)) / total


def slot_facts(fill: Fill) -> Facts:
    """Facts that `fill` writes by `write_card`, for each card of each hand."""
    return Facts(fill, (CARDS, ("shares", ("seat", "slot", "kind"))), _KINDS)
