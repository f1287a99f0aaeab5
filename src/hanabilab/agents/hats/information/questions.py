"""The hat of a hand: answers to questions, one after another, as one number.

A question depends on what all seats know of the hand, so that sender and receiver find the same
one, and on how many answers there is room for. It asks "which is the first slot that is playable
(useless)?", with 0 for none; or it asks which card is in a slot.

A *hat* is the number of a hand. Seats that see the hand compute it; its owner decodes it. The
answers are the digits of the number, in a mixed radix: the first question has the lowest digit, and
the next one as many answers as still fit below `total`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel, scratch
from hanabilab.agents.hats.information.board import (
    CERTAIN,
    Board,
    Hand,
    is_settled,
    knows_one_of,
    share,
    weigh,
)
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.knowledge.card_sets import count_members

#: `int64[MAX_KEYS]`: the questions of a list, to be asked in the order of their keys.
Keys: TypeAlias = NDArray[np.int64]
MAX_KEYS = 2 * MAX_HAND

# A key, from the highest bit: whether it asks for useless, the share that says yes, the slot.
_SLOT_BITS = 3
_SLOT = (1 << _SLOT_BITS) - 1
_ASKS_USELESS = CERTAIN << _SLOT_BITS
_ABOVE_ALL_KEYS = _ASKS_USELESS << 1
# Flipped, these bits put the likeliest first.
_SHARE = (CERTAIN - 1) << _SLOT_BITS

_LIST = -1


class Question(NamedTuple):
    """One question to a hand.

    Attributes:
        amount: of answers, at least 2; 0 if nothing is worth asking.
        slot: whose card is asked for; negative for a list, of `amount` - 1 keys.
    """

    amount: int
    slot: int


@kernel
def choose_question(keys: Keys, hand: Hand, board: Board, room: int) -> Question:
    """The question to `hand` with at most `room` answers, 2 or more; fills `keys` if a list.

    Where no slot is known to be playable: a list. Else whether a slot is playable that probably is,
    as a list of one; else for the card that is least likely useless.
    """
    if not knows_one_of(hand, board.playable):
        count = _list_questions(keys, hand, board, room - 1)
        if count > 0:
            return Question(count + 1, _LIST)
    slot = _probably_playable(hand, board)
    if slot >= 0:
        keys[0] = slot
        return Question(2, _LIST)
    slot = _least_useless(hand, board)
    if slot < 0:
        return Question(0, _LIST)
    has_useless = int(hand[slot] & board.useless != 0)
    useful = count_members(hand[slot] & ~board.useless)
    return Question(min(useful, room - has_useless) + has_useless, slot)


@kernel
def _list_questions(keys: Keys, hand: Hand, board: Board, limit: int) -> int:
    """Fill `keys` with the questions of a list of at most `limit`; return how many.

    First whether slots are playable, then, if no slot is known to be, whether they are useless. If
    they are too many, those likely to be answered no are left out.
    """
    count = _add_questions(keys, 0, hand, board, board.playable, 0)
    if count < limit and not knows_one_of(hand, board.useless):
        count = _add_questions(keys, count, hand, board, board.useless, _ASKS_USELESS)
    if count <= limit:
        return count
    last = _nth_smallest(keys, count, _SHARE, limit)
    kept = 0
    for index in range(count):
        if keys[index] ^ _SHARE <= last:
            keys[kept] = keys[index]
            kept += 1
    return kept


@kernel
def _add_questions(keys: Keys, count: int, hand: Hand, board: Board, asked: int, mark: int) -> int:
    """Append to `count` keys the slots that may hold one of the cards `asked`; the new count."""
    for slot in range(len(hand)):
        cards = hand[slot]
        if cards & asked != 0 and not is_settled(cards, board):
            yes = share(weigh(board, cards & asked), weigh(board, cards))
            keys[count] = mark | yes << _SLOT_BITS | slot
            count += 1
    return count


@kernel
def _nth_smallest(keys: Keys, count: int, flipped: int, n: int) -> int:
    """The `n`-th smallest, from 1, of the first `count` keys with some bits flipped."""
    last = -1
    for _ in range(n):
        smallest = _ABOVE_ALL_KEYS
        for index in range(count):
            key = keys[index] ^ flipped
            if last < key < smallest:
                smallest = key
        last = smallest
    return last


@kernel
def _probably_playable(hand: Hand, board: Board) -> int:
    """The slot whose chance to be playable is nearest 0.7, from 0.5 to 0.9; -1 for none."""
    found, found_distance = -1, share(2, 1) + 1  # in tenths
    for slot in range(len(hand)):
        cards = hand[slot]
        if not is_settled(cards, board):
            whole = weigh(board, cards)
            distance = share(abs(10 * weigh(board, cards & board.playable) - 7 * whole), whole)
            if distance < found_distance:
                found, found_distance = slot, distance
    return found


@kernel
def _least_useless(hand: Hand, board: Board) -> int:
    """The slot that is least likely useless, of those not settled; -1 if all are."""
    found, found_share = -1, CERTAIN
    for slot in range(len(hand)):
        cards = hand[slot]
        if not is_settled(cards, board):
            useless = share(weigh(board, cards & board.useless), weigh(board, cards))
            if useless < found_share:
                found, found_share = slot, useless
    return found


# --- Answers -------------------------------------------------------------------------------------


@kernel
def asked_slot(key: int) -> int:
    """The slot that a question of a list is about."""
    return key & _SLOT


@kernel
def asks_useless(key: int) -> bool:
    """Whether it asks for useless cards, not for playable ones."""
    return key & _ASKS_USELESS != 0


@kernel
def _asked_cards(key: int, board: Board) -> int:
    return board.useless if asks_useless(key) else board.playable


@kernel
def answer_to(
    question: Question, keys: Keys, hand: Hand, board: Board, cards: NDArray[np.int16]
) -> int:
    """What the true `cards` of the hand, by slot, answer.

    Args:
        question: about a slot, or about the first key that holds.
        keys: the first `question.amount` - 1 are asked.
        hand: what all know of each slot.
        board: playable and useless cards, as all seats know them.
        cards: [slot] card ids.
    """
    if question.slot >= 0:
        return _block_of(cards[question.slot], hand[question.slot], board, question.amount)
    first = _ABOVE_ALL_KEYS
    for index in range(question.amount - 1):
        key = keys[index]
        if key < first and _asked_cards(key, board) & bit(cards[asked_slot(key)]) != 0:
            first = key
    if first == _ABOVE_ALL_KEYS:
        return 0
    answer = 1
    for index in range(question.amount - 1):
        answer += int(keys[index] < first)
    return answer


@kernel
def narrow(hand: Hand, question: Question, keys: Keys, board: Board, answer: int) -> None:
    """Keep of `hand` what the answer to a question allows.

    Args:
        hand: what all know of each slot; changed.
        question: about a slot, or about the first key that holds.
        keys: the first `question.amount` - 1 were asked.
        board: playable and useless cards, as all seats know them.
        answer: from 0 to `question.amount` - 1.
    """
    slot = question.slot
    if slot >= 0:
        hand[slot] = _block(answer, hand[slot], board, question.amount)
        return
    first = _ABOVE_ALL_KEYS
    if answer > 0:
        first = _nth_smallest(keys, question.amount - 1, 0, answer)
    for index in range(question.amount - 1):
        key = keys[index]
        if key < first:
            hand[asked_slot(key)] &= ~_asked_cards(key, board)
        elif key == first:
            hand[asked_slot(key)] &= _asked_cards(key, board)


# The possible cards of a slot are dealt to blocks, the answers: the useful ones round and round in
# order of id, the useless ones, if there are any, all to the last block.


@kernel
def _block_of(card: int, possible: int, board: Board, amount: int) -> int:
    """The block, of `amount`, that a card is in."""
    has_useless = int(possible & board.useless != 0)
    if has_useless and (board.useless >> card) & 1:
        return amount - 1
    before = count_members(possible & ~board.useless & (bit(card) - 1))
    return before % (amount - has_useless)


@kernel
def _block(answer: int, possible: int, board: Board, amount: int) -> int:
    """The cards of a block."""
    has_useless = int(possible & board.useless != 0)
    if has_useless and answer == amount - 1:
        return possible & board.useless
    rest, block, turn = possible & ~board.useless, 0, 0
    while rest:
        if turn == answer:
            block |= rest & -rest
        turn = turn + 1 if turn < amount - has_useless - 1 else 0
        rest &= rest - 1
    return block


# --- Hats ----------------------------------------------------------------------------------------


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
