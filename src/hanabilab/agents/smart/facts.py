"""The facts that SmartBot's family offers: what its common memory leaves of every card.

`simple` offers none: its memory says of a card whether it is playable, and no more.

For each slot, own hand first, a set of cards and three shares of it: playable, useless, and last
copies of cards that are needed. The set of an own card leaves out what its holder sees elsewhere or
can name in its own hand; that of another's is what all know. Shares count copies: those that the
viewer does not see for its own cards, those not yet played or discarded for others'.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, inlined_kernel
from hanabilab.agents.facts import CARDS as CARD_SETS
from hanabilab.agents.facts import Facts
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import seat_after
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, critical_cards, wide
from hanabilab.knowledge.copies import Copies, copies_left, count_copies
from hanabilab.knowledge.slot_memory import CARDS, count_out_own, place_of

_KINDS = 3


def slot_facts(view: View, memory: Memory, out: NDArray[np.float32]) -> None:
    """Fill `out` with sets [seat, slot, card] and, after them, shares [seat, slot, kind]."""
    memory, out, rules = borrow(memory), borrow(out), view.rules
    unseen, left = count_out_own(view, memory), copies_left(view)
    at, shares = 0, rules.num_players * rules.hand_size * rules.num_cards
    for offset in range(rules.num_players):
        seat = seat_after(rules, view.seat, offset)
        copies = unseen if offset == 0 else left
        for slot in range(rules.hand_size):
            cards = memory[place_of(seat, slot)] & CARDS
            if offset == 0 and cards & unseen[0] != 0:
                cards &= unseen[0]
            for card in range(rules.num_cards):
                out[at + card] = (cards >> card) & 1
            _fill_shares(out[shares : shares + _KINDS], view, cards, copies)
            at += rules.num_cards
            shares += _KINDS


@inlined_kernel
def _fill_shares(out: NDArray[np.float32], view: View, cards: int, copies: Copies) -> None:
    """How much of a set is playable, useless, critical; nothing for an empty slot."""
    total = count_copies(copies, cards)
    if total == 0:  # a card that is named, the last of its kind
        copies, total = (wide(-1), wide(0), wide(0)), max(count_members(cards), 1)
    out[0] = count_copies(copies, cards & view.playable) / total
    out[1] = count_copies(copies, cards & view.useless) / total
    out[2] = count_copies(copies, cards & critical_cards(view)) / total


SLOT_FACTS = Facts(
    slot_facts,
    (CARD_SETS, ("shares", ("seat", "slot", "kind"))),
    _KINDS,
)
