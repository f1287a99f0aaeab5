"""What all but the free seat will do after a hint of `hat`, and what that leaves to it. Kernels."""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import kernel
from hanabilab.agents.hats.van_doorn.moment import (
    Moment,
    cards_up_to,
    standard_order,
    with_card,
)
from hanabilab.agents.hats.van_doorn.orders import is_discard, is_play, order_slot
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import all_cards, count_cards, wide


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
    needed = count_cards(all_cards(view.rules) & ~view.useless)
    return needed - (view.rules.deck_size - view.deck_drawn)


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
        orders |= order << 4 * offset
        if is_play(order) and offset > free:
            taken |= bit(max(wide(view.hands[seat, order_slot(order)]), 0))
    return orders, taken
