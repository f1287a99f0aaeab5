"""The published rules that tell another seat of one of its cards. Off without tokens.

A card's missing attribute is what its holder does not know of it by hints, negative ones included.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.rules.memory import keeps_errors
from hanabilab.agents.rules.turn import (
    COLOR_MISSING,
    HELD,
    PLAYABLE,
    RANK_MISSING,
    THROWS,
    USELESS,
    Turn,
    facts,
    first_slot,
    has_gap,
    hint_missing,
    incomplete,
    is_sure,
    last_slot,
    least_likely_slot,
    likeliest_slot,
    partner_playable,
    partner_total,
    slots_with,
    touched_by,
)
from hanabilab.game.actions import NO_ACTION, hint_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, played_cards
from hanabilab.knowledge.hints import COLOR, RANK, rank_value, value_of
from hanabilab.randomness import Rng, draw_below


@kernel
def _hint_card(view: View, offset: int, slot: int, attribute: int) -> int:
    """The hint of a card's color or rank."""
    card = view.hands[seat_at(view, offset), slot]
    return hint_action(view.rules, offset, int(value_of(view.rules, card, attribute)))


# --- Any seat that yields a hint, the nearest first ----------------------------------------------


@inlined_kernel
def complete_useful(view: View, turn: Turn, offset: int) -> int:
    """The first playable card of which one attribute is known: the other."""
    known = facts(view, turn, offset)
    half_known = slots_with(known, COLOR_MISSING) ^ slots_with(known, RANK_MISSING)
    slot = first_slot(slots_with(known, PLAYABLE) & half_known)
    return hint_missing(view, turn, offset, slot, False)


@inlined_kernel
def tell_fives(view: View, turn: Turn, offset: int, tokens: int) -> int:
    """The first card of the top rank that is not known as such: its rank."""
    rules, unknown = view.rules, slots_with(facts(view, turn, offset), RANK_MISSING)
    if view.information_tokens < tokens:
        return NO_ACTION
    fives = touched_by(view, turn, offset, int(rules.num_hint_values) - 1)
    return hint_missing(view, turn, offset, first_slot(fives & unknown), False)


@inlined_kernel
def tell_last_useful(view: View, turn: Turn, offset: int) -> int:
    """The last playable card: its color, else its rank; nothing if both are known."""
    slot = last_slot(slots_with(facts(view, turn, offset), PLAYABLE))
    return hint_missing(view, turn, offset, slot, True)


@inlined_kernel
def tell_useful(view: View, turn: Turn, offset: int, tokens: int) -> int:
    """The first playable card with something missing: its rank, else its color."""
    if view.information_tokens < tokens:
        return NO_ACTION
    known = facts(view, turn, offset)
    slot = first_slot(slots_with(known, PLAYABLE) & incomplete(known))
    return hint_missing(view, turn, offset, slot, False)


@inlined_kernel
def tell_useless(view: View, turn: Turn, offset: int, tokens: int) -> int:
    """The first useless card: its rank, else its color; nothing if both are known."""
    if view.information_tokens < tokens:
        return NO_ACTION
    slot = first_slot(slots_with(facts(view, turn, offset), USELESS))
    return hint_missing(view, turn, offset, slot, False)


@inlined_kernel
def tell_ill_informed(view: View, turn: Turn, offset: int) -> int:
    """The first card with something missing that is playable or, unless all tokens are there,
    useless: its rank, else its color.
    """
    known = facts(view, turn, offset)
    wanted = slots_with(known, PLAYABLE)
    if view.information_tokens != view.rules.max_information_tokens:
        wanted |= slots_with(known, USELESS)
    return hint_missing(view, turn, offset, first_slot(wanted & incomplete(known)), False)


@inlined_kernel
def tell_last_playable(view: View, turn: Turn, memory: Memory, offset: int) -> int:
    """The last playable card with something missing: its color, else its rank.

    The original looks at an empty slot, too, and throws, if a color is unknown.
    """
    known = facts(view, turn, offset)
    playable = slots_with(known, PLAYABLE)
    looks = playable & slots_with(known, COLOR_MISSING) != 0 and has_gap(view, known)
    if looks and keeps_errors(memory):
        return THROWS
    return hint_missing(view, turn, offset, last_slot(playable & incomplete(known)), True)


@inlined_kernel
def _misjudged_slot(view: View, turn: Turn, offset: int, is_mistake: int, percent: int) -> int:
    """The slot of the card that its holder misjudges most; -1 if it is not misjudged enough.

    Of the cards that are not playable the one that most likely is, if likely by `percent` or more;
    otherwise (`is_mistake` 0) of the playable ones the one that least likely is, by `percent` or
    less. The last of equals.
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
    view: View, turn: Turn, memory: Memory, offset: int, is_mistake: int, percent: int
) -> int:
    """The card that its holder misjudges most: its rank, else its color.

    In the original seat 1 asks its own hand what is missing of the partner's card, in the same
    slot. There is no hint to give of one's own: it throws, unless that slot is fully known.

    Args:
        view: of the seat to act.
        turn: what the rules of one turn share.
        memory: of the agent.
        offset: of the partner, in seats to the left.
        is_mistake: 1 for a card that is not playable, 0 for one that is.
        percent: the chance from which, or up to which, the card counts.
    """
    slot = _misjudged_slot(view, turn, offset, is_mistake, percent)
    if slot >= 0 and view.seat == 1 and keeps_errors(memory):
        return NO_ACTION if is_single(view.possible[view.seat, slot]) else THROWS
    return hint_missing(view, turn, offset, slot, False)


# --- The next seat -------------------------------------------------------------------------------


@inlined_kernel
def tell_ones(view: View, turn: Turn) -> int:
    """The first card of rank 1 with something missing: its rank, else its color."""
    ones = touched_by(view, turn, 1, int(view.rules.num_suits))
    return hint_missing(view, turn, 1, first_slot(ones & incomplete(facts(view, turn, 1))), False)


@inlined_kernel
def tell_playable(view: View, turn: Turn, rng: Rng) -> int:
    """The first playable card, even if it is known: its rank or its color, by a fair coin."""
    slot = first_slot(slots_with(facts(view, turn, 1), PLAYABLE))
    if slot < 0:
        return NO_ACTION
    return _hint_card(view, 1, slot, RANK if draw_below(rng, 2) == 0 else COLOR)


@inlined_kernel
def tell_playable_outer(view: View, turn: Turn) -> int:
    """The first playable card with something missing: its rank, else its color."""
    return tell_useful(view, turn, 1, 0)


@inlined_kernel
def tell_randomly(view: View, turn: Turn, rng: Rng) -> int:
    """Any card, all equally likely: its rank or its color, by a fair coin."""
    held, hand_size = slots_with(facts(view, turn, 1), HELD), int(view.rules.hand_size)
    if held == 0:
        return NO_ACTION
    slot = draw_below(rng, hand_size)
    while held >> slot & 1 == 0:
        slot = draw_below(rng, hand_size)
    return _hint_card(view, 1, slot, RANK if draw_below(rng, 2) == 0 else COLOR)


@inlined_kernel
def tell_unknown(view: View, turn: Turn) -> int:
    """The first card with something missing: its color, else its rank."""
    return hint_missing(view, turn, 1, first_slot(incomplete(facts(view, turn, 1))), True)


# --- The lowest seat that yields a hint ----------------------------------------------------------


@kernel
def _dispensable_hint(view: View, turn: Turn, offset: int) -> int:
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
            return _hint_card(view, offset, slot, COLOR)
        if rank and rules.touches[rank_value(rules, card)] & ~played == 0:
            return _hint_card(view, offset, slot, RANK)
        if color != rank and played >> card & 1:
            return _hint_card(view, offset, slot, RANK if rank else COLOR)
    return NO_ACTION


@inlined_kernel
def tell_dispensable(view: View, turn: Turn, fewer_tokens_than: int) -> int:
    """The first hint after which somebody knows that a card has been played already."""
    if view.information_tokens >= fewer_tokens_than:
        return NO_ACTION
    players = int(view.rules.num_players)
    for seat in range(players):
        offset = (seat - view.seat) % players
        action = _dispensable_hint(view, turn, offset) if offset > 0 else NO_ACTION
        if action != NO_ACTION:
            return action
    return NO_ACTION
