"""The message of an action: which hint or discard sends a code, and what all seats learn from it.

The code is the sum of the numbers of all hands but that of the seat that acts. Memory holds the
hands as all know them, and facts that the view after a discard no longer shows.
"""

from __future__ import annotations

from hanabilab._jit import borrow, kernel
from hanabilab.agents.endgame.open_hands import can_look
from hanabilab.agents.fallback import any_action
from hanabilab.agents.hats.information.board import (
    Board,
    Hands,
    board_before_discard,
    exclude_playable,
    hand_of,
    public_board,
    useless_slots,
)
from hanabilab.agents.hats.information.codes import (
    NO_CODE,
    code_of_hint,
    count_codes,
    hint_for_code,
)
from hanabilab.agents.hats.information.numbers import ENDGAME, USELESS
from hanabilab.agents.hats.information.questions import read_hat, tell_hat
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, lowest_member
from hanabilab.knowledge.slot_memory import NUM_PLACES, take_out

# --- Codes of all hands --------------------------------------------------------------------------


@kernel
def tell_hats(hands: Hands, view: View, board: Board, teller: int, total: int) -> int:
    """The sum, modulo `total`, of the numbers of all hands but the teller's and the viewer's.

    Narrows these hands.

    Args:
        hands: what all know of each hand; narrowed.
        view: of any seat.
        board: playable and useless cards, as all seats know them.
        teller: the seat that gives the hint.
        total: how many codes there are.
    """
    code = 0
    for seat in range(view.rules.num_players):
        if seat != teller and seat != view.seat:
            code += tell_hat(hand_of(hands, view, seat), board, view.hands[seat], total)
    return code % total


@kernel
def exchange(hands: Hands, view: View, board: Board, teller: int, code: int, total: int) -> None:
    """Narrow all hands but the teller's by the `code`, below `total`, that the teller sent.

    The viewer takes from the code the numbers of the hands that it sees; the rest is its own. Of
    two seats both read the code as it was sent, whatever the cards are: should the teller depart
    from the convention, they still know the same.

    Args:
        hands: what all know of each hand; narrowed.
        view: of any seat.
        board: playable and useless cards, as all seats know them.
        teller: the seat that gave the hint.
        code: what the hint said, from 0.
        total: how many codes there are.
    """
    if view.rules.num_players == 2:
        read_hat(hand_of(hands, view, 1 - teller), board, code, total)
        return
    others = tell_hats(hands, view, board, teller, total)
    if view.seat != teller:
        read_hat(hand_of(hands, view, view.seat), board, (code - others + total) % total, total)


# --- Sending -------------------------------------------------------------------------------------


@kernel
def choose_hint(after: Hands, hands: Hands, view: View, board: Board) -> int:
    """The hint that tells all seats their numbers; NO_ACTION if no other seat holds a card.

    Args:
        after: filled with the hands as all know them by the code, before they hear the words.
        hands: as they are known now.
        view: of the seat to act, which has a token.
        board: the public one.
    """
    total = count_codes(hands, view, board, view.seat)
    if total == 0:
        return NO_ACTION
    _copy(after, hands)
    code = tell_hats(after, view, board, view.seat, total)
    hint = hint_for_code(hands, view, board, code)
    # A partner off the convention may have left no hint with the code.
    return hint if hint != NO_ACTION else any_action(view)


@kernel
def choose_discard(after: Hands, hands: Hands, view: View, board: Board) -> int:
    """The slot that tells all seats their numbers: one of those that all know to be useless.

    Args:
        after: filled with the hands as all know them by the code, if there is one.
        hands: as they are known now.
        view: of the seat to act, which may discard.
        board: the public one.

    Returns:
        -1 if there are not two such slots, and so nothing to choose.
    """
    slots = useless_slots(hand_of(hands, view, view.seat), board)
    total = count_members(slots)
    if total < 2:
        return -1
    _copy(after, hands)
    if view.information_tokens > 0 and not can_look(view, hands[ENDGAME]):
        exclude_playable(after, view, view.seat)
    code = tell_hats(after, view, board, view.seat, total)
    for _ in range(code):
        slots &= slots - 1
    return lowest_member(slots)


@kernel
def _copy(target: Hands, source: Hands) -> None:
    for index in range(NUM_PLACES):
        target[index] = source[index]


# --- Reading -------------------------------------------------------------------------------------


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
            take_out(view, memory, view.last_seat, slot)
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
    """The discard tells its code, and that nobody needed a hint, if it says so."""
    board = board_before_discard(view, memory)
    if says_no_hint_needed(view, memory):
        exclude_playable(memory, view, view.last_seat)
    code, total = code_of_discard(memory, view, board)
    if code != NO_CODE:
        exchange(memory, view, board, view.last_seat, code, total)


@kernel
def says_no_hint_needed(view: View, memory: Memory) -> bool:
    """Whether the discard that `view` shows as the last action says that nobody needed a hint.

    There was a token before it, and the seat went by the rules: who looks at all that can follow
    may discard whatever others need.
    """
    has_drawn = int(view.turns_left == view.rules.num_players)
    return view.information_tokens > 1 and not can_look(view, memory[ENDGAME] - has_drawn)


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
