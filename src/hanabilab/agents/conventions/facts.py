"""The facts that `h-group` offers: what hints and conventions leave of every card.

The set of an own card is what its holder reads from what it sees; that of another's is its note,
which all know.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, scratch
from hanabilab.agents.conventions.chains import READING_SIZE
from hanabilab.agents.conventions.memory import NOTE, note_of
from hanabilab.agents.conventions.reading import read_for
from hanabilab.agents.policy import Memory
from hanabilab.agents.slot_facts import slot_facts, write_card
from hanabilab.game.actions import seat_after
from hanabilab.game.view import View
from hanabilab.knowledge.copies import copies_left, copies_unseen
from hanabilab.knowledge.slot_memory import place_of


def _fill(view: View, memory: Memory, out: NDArray[np.float32]) -> None:
    """Write what is known of each card."""
    memory, out, rules = borrow(memory), borrow(out), view.rules
    reading, unseen, left = scratch(READING_SIZE), copies_unseen(view), copies_left(view)
    read_for(reading, view, memory, view.seat)
    for offset in range(rules.num_players):
        seat = seat_after(rules, view.seat, offset)
        copies = unseen if offset == 0 else left
        for slot in range(rules.hand_size):
            place = place_of(seat, slot)
            cards = reading[place] & NOTE if offset == 0 else note_of(memory, place)
            write_card(out, view, offset * rules.hand_size + slot, cards, copies)


SLOT_FACTS = slot_facts(_fill)
