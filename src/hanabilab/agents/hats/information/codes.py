"""Codes: the numbers that hints send in addition to their words.

A hint to a seat names a color or a rank. It touches the seat's *anchor*, a slot that all seats
know, or it does not. So a seat can receive two to four different numbers, as many as can be sent
whatever cards it holds. Codes count through the numbers of all seats, from the hinting seat's left.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.hats.information.board import Board, Hand, Hands, hand_of, is_settled, weigh
from hanabilab.game.actions import NO_ACTION, hint_action, hint_values_for, seat_at
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import RANK_HINT, RuleTables
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import lowest_member
from hanabilab.knowledge.hints import COLOR, RANK, hinted_seat, is_news, possible_after, value_of

#: In place of a code: the hint says no more than its words.
NO_CODE = -1


@kernel
def count_codes(hands: Hands, view: View, board: Board, teller: int) -> int:
    """How many codes the hints of `teller` have; 0 if no other seat holds a card."""
    codes = 0
    for seat in range(view.rules.num_players):
        if seat != teller:
            codes += _count_numbers(hand_of(hands, view, seat), board, view.rules)
    return codes


@kernel
def _count_numbers(hand: Hand, board: Board, rules: RuleTables) -> int:
    """How many numbers hints to a hand have, whatever its cards are.

    None if it is empty. Two, the rank and the color of the anchor, where all its cards may be the
    same. Else three: some other card lets a hint miss the anchor. Four where neither one color nor
    one rank may be common to all: both a rank and a color can miss it.
    """
    held, same = 0, board.copies[0]
    for cards in hand:
        if cards != 0:
            held += 1
            same &= cards
    if held == 0:
        return 0
    if (
        held == 1
        or (held == 2 and same & board.copies[1])
        or (held == 3 and same & board.copies[2])
    ):
        return 2
    one_color = _may_share(hand, rules, 0, rules.num_suits)
    one_rank = _may_share(hand, rules, rules.num_suits, rules.num_hint_values)
    return 3 if one_color or one_rank else 4


@kernel
def _may_share(hand: Hand, rules: RuleTables, first: int, end: int) -> bool:
    """Whether one of the hint values `first` to `end` - 1 may touch all cards."""
    for value in range(first, end):
        shared = True
        for cards in hand:
            if cards & rules.touches[value] == 0 and cards != 0:
                shared = False
                break
        if shared:
            return True
    return False


@kernel
def _anchor_of(hand: Hand, board: Board, rules: RuleTables) -> int:
    """The slot that most is unknown of, color and rank; the lowest of such."""
    found, found_unknown = -1, -1
    for slot in range(len(hand)):
        cards = hand[slot]
        if cards == 0:
            continue
        unknown = 0
        if not is_settled(cards, board):
            card = lowest_member(cards)
            unknown = 1 + int(is_news(rules, cards, value_of(rules, card, COLOR)))
            unknown += int(is_news(rules, cards, value_of(rules, card, RANK)))
        if unknown > found_unknown:
            found, found_unknown = slot, unknown
    return found


@kernel
def code_of_hint(hands: Hands, view: View, board: Board) -> int:
    """The code of the hint that `view` shows as the last action, or NO_CODE.

    Args:
        hands: as they were known before the hint.
        view: any seat's.
        board: the public one.
    """
    rules = view.rules
    offset = rules.action_place[view.last_action]
    names_color = int(rules.action_kind[view.last_action] != RANK_HINT)
    code = 0
    for step in range(1, offset):
        seat = (view.last_seat + step) % rules.num_players
        code += _count_numbers(hand_of(hands, view, seat), board, rules)
    hand = hand_of(hands, view, hinted_seat(view))
    if (view.last_touched >> _anchor_of(hand, board, rules)) & 1:
        return code + names_color
    numbers = _count_numbers(hand, board, rules)
    if numbers == 2:
        return NO_CODE
    return code + 2 + (names_color if numbers == 4 else 0)


@kernel
def hint_for_code(hands: Hands, view: View, board: Board, code: int) -> int:
    """The hint by which the seat to act says `code`, or NO_ACTION.

    If the convention holds there is one; of several, the one whose words tell most of what was
    unknown before the code.

    Args:
        hands: as they are known now.
        view: of the seat to act.
        board: the public one.
        code: below `count_codes`.
    """
    rules = view.rules
    for offset in range(1, rules.num_players):
        seat = seat_at(view, offset)
        hand = hand_of(hands, view, seat)
        numbers = _count_numbers(hand, board, rules)
        if code < numbers:
            values = _hint_values(view, seat, _anchor_of(hand, board, rules), numbers, code)
            if values == 0:
                return NO_ACTION
            value = _most_telling(values, view, seat, hand, board)
            return hint_action(rules, offset, value)
        code -= numbers
    return NO_ACTION


@kernel
def _hint_values(view: View, seat: int, anchor: int, numbers: int, number: int) -> int:
    """Bit set of the hint values that say `number`, of `numbers`, to a seat."""
    colors = bit(view.rules.num_suits) - 1
    touching = view.rules.touched_by[view.hands[seat, anchor]]
    if number < 2:
        return touching & (colors if number == 1 else ~colors)
    missing = hint_values_for(view, seat) & ~touching
    if numbers == 3:
        return missing
    return missing & (colors if number == 3 else ~colors)


@kernel
def _most_telling(values: int, view: View, seat: int, hand: Hand, board: Board) -> int:
    """The hint value, of a bit set, whose words leave least unknown of a hand."""
    if values & (values - 1) == 0:
        return lowest_member(values)
    found, found_unknown = -1, 1 << 62
    while values:
        value = lowest_member(values)
        unknown = _left_unknown(value, view, seat, hand, board)
        if unknown < found_unknown:
            found, found_unknown = value, unknown
        values &= values - 1
    return found


@kernel
def _left_unknown(value: int, view: View, seat: int, hand: Hand, board: Board) -> int:
    """How many hands of a seat the words of a hint leave possible, slot by slot.

    Slots that are settled do not count; those that the hint does not settle count double.
    """
    unknown = 1
    touches = view.rules.touches[value]
    for slot in range(len(hand)):
        cards = hand[slot]
        if not is_settled(cards, board):
            touched = (touches >> view.hands[seat, slot]) & 1
            cards = possible_after(view.rules, cards, value, touched)
            unknown *= weigh(board, cards) * (1 if is_settled(cards, board) else 2)
    return unknown
