"""Rules that weigh all hints against each other. Off without tokens.

Hints are taken ranks first, then colors, lower before higher; the first of equals is given.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.rules.choosing import first_slot
from hanabilab.agents.rules.turn import (
    COLOR_MISSING,
    HELD,
    PLAYABLE,
    RANK_MISSING,
    USELESS,
    Turn,
    count_copies,
    facts,
    hint_missing,
    slots_with,
    touched_by,
)
from hanabilab.game.actions import FORFEIT, NO_ACTION, hint_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards
from hanabilab.knowledge.copies import copies_left

#: Worths that differ by less are equal: sums of a few fractions, rounded.
_ROUNDING = 1e-10


@inlined_kernel
def hint_at(view: View, place: int) -> int:
    """The hint value at a place in the order of surveys: ranks first, then colors."""
    ranks = int(view.rules.num_ranks)
    return int(view.rules.num_suits) + place if place < ranks else place - ranks


@inlined_kernel
def tell_most(view: View, turn: Turn) -> int:
    """Of all seats, the lowest first, the hint that touches most cards."""
    rules, best, most = view.rules, NO_ACTION, 0
    for seat in range(rules.num_players):
        offset = (seat - view.seat) % rules.num_players
        if offset == 0:
            continue
        for place in range(rules.num_hint_values):
            value = hint_at(view, place)
            count = count_cards(touched_by(view, turn, offset, value))
            if count > most:
                best, most = hint_action(rules, offset, value), count
    return best


@inlined_kernel
def tell_unambiguous(view: View, turn: Turn, offset: int, most_playable: bool) -> int:
    """The hint of a playable card that touches most other playable ones, or fewest that are not.

    For each playable card, in order, its rank and its color as far as unknown. Of the *other* cards
    that the hint would tell the same, count the playable and the unplayable ones: most playable,
    then fewest unplayable, is best; or (`most_playable` false) the other way round.
    """
    rules, known = view.rules, facts(view, turn, offset)
    playable, seat = slots_with(known, PLAYABLE), seat_at(view, offset)
    best, best_key = NO_ACTION, -1
    for slot in range(rules.hand_size):
        if playable >> slot & 1 == 0:
            continue
        card = view.hands[seat, slot]
        for attribute in range(2):
            value = rules.num_suits + rules.rank_of[card] if attribute == 0 else rules.suit_of[card]
            missing = slots_with(known, RANK_MISSING if attribute == 0 else COLOR_MISSING)
            if missing >> slot & 1 == 0:
                continue
            others = touched_by(view, turn, offset, value) & missing & ~(1 << slot)
            wanted = count_cards(others & playable)
            unwanted = rules.hand_size - count_cards(others & ~playable)
            key = wanted * 8 + unwanted if most_playable else unwanted * 8 + wanted
            if key > best_key:
                best, best_key = hint_action(rules, offset, value), key
    return best


@inlined_kernel
def possible_after(view: View, turn: Turn, offset: int, slot: int, value: int) -> int:
    """What a card could be after a hint."""
    touches = int(view.rules.touches[value])
    touched = touched_by(view, turn, offset, value) >> slot & 1
    return view.possible[seat_at(view, offset), slot] & (touches if touched else ~touches)


@inlined_kernel
def tell_useful_by_chances(view: View, turn: Turn, offset: int, gain: int, loss: int) -> int:
    """If the seat holds a playable card: the hint after which chances and truth agree best.

    Each card adds its chance to be playable after the hint, `gain` times if it is, less `loss`
    times if it is not.
    """
    rules, known, copies = view.rules, facts(view, turn, offset), copies_left(view)
    playable = slots_with(known, PLAYABLE)
    best, best_worth = NO_ACTION, -1e9
    for place in range(rules.num_hint_values if playable else 0):
        value = hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        worth = 0.0
        for slot in range(rules.hand_size):
            possible = possible_after(view, turn, offset, slot, value)
            total = count_copies(copies, possible)
            if total > 0:
                chance = count_copies(copies, possible & view.playable) / total
                worth += chance * (gain if playable >> slot & 1 else -loss)
        if worth > best_worth + _ROUNDING:
            best, best_worth = hint_action(rules, offset, value), worth
    return best


@inlined_kernel
def surely_useless(view: View, turn: Turn, offset: int, value: int) -> int:
    """How many cards their holder would know to be useless after a hint; now, for value -1."""
    count = 0
    for slot in range(view.rules.hand_size):
        possible = int(view.possible[seat_at(view, offset), slot]) & view.left[0]
        if value >= 0:
            possible &= possible_after(view, turn, offset, slot, value)
        count += possible != 0 and possible & ~view.useless == 0
    return count


@inlined_kernel
def tell_at_least_useless(view: View, turn: Turn, offset: int, least: int, compat: bool) -> int:
    """The hint that shows most useless cards, if `least` or more, where none is known yet.

    The original keeps the last color that shows enough, else the last rank, and fails without any.
    """
    rules = view.rules
    if slots_with(facts(view, turn, offset), USELESS) == 0:
        return NO_ACTION
    if surely_useless(view, turn, offset, -1) > 0:
        return NO_ACTION
    best, most = NO_ACTION, least - 1
    for place in range(rules.num_hint_values):
        value = hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        count = surely_useless(view, turn, offset, value)
        if count > most:
            best = hint_action(rules, offset, value)
            most = least - 1 if compat else count
    return FORFEIT if compat and best == NO_ACTION else best


@inlined_kernel
def tell_finesse(view: View, turn: Turn) -> int:
    """The next seat's first card is playable, and the seat after holds the card that follows it.

    Tell that seat of its card by what touches it alone: by the attribute that is missing if both
    do, rank before color.
    """
    rules, known = view.rules, facts(view, turn, 1)
    slot = first_slot(slots_with(known, HELD))
    if rules.num_players < 3 or slot < 0 or slots_with(known, PLAYABLE) >> slot & 1 == 0:
        return NO_ACTION
    card = view.hands[seat_at(view, 1), slot]
    suit, rank = int(rules.suit_of[card]), int(rules.num_suits + rules.rank_of[card] + 1)
    if rank == rules.num_hint_values:
        return NO_ACTION
    colors, ranks = touched_by(view, turn, 2, suit), touched_by(view, turn, 2, rank)
    follower = first_slot(colors & ranks)
    if follower < 0:
        return NO_ACTION
    by_rank, by_color = ranks == 1 << follower, colors == 1 << follower
    if by_rank and by_color:
        return hint_missing(view, turn, 2, follower, False)
    if by_rank or by_color:
        return hint_action(rules, 2, rank if by_rank else suit)
    return NO_ACTION
