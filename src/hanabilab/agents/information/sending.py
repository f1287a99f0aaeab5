"""What is sent: the hint or the discard whose code tells every other seat its number."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.information.board import Board, count_members, lowest_member
from hanabilab.agents.information.codes import count_codes, hint_for_code
from hanabilab.agents.information.hands import (
    NUM_SLOTS,
    Hands,
    exclude_playable,
    hand_of,
    useless_slots,
)
from hanabilab.agents.information.hats import tell_hats
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.view import View


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
    if view.information_tokens > 0:
        exclude_playable(after, view, view.seat)
    code = tell_hats(after, view, board, view.seat, total)
    for _ in range(code):
        slots &= slots - 1
    return lowest_member(slots)


@kernel
def _copy(target: Hands, source: Hands) -> None:
    for index in range(NUM_SLOTS):
        target[index] = source[index]
