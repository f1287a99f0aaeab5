"""Rules that discard a card: the published ones, then ours. Off while all tokens are there.

The *chop* is the oldest card that no hint has touched, the next to be discarded.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.rules.plays import lowest_rank_of
from hanabilab.agents.rules.turn import (
    Turn,
    counted,
    is_sure,
    least_likely_slot,
    likeliest_slot,
    own_counts,
    own_total,
    own_useless,
    unseen_cards,
)
from hanabilab.game.actions import NO_ACTION, discard_action
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    common_color,
    common_rank,
    critical_cards,
    is_single,
    is_surely,
    other_hands,
    played_cards,
)
from hanabilab.knowledge.hands import (
    ALL_SLOTS,
    newest_slot,
    oldest_among,
    oldest_slot,
    unhinted_slots,
)
from hanabilab.randomness import Rng, draw_below


@inlined_kernel
def _discard(rules: RuleTables, slot: int) -> int:
    """The discard of a slot; NO_ACTION if it is -1."""
    return discard_action(rules, slot) if slot >= 0 else NO_ACTION


@kernel
def is_safe(view: View, played: int, possible: int) -> bool:
    """Whether what is known of a card, color or rank or both, says that no game needs it."""
    rules = view.rules
    color, rank = common_color(rules, possible), common_rank(rules, possible)
    if color >= 0 and rank >= 0:
        return possible & ~view.useless == 0
    return (color >= 0 and rules.touches[color] & ~played == 0) or (
        rank >= 0 and rules.touches[rules.num_suits + rank] & ~played == 0
    )


@inlined_kernel
def discard_highest(view: View) -> int:
    """The card of the highest known rank, the first of equals."""
    best, best_rank = -1, -1
    for slot in range(view.rules.hand_size):
        rank = common_rank(view.rules, view.possible[view.seat, slot])
        if rank > best_rank:
            best, best_rank = slot, rank
    return _discard(view.rules, best)


@inlined_kernel
def discard_if_certain(view: View) -> int:
    """The first card whose color and rank are known, and that has been played already."""
    played = played_cards(view)
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot]
        if is_single(possible) and possible & played:
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def discard_least_likely_necessary(view: View, turn: Turn) -> int:
    """The card least likely to be a last copy that is needed, the last of equals."""
    necessary = own_counts(view, turn, critical_cards(view))
    slot = least_likely_slot(view, necessary, own_total(view, turn), ALL_SLOTS)
    return _discard(view.rules, slot)


@inlined_kernel
def discard_oldest(view: View) -> int:
    """The oldest card."""
    return _discard(view.rules, oldest_slot(view))


@inlined_kernel
def discard_unidentified(view: View) -> int:
    """The first card of which neither color nor rank is known."""
    rules = view.rules
    for slot in range(rules.hand_size):
        possible = view.possible[view.seat, slot]
        if possible and common_color(rules, possible) < 0 and common_rank(rules, possible) < 0:
            return discard_action(rules, slot)
    return NO_ACTION


@inlined_kernel
def discard_probably_useless(view: View, turn: Turn, percent: int) -> int:
    """The likeliest useless card, the last of equals, if it is so with `percent` or more."""
    useless, total = own_useless(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, useless, total, ALL_SLOTS)
    fires = slot >= 0 and is_sure(useless, total, slot, percent)
    return discard_action(view.rules, slot) if fires else NO_ACTION


@inlined_kernel
def discard_randomly(view: View, rng: Rng) -> int:
    """Any card, all equally likely."""
    slot = draw_below(rng, int(view.rules.hand_size))
    while view.deck_index[view.seat, slot] < 0:
        slot = draw_below(rng, int(view.rules.hand_size))
    return discard_action(view.rules, slot)


@inlined_kernel
def discard_safe(view: View) -> int:
    """The first card that is useless by its known color, its known rank, or both."""
    played = played_cards(view)
    for slot in range(view.rules.hand_size):
        if is_safe(view, played, int(view.possible[view.seat, slot])):
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def discard_useless(view: View, turn: Turn) -> int:
    """The first card of known color that is too high to be reached whatever its rank.

    Cards already played do not count as useless here.
    """
    out_of_reach = view.useless & ~played_cards(view)
    reachable = unseen_cards(view, turn) & ~out_of_reach
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot]
        if possible & reachable == 0 and common_color(view.rules, possible) >= 0:
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def osawa_discard(view: View, turn: Turn) -> int:
    """As `discard_safe`, else as `discard_useless`."""
    action = discard_safe(view)
    return action if action != NO_ACTION else discard_useless(view, turn)


# --- Our own -------------------------------------------------------------------------------------


@inlined_kernel
def chop_of(view: View, seat: int) -> int:
    """The slot of a seat's chop; -1 if it has none."""
    return oldest_among(view, seat, unhinted_slots(view, seat))


@kernel
def discard_chop(view: View, turn: Turn, percent: int, fewer_tokens_than: int) -> int:
    """The chop, if it is a last copy still needed with `percent` or less, while tokens are few."""
    chop = chop_of(view, int(view.seat))
    if chop < 0 or view.information_tokens >= fewer_tokens_than:
        return NO_ACTION
    if percent < 100:
        total = own_total(view, turn)
        spare = total - own_counts(view, turn, critical_cards(view))
        if not is_sure(spare, total, chop, 100 - percent):
            return NO_ACTION
    return discard_action(view.rules, chop)


@kernel
def discard_newest_unhinted(view: View) -> int:
    """The newest card that no hint has touched."""
    seat = int(view.seat)
    return _discard(view.rules, newest_slot(view, seat, unhinted_slots(view, seat)))


@kernel
def discard_spare(view: View, turn: Turn, percent: int) -> int:
    """The card likeliest to be useless or in sight in another hand, if so with `percent`."""
    total = own_total(view, turn)
    spare = own_counts(view, turn, view.useless | other_hands(view, int(view.seat)))
    slot = likeliest_slot(view, spare, total, ALL_SLOTS)
    fires = slot >= 0 and is_sure(spare, total, slot, percent)
    return discard_action(view.rules, slot) if fires else NO_ACTION


@kernel
def discard_known_spare(view: View, turn: Turn) -> int:
    """The card that is no last copy for sure, of the highest lowest rank; the first of equals."""
    spare, unseen = ~(critical_cards(view) | view.playable), unseen_cards(view, turn)
    best, best_rank = NO_ACTION, -1
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot] & unseen
        if is_surely(possible, spare):
            rank = lowest_rank_of(view, possible)
            if rank > best_rank:
                best, best_rank = discard_action(view.rules, slot), rank
    return best


@kernel
def discard_high(view: View, turn: Turn) -> int:
    """The card of the highest mean rank by the copies unseen, the first of equals."""
    rules, total = view.rules, own_total(view, turn)
    best, best_sum, best_count = -1, 0, 1
    for slot in range(rules.hand_size):
        weight = 0
        for rank in range(rules.num_ranks):
            cards = rules.touches[rules.num_suits + rank]
            weight += rank * counted(own_counts(view, turn, cards), slot)
        count = counted(total, slot)
        if count > 0 and (best < 0 or weight * best_count > best_sum * count):
            best, best_sum, best_count = slot, weight, count
    return _discard(rules, best)
