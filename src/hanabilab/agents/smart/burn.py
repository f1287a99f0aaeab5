"""Burns: a hint that but spends a token, where nothing may be discarded with all of them there.

A burn is the rank of the oldest card of the seat before, and all agents of the family know it.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.smart.cards import NO_SLOT, oldest_slot_of
from hanabilab.game.actions import NO_ACTION, action_kind, hint_action, hint_offset, seat_at
from hanabilab.game.rule_tables import RANK_HINT
from hanabilab.game.view import View


@inlined_kernel
def burn_hint(view: View) -> int:
    """The burn: to the seat before, or to the nearest before it with cards; NO_ACTION if none may
    be given.
    """
    if view.information_tokens > 0:
        for offset in range(view.rules.num_players - 1, 0, -1):
            slot = oldest_slot_of(view, seat_at(view, offset))
            if slot != NO_SLOT:
                return rank_hint(view, offset, slot)
    return NO_ACTION


@inlined_kernel
def rank_hint(view: View, offset: int, slot: int) -> int:
    """The hint to the seat `offset` to the left of the rank of its card in `slot`."""
    card = view.hands[seat_at(view, offset), slot]
    return hint_action(view.rules, offset, rank_value(view, card))


@inlined_kernel
def rank_value(view: View, card: int) -> int:
    """The hint value of a card's rank."""
    return view.rules.num_suits + view.rules.rank_of[card]


@inlined_kernel
def is_burn(view: View) -> bool:
    """Whether the last action was a burn: a rank hint to the seat before the actor that touches its
    oldest card, with all tokens there.
    """
    rules = view.rules
    all_there = view.information_tokens + 1 == rules.max_information_tokens
    to_the_right = hint_offset(rules, view.last_action) == rules.num_players - 1
    if action_kind(rules, view.last_action) != RANK_HINT or not all_there or not to_the_right:
        return False
    return (view.last_touched >> oldest_slot_of(view, hinted_seat(view))) & 1 != 0


@inlined_kernel
def hinted_seat(view: View) -> int:
    """The seat that the last action, a hint, was given to."""
    seat = view.last_seat + hint_offset(view.rules, view.last_action)
    return seat - view.rules.num_players if seat >= view.rules.num_players else seat
