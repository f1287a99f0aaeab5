"""The table as it was when a hint of `hat` was given, and the orders that follow from it. Kernels.

The hint is for all other seats. Some still have to play by an earlier hint, and will. Of the others
the nearest is *free*: the hinter orders it what it likes. All after it get their standard order:

- to play a card that will be playable once all pending plays are done, unless a later seat plays
  the same by this hint, or its predecessor comes too late: of lowest rank, then a last copy, then
  the highest slot;
- else to discard the first card that will be played already by then, else the first of which the
  hand has another;
- else to hint.

Standard orders are found from the last seat to the first, so that they depend on later hands alone.

An *outlook* is what all but the free seat will do after the hint, and what that leaves to it.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel
from hanabilab.agents.hats.van_doorn.orders import (
    CODED_SLOTS,
    HINT,
    card_then,
    discard_order,
    is_discard,
    is_play,
    order_slot,
    play_order,
    scored_card,
    used_card,
    used_slot,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, needed_cards, played_cards, wide

_SLOT_BITS, _CARD_BITS = 4, 5


class Moment(NamedTuple):
    """The table when a hint was given.

    Attributes:
        hinter: the seat.
        num_acted: how many seats to its left have acted since.
        done: bit set of the cards on the fireworks.
        reached: `done`, and what will be there after all pending plays.
        slots: pending plays, four bits a seat, the slot plus one.
        cards: their cards, five bits a seat, the card plus one.
    """

    hinter: int
    num_acted: int
    done: int
    reached: int
    slots: int
    cards: int


# --- Packed numbers of seats ---------------------------------------------------------------------


@kernel
def pending_slot(slots: int, seat: int) -> int:
    """The slot that `seat` is still to play; -1 if none."""
    return (slots >> _SLOT_BITS * seat & 15) - 1


@kernel
def with_slot(slots: int, seat: int, slot: int) -> int:
    """`slots` with that of `seat`, -1 for none."""
    return slots & ~(wide(15) << _SLOT_BITS * seat) | wide(slot + 1) << _SLOT_BITS * seat


@kernel
def card_in(cards: int, seat: int) -> int:
    """The card that `seat` plays; -1 if none."""
    return (cards >> _CARD_BITS * seat & 31) - 1


@kernel
def with_card(cards: int, seat: int, card: int) -> int:
    """`cards` with that of `seat`, which must have none yet."""
    return cards | wide(card + 1) << _CARD_BITS * seat


@kernel
def offset_of(view: View, hinter: int, seat: int) -> int:
    """How many seats to the left of `hinter` a seat is."""
    return (seat - hinter) % view.rules.num_players


# --- Moments -------------------------------------------------------------------------------------


@kernel
def cards_up_to(rules: RuleTables, card: int) -> int:
    """Bit set of a card and the lower ones of its suit."""
    rank = rules.rank_of[card]
    return (bit(rank + 1) - 1) << (card - rank)


@kernel
def is_next(rules: RuleTables, reached: int, card: int) -> bool:
    """Whether a card is the next of its suit after `reached`."""
    return cards_up_to(rules, card) & ~reached == bit(card)


@kernel
def moment_of(view: View, memory: Memory, hinter: int, num_acted: int, slots: int) -> Moment:
    """The table when `hinter` acted, `num_acted` actions ago and one, with plays pending.

    Args:
        view: now, of any seat.
        memory: the last action of each seat.
        hinter: the seat whose hint is read.
        num_acted: actions since that hint.
        slots: the plays that the hint left pending, packed by seat.
    """
    rules = view.rules
    done, cards = played_cards(view), wide(0)
    for offset in range(1, num_acted + 1):
        card = scored_card(memory[(hinter + offset) % rules.num_players])
        if card >= 0:
            done &= ~bit(card)
    reached = done
    for offset in range(1, rules.num_players):
        seat = (hinter + offset) % rules.num_players
        slot = pending_slot(slots, seat)
        if slot >= 0:
            acted = offset <= num_acted
            card = card_then(view, memory[seat], seat, slot) if acted else view.hands[seat, slot]
            if card >= 0:
                reached |= cards_up_to(rules, card)
                cards = with_card(cards, seat, wide(card))
    return Moment(
        wide(hinter), wide(num_acted), wide(done), wide(reached), wide(slots), wide(cards)
    )


@kernel
def first_free(view: View, moment: Moment) -> int:
    """The offset of the free seat; the number of players if all have to play."""
    offset = 1
    while offset < view.rules.num_players:
        seat = (moment.hinter + offset) % view.rules.num_players
        if pending_slot(moment.slots, seat) < 0:
            break
        offset += 1
    return offset


# --- Standard orders -----------------------------------------------------------------------------


@kernel
def timely(view: View, hinter: int, done: int, cards: int, seat: int, card: int) -> bool:
    """Whether a card's predecessor is done, or one of `cards`, played before the turn of `seat`.

    Args:
        view: of any seat.
        hinter: the seat from which turns are counted.
        done: bit set of the cards played before.
        cards: the pending cards, packed by seat.
        seat: who is to play the card.
        card: card id.
    """
    if view.rules.rank_of[card] == 0 or done >> (card - 1) & 1:
        return True
    for offset in range(1, offset_of(view, hinter, seat) + 1):
        if card_in(cards, (hinter + offset) % view.rules.num_players) == card - 1:
            return True
    return False


@kernel
def _is_last_copy(view: View, memory: Memory, moment: Moment, card: int) -> bool:
    """Whether a card had no second copy left, in deck or hands, at the moment."""
    rules = view.rules
    discards = int(view.discards[card])
    for offset in range(1, moment.num_acted + 1):
        action = memory[(moment.hinter + offset) % rules.num_players]
        if used_slot(action) >= 0 and used_card(action) == card:
            discards -= scored_card(action) < 0
    return discards + 1 == rules.copies[card]


@kernel
def standard_order(view: View, memory: Memory, moment: Moment, seat: int, taken: int) -> int:
    """The order of a seat that has not acted since; later seats play `taken`, a bit set.

    Args:
        view: of a seat that sees the hand.
        memory: the last action of each seat.
        moment: the table when the hint was given.
        seat: whose order it is.
        taken: bit set of cards.
    """
    slot = pending_slot(moment.slots, seat)
    if slot >= 0:
        return play_order(slot)
    rules = view.rules
    best, best_key = -1, 2 * rules.num_ranks
    for back in range(CODED_SLOTS):
        slot = CODED_SLOTS - 1 - back
        card = view.hands[seat, slot] if slot < rules.hand_size else -1
        if card < 0 or taken >> card & 1 or not is_next(rules, moment.reached, card):
            continue
        if timely(view, moment.hinter, moment.done, moment.cards, seat, card):
            key = 2 * rules.rank_of[card] + (not _is_last_copy(view, memory, moment, card))
            if key < best_key:
                best, best_key = slot, key
    if best >= 0:
        return play_order(best)
    return safe_discard(view, memory, moment, seat)


@kernel
def safe_discard(view: View, memory: Memory, moment: Moment, seat: int) -> int:
    """The standard order of a seat that cannot play."""
    acted = offset_of(view, moment.hinter, seat) <= moment.num_acted
    held, twice, double = 0, 0, -1
    for slot in range(view.rules.hand_size):
        card = card_then(view, memory[seat], seat, slot) if acted else view.hands[seat, slot]
        if card < 0:
            continue
        if moment.reached >> card & 1 and slot < CODED_SLOTS:
            return discard_order(slot)
        twice |= held & bit(card)
        held |= bit(card)
    for slot in range(min(int(view.rules.hand_size), CODED_SLOTS)):
        card = card_then(view, memory[seat], seat, slot) if acted else view.hands[seat, slot]
        if card >= 0 and twice >> card & 1:
            double = slot
            break
    return discard_order(double) if double >= 0 else HINT


# --- Outlooks ------------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """What all but the free seat will do; tokens are counted as if the free seat did nothing.

    Attributes:
        orders: theirs, four bits an offset.
        cards: what they play, as `Moment.cards`.
        taken: bit set of what the seats after the free one play.
        done: bit set of the fireworks after all their plays.
        plays: how many play.
        tokens: when the free seat's turn comes.
        least: the fewest tokens from then on; negative if a seat could not hint.
        last: tokens after all have acted.
    """

    orders: int
    cards: int
    taken: int
    done: int
    plays: int
    tokens: int
    least: int
    last: int


@kernel
def endgame(view: View) -> int:
    """Cards still to be played, less those still to be drawn: positive once every draw counts."""
    return count_members(needed_cards(view)) - (view.rules.deck_size - view.deck_drawn)


@kernel
def outlook_of(view: View, memory: Memory, moment: Moment, free: int) -> Outlook:
    """What all but the seat at offset `free` will do after the hint, and the tokens on the way."""
    rules = view.rules
    orders, taken = other_orders(view, memory, moment, free)
    cards, done, plays = wide(0), moment.done, 0
    tokens = int(view.information_tokens) - 1
    at_free, least = tokens, tokens
    for offset in range(1, rules.num_players):
        if offset == free:
            at_free, least = tokens, tokens
            continue
        order = orders >> 4 * offset & 15
        if is_play(order):
            seat = (moment.hinter + offset) % rules.num_players
            card = max(wide(view.hands[seat, order_slot(order)]), 0)
            cards = with_card(cards, seat, card)
            done |= cards_up_to(rules, card)
            plays += 1
            tokens += rules.rank_of[card] == rules.num_ranks - 1
        else:
            tokens += 1 if is_discard(order) else -1
            least = min(least, tokens)
    return Outlook(orders, cards, taken, done, plays, at_free, least, tokens)


@kernel
def other_orders(view: View, memory: Memory, moment: Moment, free: int) -> tuple[int, int]:
    """Orders of all but the free seat, four bits an offset; and what those after it play."""
    orders, taken = wide(0), wide(0)
    for back in range(1, view.rules.num_players):
        offset = view.rules.num_players - back
        if offset == free:
            continue
        seat = (moment.hinter + offset) % view.rules.num_players
        order = standard_order(view, memory, moment, seat, taken)
        orders |= wide(order) << 4 * offset
        if is_play(order) and offset > free:
            taken |= bit(max(wide(view.hands[seat, order_slot(order)]), 0))
    return orders, taken
