"""The nine orders of `hat`, the nine hints that send their sum, and actions as memory keeps them.

Kernels. An order is 0 to hint, 4 - slot to play a slot, 8 - slot to discard one; slots past 3 have
none.

A hint is about the *anchor* of its receiver, the last slot with a card: by rank it is number 0, by
color 1, not touching the anchor 2. With four players the code is 3 for each receiver skipped and
that number. With five it is 2 for each receiver skipped and that number, and 8 for any hint past
the anchor, whoever receives it.

A *packed action* is what is remembered of a seat's last action. It is 0 before the first; else,
from the lowest bit: two bits of kind (1 discard, 2 play, 3 hint); then four bits of code for a
hint, or three of slot, five of card and one that tells if the card scored.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.actions import (
    NO_ACTION,
    action_kind,
    action_slot,
    hint_action,
    hint_offset,
    seat_at,
)
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD, PLAY, RuleTables
from hanabilab.game.view import View
from hanabilab.knowledge.hints import COLOR, RANK, hinted_seat, value_of
from hanabilab.knowledge.slot_memory import slot_after

_FEWEST, _MOST = 4, 5
PLAYERS = range(_FEWEST, _MOST + 1)
NUM_CODES = 9
CODED_SLOTS = 4
#: The order to give a hint.
HINT = 0

_PAST_ANCHOR = 2
_ANYONE = 8


_DISCARDED, _PLAYED, _HINTED = 1, 2, 3
_KIND, _VALUE, _CARD, _SCORED = 3, 2, 5, 10


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
    if not view.last_touched >> _anchor(view, hinted_seat(view)) & 1:
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


# --- Packed actions ------------------------------------------------------------------------------


@kernel
def packed_action(view: View) -> int:
    """The last action, to be kept."""
    kind = action_kind(view.rules, view.last_action)
    if kind not in (PLAY, DISCARD):
        return _HINTED | int(sent_code(view)) << _VALUE
    used = int(action_slot(view.rules, view.last_action)) << _VALUE | int(view.last_card) << _CARD
    return used | (_PLAYED | int(view.last_scored) << _SCORED if kind == PLAY else _DISCARDED)


@kernel
def is_hint(action: int) -> bool:
    """Whether a packed action is a hint."""
    return action & _KIND == _HINTED


@kernel
def hinted_code(action: int) -> int:
    """The code of a packed hint."""
    return action >> _VALUE


@kernel
def used_slot(action: int) -> int:
    """The slot that was played or discarded; -1 for a hint or nothing."""
    return action >> _VALUE & 7 if action & _KIND in (_DISCARDED, _PLAYED) else -1


@kernel
def used_card(action: int) -> int:
    """The card of a packed play or discard."""
    return action >> _CARD & 31


@kernel
def played_card(action: int) -> int:
    """The card that was played, scoring or not; -1 if none was."""
    return used_card(action) if action & _KIND == _PLAYED else -1


@kernel
def scored_card(action: int) -> int:
    """The card that was played and scored; -1 if none was."""
    return used_card(action) if action >> _SCORED & 1 and action & _KIND == _PLAYED else -1


@kernel
def slot_now(view: View, action: int, slot: int) -> int:
    """Where the card is that a seat had in a slot before its last action; -1 if it was used."""
    used = used_slot(action)
    return slot_after(view.rules, slot, used) if used >= 0 else slot


@kernel
def card_then(view: View, action: int, seat: int, slot: int) -> int:
    """The card that `seat` had in a slot before its last action."""
    now = slot_now(view, action, slot)
    return view.hands[seat, now] if now >= 0 else used_card(action)
