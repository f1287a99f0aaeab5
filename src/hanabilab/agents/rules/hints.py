"""Rules that tell one other seat of one of its cards. Off without tokens.

A card's missing attribute is what its holder does not know of it by hints, negative ones included.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.rules.choosing import (
    first_slot,
    is_sure,
    last_slot,
    least_likely_slot,
    likeliest_slot,
)
from hanabilab.agents.rules.turn import (
    COLOR_MISSING,
    HELD,
    PLAYABLE,
    RANK_MISSING,
    USELESS,
    Turn,
    facts,
    hint_missing,
    partner_playable,
    partner_total,
    slots_with,
    touched_by,
)
from hanabilab.game.actions import NO_ACTION, hint_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import played_cards
from hanabilab.randomness import Rng, draw_below


@inlined_kernel
def incomplete(known: int) -> int:
    """The slots with something missing."""
    return slots_with(known, COLOR_MISSING) | slots_with(known, RANK_MISSING)


@inlined_kernel
def _hint_card(view: View, offset: int, slot: int, rank: bool) -> int:
    """The hint of a card's rank, or of its color."""
    rules = view.rules
    card = view.hands[seat_at(view, offset), slot]
    value = rules.num_suits + rules.rank_of[card] if rank else rules.suit_of[card]
    return hint_action(rules, offset, value)


@inlined_kernel
def complete_useful(view: View, turn: Turn, offset: int) -> int:
    """The first playable card of which one attribute is known: the other."""
    known = facts(view, turn, offset)
    half_known = slots_with(known, COLOR_MISSING) ^ slots_with(known, RANK_MISSING)
    slot = first_slot(slots_with(known, PLAYABLE) & half_known)
    return hint_missing(view, turn, offset, slot, False) if slot >= 0 else NO_ACTION


@inlined_kernel
def _tell_first_of_rank(view: View, turn: Turn, offset: int, rank: int, slots: int) -> int:
    """What is missing of the first card of a rank, from 0, among some slots."""
    touched = touched_by(view, turn, offset, int(view.rules.num_suits) + rank)
    slot = first_slot(touched & slots)
    return hint_missing(view, turn, offset, slot, False) if slot >= 0 else NO_ACTION


@inlined_kernel
def tell_ones(view: View, turn: Turn, offset: int) -> int:
    """The first card of rank 1 with something missing: its rank, else its color."""
    return _tell_first_of_rank(view, turn, offset, 0, incomplete(facts(view, turn, offset)))


@inlined_kernel
def tell_fives(view: View, turn: Turn, offset: int) -> int:
    """The first card of the top rank that is not known as such: its rank."""
    unknown = slots_with(facts(view, turn, offset), RANK_MISSING)
    return _tell_first_of_rank(view, turn, offset, int(view.rules.num_ranks) - 1, unknown)


@inlined_kernel
def tell_last_useful(view: View, turn: Turn, offset: int) -> int:
    """The last playable card: its color, else its rank; nothing if both are known."""
    slot = last_slot(slots_with(facts(view, turn, offset), PLAYABLE))
    return hint_missing(view, turn, offset, slot, True) if slot >= 0 else NO_ACTION


@inlined_kernel
def tell_useful(view: View, turn: Turn, offset: int) -> int:
    """The first playable card with something missing: its rank, else its color."""
    known = facts(view, turn, offset)
    slot = first_slot(slots_with(known, PLAYABLE) & incomplete(known))
    return hint_missing(view, turn, offset, slot, False) if slot >= 0 else NO_ACTION


@inlined_kernel
def tell_useless(view: View, turn: Turn, offset: int) -> int:
    """The first useless card: its rank, else its color; nothing if both are known."""
    slot = first_slot(slots_with(facts(view, turn, offset), USELESS))
    return hint_missing(view, turn, offset, slot, False) if slot >= 0 else NO_ACTION


@inlined_kernel
def tell_dispensable(view: View, turn: Turn, offset: int) -> int:
    """The first hint after which a card's holder knows that it has been played already."""
    rules, known, played = view.rules, facts(view, turn, offset), played_cards(view)
    held, seat = slots_with(known, HELD), seat_at(view, offset)
    colors, ranks = slots_with(known, COLOR_MISSING), slots_with(known, RANK_MISSING)
    for slot in range(rules.hand_size):
        if held >> slot & 1 == 0:
            continue
        card = view.hands[seat, slot]
        color, rank = colors >> slot & 1, ranks >> slot & 1
        if color and rules.touches[rules.suit_of[card]] & ~played == 0:
            return _hint_card(view, offset, slot, False)
        if rank and rules.touches[rules.num_suits + rules.rank_of[card]] & ~played == 0:
            return _hint_card(view, offset, slot, True)
        if color != rank and played >> card & 1:
            return _hint_card(view, offset, slot, rank != 0)
    return NO_ACTION


@inlined_kernel
def tell_ill_informed(view: View, turn: Turn, offset: int) -> int:
    """The first card with something missing that is playable or, unless all tokens are there,
    useless: its rank, else its color.
    """
    known = facts(view, turn, offset)
    wanted = slots_with(known, PLAYABLE)
    if view.information_tokens != view.rules.max_information_tokens:
        wanted |= slots_with(known, USELESS)
    slot = first_slot(wanted & incomplete(known))
    return hint_missing(view, turn, offset, slot, False) if slot >= 0 else NO_ACTION


@inlined_kernel
def tell_playable(view: View, turn: Turn, offset: int, rng: Rng) -> int:
    """The first playable card, even if it is known: its rank or its color, by a fair coin."""
    slot = first_slot(slots_with(facts(view, turn, offset), PLAYABLE))
    if slot < 0:
        return NO_ACTION
    return _hint_card(view, offset, slot, draw_below(rng, 2) == 0)


@inlined_kernel
def tell_randomly(view: View, turn: Turn, offset: int, rng: Rng) -> int:
    """Any card, all equally likely: its rank or its color, by a fair coin."""
    held = slots_with(facts(view, turn, offset), HELD)
    if held == 0:
        return NO_ACTION
    slot = draw_below(rng, int(view.rules.hand_size))
    while held >> slot & 1 == 0:
        slot = draw_below(rng, int(view.rules.hand_size))
    return _hint_card(view, offset, slot, draw_below(rng, 2) == 0)


@inlined_kernel
def tell_unknown(view: View, turn: Turn, offset: int) -> int:
    """The first card with something missing: its color, else its rank."""
    slot = first_slot(incomplete(facts(view, turn, offset)))
    return hint_missing(view, turn, offset, slot, True) if slot >= 0 else NO_ACTION


@inlined_kernel
def tell_last_playable(view: View, turn: Turn, offset: int) -> int:
    """The last playable card with something missing: its color, else its rank."""
    known = facts(view, turn, offset)
    slot = last_slot(slots_with(known, PLAYABLE) & incomplete(known))
    return hint_missing(view, turn, offset, slot, True) if slot >= 0 else NO_ACTION


@inlined_kernel
def misjudged_slot(view: View, turn: Turn, offset: int, is_mistake: bool, percent: int) -> int:
    """The slot of the card that its holder misjudges most; -1 if it is not misjudged enough.

    Of the cards that are not playable the one that most likely is, if likely by `percent` or more;
    otherwise (`is_mistake` false) of the playable ones the one that least likely is, by `percent`
    or less. The last of equals.
    """
    known = facts(view, turn, offset)
    playable, total = partner_playable(view, turn, offset), partner_total(view, turn, offset)
    if is_mistake:
        slots = slots_with(known, HELD) & ~slots_with(known, PLAYABLE)
        slot = likeliest_slot(view, playable, total, slots)
        fires = slot >= 0 and is_sure(playable, total, slot, percent)
    else:
        slot = least_likely_slot(view, playable, total, slots_with(known, PLAYABLE))
        fires = slot >= 0 and is_sure(total - playable, total, slot, 100 - percent)
    return slot if fires else -1


@inlined_kernel
def tell_high_probability_mistake(
    view: View, turn: Turn, offset: int, is_mistake: bool, percent: int
) -> int:
    """The card that its holder misjudges most: its rank, else its color."""
    slot = misjudged_slot(view, turn, offset, is_mistake, percent)
    return hint_missing(view, turn, offset, slot, False) if slot >= 0 else NO_ACTION
