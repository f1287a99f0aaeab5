"""The facts that SmartBot's family offers: what its common memory leaves of every card.

`simple` offers none: its memory says of a card whether it is playable, and no more.

The set of an own card leaves out what its holder sees elsewhere or can name in its own hand; that
of another's is what all know.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow
from hanabilab.agents.policy import Memory
from hanabilab.agents.slot_facts import slot_facts, write_card
from hanabilab.game.actions import seat_after
from hanabilab.game.view import View
from hanabilab.knowledge.copies import copies_left
from hanabilab.knowledge.slot_memory import CARDS, count_out_own, place_of


def _fill(view: View, memory: Memory, out: NDArray[np.float32]) -> None:
    """Write what is known of each card."""
    memory, out, rules = borrow(memory), borrow(out), view.rules
    unseen, left = count_out_own(view, memory), copies_left(view)
    for offset in range(rules.num_players):
        seat = seat_after(rules, view.seat, offset)
        copies = unseen if offset == 0 else left
        for slot in range(rules.hand_size):
            cards = memory[place_of(seat, slot)] & CARDS
            if offset == 0 and cards & unseen[0] != 0:
                cards &= unseen[0]
            write_card(out, view, offset * rules.hand_size + slot, cards, copies)


SLOT_FACTS = slot_facts(_fill)
