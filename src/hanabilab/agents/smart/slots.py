"""Memory by slots: an entry for each, which moves as the cards do; a new card can be any card."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_HAND, MAX_PLAYERS
from hanabilab.game.view import View

#: Entries for the slots of all seats.
NUM_PLACES = MAX_PLAYERS * MAX_HAND


@inlined_kernel
def place_of(seat: int, slot: int) -> int:
    """The memory entry of a slot."""
    return seat * MAX_HAND + slot


@inlined_kernel
def deal_in(view: View, memory: Memory) -> None:
    """Begin the game: every card can be any card."""
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            memory[place_of(seat, slot)] = view.possible[seat, slot]


@inlined_kernel
def take_out(view: View, memory: Memory, seat: int, slot: int) -> None:
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
