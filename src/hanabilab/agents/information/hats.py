"""Hats: the number that a hand stands for, told by those who see the hand, read by its owner.

The answers to the questions are the digits of the number, in a mixed radix: the first question has
the lowest digit, and the next as many answers as still fit below `total`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel, scratch
from hanabilab.agents.information.board import Board
from hanabilab.agents.information.hands import Hand, Hands, hand_of
from hanabilab.agents.information.questions import MAX_KEYS, answer_to, choose_question, narrow
from hanabilab.game.view import View


@kernel
def tell_hat(hand: Hand, board: Board, cards: NDArray[np.int16], total: int) -> int:
    """The number, below `total`, that the true `cards` stand for; narrows `hand` by it."""
    keys = scratch(MAX_KEYS)
    number, unit, room = 0, 1, total
    while room > 1:
        question = choose_question(keys, hand, board, room)
        amount = question.amount
        if amount == 0:
            break
        answer = answer_to(question, keys, hand, board, cards)
        narrow(hand, question, keys, board, answer)
        number += unit * answer
        unit *= amount
        room = (room - answer - 1) // amount + 1
    return number


@kernel
def read_hat(hand: Hand, board: Board, number: int, total: int) -> None:
    """Narrow `hand` by the number, below `total`, that it stands for."""
    keys = scratch(MAX_KEYS)
    room = total
    while room > 1:
        question = choose_question(keys, hand, board, room)
        amount = question.amount
        if amount == 0:
            break
        answer = number % amount
        narrow(hand, question, keys, board, answer)
        number //= amount
        room = (room - answer - 1) // amount + 1


@kernel
def tell_hats(hands: Hands, view: View, board: Board, teller: int, total: int) -> int:
    """The sum, modulo `total`, of the numbers of all hands but the teller's and the viewer's.

    Narrows these hands.
    """
    code = 0
    for seat in range(view.rules.num_players):
        if seat not in (teller, view.seat):
            code += tell_hat(hand_of(hands, view, seat), board, view.hands[seat], total)
    return code % total


@kernel
def exchange(hands: Hands, view: View, board: Board, teller: int, code: int, total: int) -> None:
    """Narrow all hands but the teller's by the `code`, below `total`, that the teller sent.

    The viewer takes from the code the numbers of the hands that it sees; the rest is its own. Of
    two seats both read the code as it was sent, whatever the cards are: should the teller depart
    from the convention, they still know the same.
    """
    if view.rules.num_players == 2:
        read_hat(hand_of(hands, view, 1 - teller), board, code, total)
        return
    others = tell_hats(hands, view, board, teller, total)
    if view.seat != teller:
        read_hat(hand_of(hands, view, view.seat), board, (code - others + total) % total, total)
