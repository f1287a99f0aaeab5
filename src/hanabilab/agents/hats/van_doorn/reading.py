"""How seats of `hat` read the hints of the last round, and what is kept of them. Kernels.

A receiver knows its order only when its turn comes: from the code it takes away what the seats
before it were ordered, as their actions show, and what the seats after it are, as their hands show.
So memory keeps public events alone: [seat] each seat's last action (`orders`), [_USELESS + seat]
the card it was last told to discard, as place in the deck plus one, and [_PENDING] the plays that
were pending a round ago, before the next seat to act last did. A round later, when all receivers of
a hint have acted, everybody knows its orders.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel
from hanabilab.agents.hats.van_doorn.moment import (
    Moment,
    first_free,
    is_next,
    moment_of,
    pending_slot,
    safe_discard,
    standard_order,
    with_slot,
)
from hanabilab.agents.hats.van_doorn.orders import (
    HINT,
    NUM_CODES,
    discard_order,
    hinted_code,
    is_discard,
    is_hint,
    is_play,
    order_slot,
    packed_action,
    play_order,
    played_card,
    slot_now,
    used_slot,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_PLAYERS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.hands import slot_of

_USELESS = MAX_PLAYERS
_PENDING = 2 * MAX_PLAYERS
MEMORY_SIZE = _PENDING + 1

_ORDER_BITS = 4


class Reading(NamedTuple):
    """What the seat to act makes of the last round.

    Attributes:
        play: the slot it is to play; -1 if none.
        discard: the slot the last hint tells it to discard; -1 if it does not.
        useless: the slot it was last told to discard; -1 if none, or if the card is gone.
        obliged: whether the last hint left it free, so that its order is the hinter's own choice.
        slots: the plays that are pending, as in `Moment`; known only if the seat has none itself.
        hinter: who has hinted last, -1 if nobody since the seat's last turn.
    """

    play: int
    discard: int
    useless: int
    obliged: bool
    slots: int
    hinter: int


@kernel
def _order(orders: int, seat: int) -> int:
    return orders >> _ORDER_BITS * seat & 15


@kernel
def _shows_play(view: View, moment: Moment, action: int, free: bool) -> bool:
    """Whether an action since the hint obeys it by playing; else it is a play by a later hint."""
    card = played_card(action)
    if card < 0:
        return False
    return free or moment.reached >> card & 1 != 0 or is_next(view.rules, moment.reached, card)


@kernel
def _shown_order(view: View, memory: Memory, moment: Moment, seat: int, free: bool) -> int:
    """The order that a seat had, as its action since shows."""
    slot = used_slot(memory[seat])
    if _shows_play(view, moment, memory[seat], free):
        return play_order(slot)
    if not free:  # it may have hinted instead of discarding, or have played by a later hint
        return safe_discard(view, memory, moment, seat)
    return discard_order(slot) if slot >= 0 else HINT


@kernel
def orders_of(view: View, memory: Memory, moment: Moment) -> int:
    """The orders of a hint of the last round, four bits a seat.

    Seats that have acted since have shown theirs, later ones get the standard order; the viewing
    seat's is what the code leaves for it, if no seat before it is still to act.
    """
    rules = view.rules
    free = first_free(view, moment)
    left = hinted_code(memory[moment.hinter])
    orders, taken = wide(0), wide(0)
    for back in range(1, rules.num_players):
        offset = rules.num_players - back
        seat = (moment.hinter + offset) % rules.num_players
        slot = pending_slot(moment.slots, seat)
        if seat == view.seat and slot < 0:
            continue
        if slot >= 0:
            order = play_order(slot)
        elif offset <= moment.num_acted:
            order = _shown_order(view, memory, moment, seat, offset == free)
        else:
            order = standard_order(view, memory, moment, seat, taken)
        if is_play(order) and offset > moment.num_acted and seat != view.seat:
            taken |= bit(max(wide(view.hands[seat, order_slot(order)]), 0))
        orders |= order << _ORDER_BITS * seat
        left -= order
    if view.seat != moment.hinter and pending_slot(moment.slots, view.seat) < 0:
        orders |= left % NUM_CODES << _ORDER_BITS * int(view.seat)
    return orders


# --- Reading the last round ----------------------------------------------------------------------


@kernel
def read_round(view: View, memory: Memory) -> Reading:
    """What the seat to act makes of the last round, hint after hint; the first play ends it."""
    rules = view.rules
    slots = with_slot(memory[_PENDING], view.seat, -1)
    useless = _slot_kept(view, memory)
    discard, hinter, obliged = -1, -1, False
    for offset in range(1, rules.num_players):
        seat = (view.seat + offset) % rules.num_players
        slots = with_slot(slots, seat, -1)
        if not is_hint(memory[seat]):
            continue
        moment = moment_of(view, memory, seat, rules.num_players - 1 - offset, slots)
        orders = orders_of(view, memory, moment)
        mine = _order(orders, view.seat)
        slot = order_slot(mine) if mine != HINT and _holds(view, order_slot(mine)) else -1
        if slot >= 0 and is_play(mine):
            return Reading(slot, -1, -1, False, 0, seat)
        discard, hinter = slot, seat
        useless = slot if slot >= 0 else useless
        obliged = offset + first_free(view, moment) == rules.num_players
        slots = _with_plays(view, slots, seat, orders)
    return Reading(-1, discard, useless, obliged, slots, hinter)


@kernel
def _holds(view: View, slot: int) -> bool:
    return slot < view.rules.hand_size and view.deck_index[view.seat, slot] >= 0


@kernel
def _slot_kept(view: View, memory: Memory) -> int:
    """The own slot that memory keeps as to discard; -1 if there is none, or the card is gone."""
    index = memory[_USELESS + view.seat] - 1
    return slot_of(view, view.seat, index) if index >= 0 else -1


@kernel
def _with_plays(view: View, slots: int, hinter: int, orders: int) -> int:
    """The pending plays of others after a hint."""
    for seat in range(view.rules.num_players):
        if seat != hinter and seat != view.seat:
            order = _order(orders, seat)
            slots = with_slot(slots, seat, order_slot(order) if is_play(order) else -1)
    return slots


# --- Keeping what all know -----------------------------------------------------------------------


def observe(view: View, memory: Memory) -> None:
    """Keep the last action, and fold in the hint of a round ago, whose receivers have all acted."""
    if view.last_action < 0:
        return
    memory[view.last_seat] = packed_action(view)
    hinter = int(view.current_seat)
    slots = with_slot(memory[_PENDING], hinter, -1)
    if is_hint(memory[hinter]):
        moment = moment_of(view, memory, hinter, view.rules.num_players - 1, slots)
        slots = _with_shown_plays(view, memory, moment)
        # In the last round seats may play without an order, and orders would be misread.
        if view.deck_drawn < view.rules.deck_size:
            _keep_discards(view, memory, moment)
    memory[_PENDING] = slots


@kernel
def _with_shown_plays(view: View, memory: Memory, moment: Moment) -> int:
    """The plays that were pending after a hint whose receivers have all acted since."""
    slots, free = moment.slots, first_free(view, moment)
    for offset in range(1, view.rules.num_players):
        seat = (moment.hinter + offset) % view.rules.num_players
        if pending_slot(slots, seat) < 0 and _shows_play(
            view, moment, memory[seat], offset == free
        ):
            slots = with_slot(slots, seat, used_slot(memory[seat]))
    return slots


@kernel
def _keep_discards(view: View, memory: Memory, moment: Moment) -> None:
    """Remember which cards a hint has told to discard, where they are still held."""
    orders = orders_of(view, memory, moment)
    for seat in range(view.rules.num_players):
        order = _order(orders, seat)
        if seat != moment.hinter and is_discard(order):
            slot = slot_now(view, memory[seat], order_slot(order))
            index = view.deck_index[seat, slot] if slot >= 0 else -1
            memory[_USELESS + seat] = index + 1
