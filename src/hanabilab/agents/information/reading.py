"""What all seats learn from an action: how memory follows the game.

Memory holds the hands as all know them, and what the view after a discard no longer tells.
"""

from __future__ import annotations

from hanabilab._jit import borrow, kernel
from hanabilab.agents.information.board import (
    Board,
    board_before_discard,
    count_members,
    public_board,
)
from hanabilab.agents.information.codes import NO_CODE, code_of_hint, count_codes
from hanabilab.agents.information.hands import (
    NUM_SLOTS,
    Hands,
    exclude_playable,
    hand_of,
    useless_slots,
)
from hanabilab.agents.information.hats import exchange
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import DISCARD, DRAW_NEWEST, PLAY
from hanabilab.game.view import View

#: Memory entry after the hands: bit set of the useless cards when memory was last written.
USELESS = NUM_SLOTS
MEMORY_SIZE = USELESS + 1


def observe(view: View, memory: Memory) -> None:
    """Take in the last action: first by convention, as it was meant, then by its words or card."""
    rules = view.rules
    memory = borrow(memory)
    if view.last_action >= 0:
        kind, slot = rules.action_kind[view.last_action], rules.action_place[view.last_action]
        if kind > PLAY:
            _read_hint(memory, view)
        if kind == DISCARD:
            _read_discard(memory, view)
        if kind <= PLAY:
            _take_out(memory, view, view.last_seat, slot)
    _settle(memory, view)


@kernel
def _read_hint(memory: Memory, view: View) -> None:
    """The code of the hint tells every seat but the actor its number."""
    board = public_board(view)
    code = code_of_hint(memory, view, board)
    if code != NO_CODE:
        total = count_codes(memory, view, board, view.last_seat)
        exchange(memory, view, board, view.last_seat, code, total)


@kernel
def _read_discard(memory: Memory, view: View) -> None:
    """The discard tells that nobody needed a hint, if there was a token, and its code."""
    board = board_before_discard(view, memory[USELESS])
    if could_hint(view):
        exclude_playable(memory, view, view.last_seat)
    code, total = code_of_discard(memory, view, board)
    if code != NO_CODE:
        exchange(memory, view, board, view.last_seat, code, total)


@kernel
def could_hint(view: View) -> bool:
    """Whether there was a token before the discard that `view` shows as the last action."""
    return view.information_tokens > 1


@kernel
def code_of_discard(hands: Hands, view: View, board: Board) -> tuple[int, int]:
    """The code of the last discard and the number of codes; NO_CODE if it had no choice.

    The code is its place among the slots that all knew to be useless.

    Args:
        hands: as they were known before the discard.
        view: any seat's.
        board: the public one before the discard.
    """
    slot = view.rules.action_place[view.last_action]
    slots = useless_slots(hand_of(hands, view, view.last_seat), board)
    total = count_members(slots)
    if total < 2 or not (slots >> slot) & 1:
        return NO_CODE, total
    return count_members(slots & (bit(slot) - 1)), total


@kernel
def _take_out(memory: Memory, view: View, seat: int, slot: int) -> None:
    """Follow the hand of a seat that has used a card; the card drawn can be any card."""
    hand = hand_of(memory, view, seat)
    if view.rules.draw_slot == DRAW_NEWEST:
        for index in range(slot, len(hand) - 1):
            hand[index] = hand[index + 1]
        slot = len(hand) - 1
    hand[slot] = view.possible[seat, slot]


@kernel
def _settle(memory: Memory, view: View) -> None:
    """Keep what hints allow and copies are left of; where nothing remains, begin anew from that.

    That is how hands begin, and what a partner off the convention can bring about.
    """
    for seat in range(view.rules.num_players):
        hand = hand_of(memory, view, seat)
        for slot in range(len(hand)):
            possible = view.possible[seat, slot] & view.left[0]
            hand[slot] &= possible
            if hand[slot] == 0:
                hand[slot] = possible
    memory[USELESS] = view.useless
