"""What a seat makes of its own hand: what it would play, and what it would discard.

`own` holds what the cards of the own hand can be by all that the seat sees, `board` is its private
board. Ties go to the lowest slot.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.hats.information.board import Board, Hand, weigh
from hanabilab.agents.hats.information.numbers import HELD, HIGH_RANK, RANK, SPARE_COPY
from hanabilab.agents.policy import Memory
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import hand_cards, lowest_member

# Divided by up to six holders of a card without a rest.
_WORTH_UNIT = 60


@kernel
def best_sure_play(own: Hand, memory: Memory, view: View, board: Board) -> int:
    """The certainly playable slot that is worth most, -1 if there is none.

    Worth is the mean of `high_rank` - rank, divided by the seats that hold the card while there is
    a deck to wait for.
    """
    sure = 0
    for slot in range(len(own)):
        sure |= int(own[slot] & ~board.playable == 0 and own[slot] != 0) << slot
    found, found_worth, found_weight = -1, 0, 1
    while sure:
        slot = lowest_member(sure)
        sure &= sure - 1
        if found < 0 and sure == 0:
            return slot  # the only one: no need to know its worth
        worth, weight = _total_worth(own[slot], memory, view, board), weigh(board, own[slot])
        if worth * found_weight > found_worth * weight:
            found, found_worth, found_weight = slot, worth, weight
    return found


@kernel
def _total_worth(cards: int, memory: Memory, view: View, board: Board) -> int:
    """The worth of all copies of `cards`."""
    rules = view.rules
    worth = 0
    while cards:
        card = lowest_member(cards)
        holders = 1 + _count_holders(card, view) if view.deck_drawn < rules.deck_size else 1
        value = memory[HIGH_RANK] - 1 - int(rules.rank_of[card])
        worth += weigh(board, cards & -cards) * value * (_WORTH_UNIT // holders)
        cards &= cards - 1
    return worth


@kernel
def _count_holders(card: int, view: View) -> int:
    """How many other seats hold a copy of `card`."""
    holders = 0
    for seat in range(view.rules.num_players):
        holds = False
        for slot in range(view.rules.hand_size):
            holds |= view.hands[seat, slot] == card
        holders += int(holds)
    return holders


@kernel
def likeliest_play(own: Hand, board: Board, among: int) -> int:
    """The slot most likely playable, of those that can hold nothing but cards `among`; or -1."""
    found, found_part, found_weight = -1, -1, 1
    for slot in range(len(own)):
        cards = own[slot]
        if cards & ~among == 0 and cards != 0:
            part, weight = weigh(board, cards & board.playable), weigh(board, cards)
            if part * found_weight > found_part * weight:
                found, found_part, found_weight = slot, part, weight
    return found


@kernel
def is_above(chance: int, cards: int, board: Board) -> bool:
    """Whether a card that can be `cards` is playable with more than a chance, in per cent."""
    return 100 * weigh(board, cards & board.playable) > chance * weigh(board, cards)


@kernel
def least_loss(own: Hand, memory: Memory, view: View, board: Board) -> int:
    """The slot to discard if none is useless.

    It has the highest of `held` times the chance that another seat holds the card, plus
    `spare_copy` times the chance that it is useless or not the last copy, plus `rank` times the
    mean rank.
    """
    rules = view.rules
    seen, spare = 0, board.useless | view.left[1]
    for seat in range(rules.num_players):
        seen |= hand_cards(view, seat)
    found, found_sum, found_weight = -1, -1, 1
    for slot in range(len(own)):
        cards = own[slot]
        total = memory[HELD] * weigh(board, cards & seen)
        total += memory[SPARE_COPY] * weigh(board, cards & spare)
        for rank in range(rules.num_ranks):
            of_rank = cards & rules.touches[rules.num_suits + rank]
            total += memory[RANK] * (rank + 1) * weigh(board, of_rank)
        weight = weigh(board, cards)
        if cards != 0 and total * found_weight > found_sum * weight:
            found, found_sum, found_weight = slot, total, weight
    return found
