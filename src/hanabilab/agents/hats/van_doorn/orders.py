"""The nine orders of `hat`, and the nine hints that send their sum. Kernels.

An order is 0 to hint, 4 - slot to play a slot, 8 - slot to discard one; slots past 3 have none.

A hint is about the *anchor* of its receiver, the last slot with a card: by rank it is number 0, by
color 1, not touching the anchor 2. With four players the code is 3 for each receiver skipped and
that number. With five it is 2 for each receiver skipped and that number, and 8 for any hint past
the anchor, whoever receives it.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.hats.frame import COLOR, RANK, value_of
from hanabilab.game.actions import NO_ACTION, action_kind, hint_action, hint_offset, seat_at
from hanabilab.game.rule_tables import COLOR_HINT, RuleTables
from hanabilab.game.view import View

_FEWEST, _MOST = 4, 5
PLAYERS = range(_FEWEST, _MOST + 1)
NUM_CODES = 9
CODED_SLOTS = 4
#: The order to give a hint.
HINT = 0

_PAST_ANCHOR = 2
_ANYONE = 8


@kernel
def play_order(slot: int) -> int:
    """The order to play a slot; HINT for a slot that has none."""
    return CODED_SLOTS - slot if slot < CODED_SLOTS else HINT


@kernel
def discard_order(slot: int) -> int:
    """The order to discard a slot; HINT for a slot that has none."""
    return 2 * CODED_SLOTS - slot if slot < CODED_SLOTS else HINT


@kernel
def is_play(order: int) -> bool:
    """Whether an order is to play."""
    return 0 < order <= CODED_SLOTS


@kernel
def is_discard(order: int) -> bool:
    """Whether an order is to discard."""
    return order > CODED_SLOTS


@kernel
def order_slot(order: int) -> int:
    """The slot that an order is to play or discard."""
    return (2 * CODED_SLOTS - order) % CODED_SLOTS


@kernel
def sum_code(orders: int) -> int:
    """The code that sends a set of orders, packed in four bits each."""
    total = 0
    while orders:
        total += orders & 15
        orders >>= 4
    return total % NUM_CODES


@kernel
def _anchor(view: View, seat: int) -> int:
    """The last slot of `seat` with a card; -1 if its hand is empty."""
    anchor = -1
    for slot in range(view.rules.hand_size):
        if view.deck_index[seat, slot] >= 0:
            anchor = slot
    return anchor


@kernel
def _code(rules: RuleTables, offset: int, number: int) -> int:
    if rules.num_players == _FEWEST:
        return 3 * (offset - 1) + number
    return _ANYONE if number == _PAST_ANCHOR else 2 * (offset - 1) + number


@kernel
def sent_code(view: View) -> int:
    """The code of the last action, which must be a hint."""
    rules = view.rules
    offset = int(hint_offset(rules, view.last_action))
    target = (view.last_seat + offset) % rules.num_players
    if not view.last_touched >> _anchor(view, target) & 1:
        return _code(rules, offset, _PAST_ANCHOR)
    return _code(rules, offset, action_kind(rules, view.last_action) == COLOR_HINT)


@kernel
def code_hint(view: View, code: int) -> int:
    """A hint of the seat to act that sends `code`; NO_ACTION if there is none.

    Of hints past the anchor, the nearest receiver's lowest slot that differs, rank before color.
    """
    rules = view.rules
    for offset in range(1, rules.num_players):
        target = seat_at(view, offset)
        anchor = _anchor(view, target)
        if anchor < 0:
            continue
        card = view.hands[target, anchor]
        if _code(rules, offset, 0) == code:
            return hint_action(rules, offset, value_of(rules, card, RANK))
        if _code(rules, offset, 1) == code:
            return hint_action(rules, offset, value_of(rules, card, COLOR))
        if _code(rules, offset, _PAST_ANCHOR) == code:
            value = _value_past(view, target, card)
            if value >= 0:
                return hint_action(rules, offset, value)
    return NO_ACTION


@kernel
def _value_past(view: View, seat: int, anchored: int) -> int:
    """A hint value of a card of `seat` that does not touch the card `anchored`; -1 if none."""
    rules = view.rules
    for slot in range(rules.hand_size):
        card = view.hands[seat, slot]
        if card >= 0 and card != anchored:
            same_rank = rules.rank_of[card] == rules.rank_of[anchored]
            return value_of(rules, card, COLOR if same_rank else RANK)
    return -1
