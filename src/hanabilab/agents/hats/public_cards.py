"""What all know of each card, as one set of cards that it can be. Kernels on VIEW and memory rows.

Memory holds, by place in the deck, the cards that a card in hand is known *not* to be: by hints
taken literally, by what conventions tell, and by counting copies. All of it is common knowledge.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import all_cards, is_single, wide
from hanabilab.knowledge.copies import Copies, copies_left, without_copy


@kernel
def possible_cards(view: View, memory: Memory, seat: int, slot: int) -> int:
    """Bit set of what all know the card in a slot can be; 0 for an empty slot."""
    index = view.deck_index[seat, slot]
    return all_cards(view.rules) & ~memory[index] if index >= 0 else wide(0)


@kernel
def copies_unknown(view: View, memory: Memory) -> Copies:
    """Copies not played, discarded or identified in a hand."""
    copies = copies_left(view)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            possible = possible_cards(view, memory, seat, slot)
            if is_single(possible):
                copies = without_copy(copies, possible)
    return copies


@kernel
def take_literally(view: View, memory: Memory) -> None:
    """Take in what the hints so far say as such."""
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            index = view.deck_index[seat, slot]
            if index >= 0:
                memory[index] |= all_cards(view.rules) & ~view.possible[seat, slot]


@kernel
def rule_out(view: View, memory: Memory) -> None:
    """Rule out cards whose copies are all used up or identified, until nothing changes."""
    changed = True
    while changed:
        changed = False
        gone = ~copies_unknown(view, memory)[0]
        for seat in range(view.rules.num_players):
            for slot in range(view.rules.hand_size):
                possible = possible_cards(view, memory, seat, slot)
                if possible & gone and not is_single(possible):
                    memory[view.deck_index[seat, slot]] |= possible & gone
                    changed = changed or is_single(possible & ~gone)
