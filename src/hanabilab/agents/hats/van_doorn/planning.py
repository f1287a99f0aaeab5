"""The hint that a seat of `hat` would give: orders for all, and the free seat's chosen. Kernels.

The free seat is the nearest that has no play pending. All seats can tell its order by taking the
others away, so it may be anything. It makes up for what standard orders cannot know: how many
tokens there will be, and that nobody draws while everybody hints.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel
from hanabilab.agents.hats.van_doorn.moment import (
    Moment,
    Outlook,
    card_in,
    endgame,
    first_free,
    is_next,
    moment_of,
    other_orders,
    outlook_of,
    safe_discard,
    standard_order,
    timely,
)
from hanabilab.agents.hats.van_doorn.orders import (
    CODED_SLOTS,
    HINT,
    NUM_CODES,
    discard_order,
    is_discard,
    is_play,
    order_slot,
    play_order,
    sum_code,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import hand_cards, needed_cards, other_hands

#: More hints than there can be.
_MANY = 1 << 10


class Plan(NamedTuple):
    """A hint that the seat to act could give.

    Attributes:
        orders: of all others, four bits an offset.
        free: the offset of the free seat.
        order: its order.
        plays: how many others will play, besides the free seat.
        tokens: information tokens when the free seat's turn comes.
    """

    orders: int
    free: int
    order: int
    plays: int
    tokens: int


@kernel
def plan_hint(view: View, memory: Memory, slots: int) -> Plan:
    """The hint to give now, with these plays pending (see `Moment`)."""
    moment = moment_of(view, memory, view.seat, 0, slots)
    free = first_free(view, moment)
    others = outlook_of(view, memory, moment, free)
    order = HINT
    if free < view.rules.num_players:  # always so, as long as all follow the conventions
        order = _chosen_order(view, memory, moment, others, free)
    return Plan(others.orders | order << 4 * free, free, order, others.plays, others.tokens)


@kernel
def orders_sent(view: View, memory: Memory, slots: int, code: int) -> int:
    """The orders of a hint that the viewing seat has given, four bits an offset.

    Args:
        memory: as it was before the hint.
        slots: the plays that were pending.
    """
    moment = moment_of(view, memory, view.seat, 0, slots)
    free = first_free(view, moment)
    orders, _ = other_orders(view, memory, moment, free)
    left = (code - sum_code(orders)) % NUM_CODES
    return orders | left << 4 * free if free < view.rules.num_players else orders


# --- What the free seat is told ------------------------------------------------------------------


@kernel
def _chosen_order(view: View, memory: Memory, moment: Moment, others: Outlook, free: int) -> int:
    rules = view.rules
    seat = (moment.hinter + free) % rules.num_players
    order = standard_order(view, memory, moment, seat, others.taken)
    if is_play(order):
        return _play_or_help(view, memory, moment, others, seat, order)
    if others.tokens >= rules.max_information_tokens:
        return HINT
    if order == HINT:
        order = _covered_discard(view, moment, others, seat)
    if others.least <= 0 or others.last <= 1:
        order = _spare_discard(view, moment, seat, order)
        return _last_discard(view, seat) if order == HINT and others.tokens <= 0 else order
    if others.plays == rules.num_players - 2 and free > 1:
        return HINT
    if _could_be_told_to_play(view, moment, others, free):
        return HINT
    late = endgame(view) > 0
    free_discard = not late or others.plays == 0
    if is_discard(order) and (free_discard or _discards_late(view, moment, others, seat)):
        return order
    if others.plays <= 1 and not late:
        return _spare_discard(view, moment, seat, order)
    return HINT


@kernel
def _play_or_help(
    view: View, memory: Memory, moment: Moment, others: Outlook, seat: int, order: int
) -> int:
    """The order to play, or one that brings a token where a later seat would lack it."""
    rules = view.rules
    top = rules.num_ranks - 1
    if others.least >= 0 and others.last != 0:
        return order
    if rules.rank_of[view.hands[seat, order_slot(order)]] == top:
        return order
    for slot in range(min(int(rules.hand_size), CODED_SLOTS)):
        card = view.hands[seat, slot]
        if card >= 0 and rules.rank_of[card] == top and is_next(rules, moment.reached, card):
            return play_order(slot)
    if endgame(view) > 0:
        return order
    discard = safe_discard(view, memory, moment, seat)
    if discard == HINT:
        discard = _covered_discard(view, moment, others, seat)
    discard = _spare_discard(view, moment, seat, discard)
    return discard if discard != HINT else order


@kernel
def _covered_discard(view: View, moment: Moment, others: Outlook, seat: int) -> int:
    """To discard the first card that a later seat plays, else that a third seat holds; or HINT."""
    held = 0
    for other in range(view.rules.num_players):
        if other != seat and other != moment.hinter:
            held |= hand_cards(view, other)
    for cards in (others.taken, held):
        for slot in range(min(int(view.rules.hand_size), CODED_SLOTS)):
            card = view.hands[seat, slot]
            if card >= 0 and cards >> card & 1:
                return discard_order(slot)
    return HINT


@kernel
def _spare_discard(view: View, moment: Moment, seat: int, order: int) -> int:
    """`order` if it is to discard; else to discard the card of highest rank that can be spared.

    That is not the top rank, not playable, and no copy of it is discarded.
    """
    rules = view.rules
    best, best_rank = -1, -1
    for slot in range(min(int(rules.hand_size), CODED_SLOTS)):
        card = view.hands[seat, slot]
        if card < 0 or view.discards[card] > 0 or is_next(rules, moment.reached, card):
            continue
        rank = rules.rank_of[card]
        if best_rank < rank < rules.num_ranks - 1:
            best, best_rank = slot, int(rank)
    return order if is_discard(order) or best < 0 else discard_order(best)


@kernel
def _last_discard(view: View, seat: int) -> int:
    """To discard the card of highest rank, whatever is lost."""
    best, best_rank = -1, -1
    for slot in range(min(int(view.rules.hand_size), CODED_SLOTS)):
        card = view.hands[seat, slot]
        if card >= 0 and view.rules.rank_of[card] > best_rank:
            best, best_rank = slot, int(view.rules.rank_of[card])
    return discard_order(best) if best >= 0 else HINT


@kernel
def _could_be_told_to_play(view: View, moment: Moment, others: Outlook, free: int) -> bool:
    """Whether a hint of the free seat could tell a later seat, that does not play, to play."""
    rules = view.rules
    for offset in range(free + 1, rules.num_players):
        seat = (moment.hinter + offset) % rules.num_players
        if card_in(others.cards, seat) >= 0:
            continue
        for slot in range(rules.hand_size):
            card = view.hands[seat, slot]
            if card < 0 or not is_next(rules, others.done, card):
                continue
            if timely(view, moment.hinter, moment.done, others.cards, seat, card):
                return True
    return False


@kernel
def _discards_late(view: View, moment: Moment, others: Outlook, seat: int) -> bool:
    """Whether a free seat with nothing left to play discards where every draw counts but one.

    It does if the hints do not last until a seat with something left to play, or the last draw.
    """
    rules = view.rules
    if others.plays != 1 or endgame(view) != 1 or hand_cards(view, seat) & ~moment.done:
        return False
    if needed_cards(view) & ~other_hands(view, moment.hinter):
        return others.tokens < rules.num_players - 2
    return _hints_needed(view, moment, others, seat) > others.tokens


@kernel
def _hints_needed(view: View, moment: Moment, others: Outlook, seat: int) -> int:
    """Hints from `seat` on until the turn of one that has more to play than it is told to.

    Returns:
        More than there can be, if nobody has.
    """
    rules = view.rules
    saved, saved_later = 0, 0
    for step in range(1, rules.num_players):
        other = (seat + step) % rules.num_players
        playing = card_in(others.cards, other)
        if other != moment.hinter and _num_unplayed(view, moment, other) > (playing >= 0):
            return step - saved
        saved += saved_later
        saved_later = 0
        if playing >= 0:
            saved += 1
            # The token of a top rank serves from the seat after the next on.
            saved_later = int(rules.rank_of[playing] == rules.num_ranks - 1)
    return _MANY


@kernel
def _num_unplayed(view: View, moment: Moment, seat: int) -> int:
    count = 0
    for slot in range(view.rules.hand_size):
        card = view.hands[seat, slot]
        count += card >= 0 and not moment.done >> max(int(card), 0) & 1
    return count
