"""Rules that weigh all hints against each other: the published ones, then ours. Off without tokens.

Hints are taken ranks first, then colors, lower before higher; the first of equals is given.
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
    slots_with,
    touched_by,
)
from hanabilab.game.actions import FORFEIT, NO_ACTION, hint_action, seat_at
from hanabilab.game.cards import max_reachable_score
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_surely
from hanabilab.knowledge.copies import copies_left, count_copies
from hanabilab.knowledge.hints import COLOR, RANK, possible_after, value_of

#: Worths that differ by less are equal: sums of a few fractions, rounded.
_ROUNDING = 1e-10


@inlined_kernel
def _hint_at(view: View, place: int) -> int:
    """The hint value at a place in the order of surveys: ranks first, then colors."""
    ranks = int(view.rules.num_ranks)
    return int(view.rules.num_suits) + place if place < ranks else place - ranks


@inlined_kernel
def _missing_of(view: View, known: int, value: int) -> int:
    """The slots whose holder does not know the attribute that a hint value is of."""
    color = value < view.rules.num_suits
    return slots_with(known, COLOR_MISSING if color else RANK_MISSING)


@inlined_kernel
def _after(view: View, turn: Turn, offset: int, slot: int, value: int) -> int:
    """What a card could be after a hint."""
    touched = touched_by(view, turn, offset, value) >> slot & 1
    possible = view.possible[seat_at(view, offset), slot]
    return possible_after(view.rules, possible, value, touched)


# --- One seat, the nearest that yields a hint ----------------------------------------------------


@inlined_kernel
def tell_unambiguous(
    view: View, turn: Turn, memory: Memory, offset: int, most_playable: int
) -> int:
    """The hint of a playable card that touches most other playable ones, or fewest that are not.

    For each playable card, in order, its rank and its color as far as unknown. Of the *other* cards
    that the hint would tell the same, count the playable and the unplayable ones: most playable,
    then fewest unplayable, is best; or (`most_playable` 0) the other way round. The original throws
    where it looks at an empty slot.

    Args:
        view: of the seat to act.
        turn: what the rules of one turn share.
        memory: of the agent.
        offset: of the partner, in seats to the left.
        most_playable: 1 to count playable cards first, 0 unplayable ones.
    """
    rules, known = view.rules, facts(view, turn, offset)
    playable, seat = slots_with(known, PLAYABLE), seat_at(view, offset)
    if playable & incomplete(known) and has_gap(view, known) and keeps_errors(memory):
        return THROWS
    best, best_key = NO_ACTION, -1
    for slot in range(rules.hand_size):
        if playable >> slot & 1 == 0:
            continue
        card = view.hands[seat, slot]
        for attribute in (RANK, COLOR):
            value = int(value_of(rules, card, attribute))
            missing = _missing_of(view, known, value)
            if missing >> slot & 1 == 0:
                continue
            others = touched_by(view, turn, offset, value) & missing & ~(1 << slot)
            wanted = count_members(others & playable)
            unwanted = rules.hand_size - count_members(others & ~playable)
            key = wanted * 8 + unwanted if most_playable else unwanted * 8 + wanted
            if key > best_key:
                best, best_key = hint_action(rules, offset, value), key
    return best


@inlined_kernel
def tell_useful_by_chances(
    view: View, turn: Turn, memory: Memory, offset: int, gain: int, loss: int
) -> int:
    """If the seat holds a playable card: the hint after which chances and truth agree best.

    Each card adds its chance to be playable after the hint, `gain` times if it is, less `loss`
    times if it is not. The original throws where it looks at an empty slot.

    Args:
        view: of the seat to act.
        turn: what the rules of one turn share.
        memory: of the agent.
        offset: of the partner, in seats to the left.
        gain: weight of cards that are playable.
        loss: weight of cards that are not.
    """
    rules, known, copies = view.rules, facts(view, turn, offset), copies_left(view)
    playable = slots_with(known, PLAYABLE)
    if playable and has_gap(view, known) and keeps_errors(memory):
        return THROWS
    best, best_worth = NO_ACTION, -1e9
    for place in range(int(rules.num_hint_values) if playable else 0):
        value = _hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        worth = 0.0
        for slot in range(rules.hand_size):
            possible = _after(view, turn, offset, slot, value)
            total = count_copies(copies, possible)
            if total > 0:
                chance = count_copies(copies, possible & view.playable) / total
                worth += chance * (gain if playable >> slot & 1 else -loss)
        if worth > best_worth + _ROUNDING:
            best, best_worth = hint_action(rules, offset, value), worth
    return best


@kernel
def _surely(view: View, turn: Turn, offset: int, value: int, kind: int) -> int:
    """How many cards their holder would know to be of a kind after a hint; now, for value -1."""
    count = 0
    for slot in range(view.rules.hand_size):
        possible = view.possible[seat_at(view, offset), slot] & view.left[0]
        if value >= 0:
            possible &= _after(view, turn, offset, slot, value)
        count += is_surely(possible, kind)
    return count


@inlined_kernel
def tell_at_least_useless(view: View, turn: Turn, memory: Memory, offset: int, least: int) -> int:
    """The hint that shows most useless cards, if `least` or more, where none is known yet.

    The original keeps the last color that shows enough, else the last rank; without any it wants
    what cannot be, and where it looks at an empty slot it throws.

    Args:
        view: of the seat to act.
        turn: what the rules of one turn share.
        memory: of the agent.
        offset: of the partner, in seats to the left.
        least: useless cards that must be shown.
    """
    rules, known, useless = view.rules, facts(view, turn, offset), int(view.useless)
    if slots_with(known, USELESS) == 0 or _surely(view, turn, offset, -1, useless) > 0:
        return NO_ACTION
    compat = keeps_errors(memory)
    if compat and has_gap(view, known):
        return THROWS
    best, most = NO_ACTION, least - 1
    for place in range(int(rules.num_hint_values)):
        value = _hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        count = _surely(view, turn, offset, value, useless)
        if count > most:
            best = hint_action(rules, offset, value)
            most = least - 1 if compat else count
    return FORFEIT if compat and best == NO_ACTION else best


# --- All seats -----------------------------------------------------------------------------------


@inlined_kernel
def tell_most(view: View, turn: Turn) -> int:
    """Of all seats, the lowest first, the hint that touches most cards."""
    rules, best, most = view.rules, NO_ACTION, 0
    players = int(rules.num_players)
    for seat in range(players):
        offset = (seat - view.seat) % players
        if offset == 0:
            continue
        for place in range(int(rules.num_hint_values)):
            value = _hint_at(view, place)
            count = count_members(touched_by(view, turn, offset, value))
            if count > most:
                best, most = hint_action(rules, offset, value), count
    return best


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


@inlined_kernel
def _discards_to_spare(view: View) -> int:
    """How many more discards leave turns enough for every card that can still be played."""
    rules = view.rules
    turns = rules.deck_size - view.deck_drawn + rules.num_players
    return turns - (max_reachable_score(view) - view.points)


@kernel
def tell_most_new(view: View, turn: Turn, tokens: int, spare_below: int) -> int:
    """The hint that tells most cards something new by touching them, if there are `tokens`.

    And only with fewer than `spare_below` discards to spare. Seats nearer first, ranks first.
    """
    rules, best, most = view.rules, NO_ACTION, 0
    if view.information_tokens < tokens or _discards_to_spare(view) >= spare_below:
        return NO_ACTION
    for offset in range(1, int(rules.num_players)):
        known = facts(view, turn, offset)
        for place in range(int(rules.num_hint_values)):
            value = _hint_at(view, place)
            touched = touched_by(view, turn, offset, value)
            count = count_members(touched & _missing_of(view, known, value))
            if count > most:
                best, most = hint_action(rules, offset, value), count
    return best


# --- Our own: one seat, the nearest that yields a hint -------------------------------------------


@kernel
def tell_only_playable(view: View, turn: Turn, offset: int) -> int:
    """The hint that touches playable cards alone and tells most of them something new."""
    rules, known = view.rules, facts(view, turn, offset)
    unplayable = slots_with(known, HELD) & ~slots_with(known, PLAYABLE)
    best, most = NO_ACTION, 0
    for place in range(int(rules.num_hint_values)):
        value = _hint_at(view, place)
        touched = touched_by(view, turn, offset, value)
        count = count_members(touched & _missing_of(view, known, value))
        if touched & unplayable == 0 and count > most:
            best, most = hint_action(rules, offset, value), count
    return best


@kernel
def tell_sure_plays(view: View, turn: Turn, offset: int, least: int) -> int:
    """The hint that makes most cards known as playable to their holder, `least` more or better."""
    rules, playable = view.rules, int(view.playable)
    if slots_with(facts(view, turn, offset), PLAYABLE) == 0:
        return NO_ACTION
    best, most = NO_ACTION, _surely(view, turn, offset, -1, playable) + least - 1
    for place in range(int(rules.num_hint_values)):
        value = _hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        count = _surely(view, turn, offset, value, playable)
        if count > most:
            best, most = hint_action(rules, offset, value), count
    return best


@kernel
def tell_revealing(view: View, turn: Turn, offset: int, tokens: int) -> int:
    """The hint that rules out most of what the seat's cards could be, if there are `tokens`."""
    rules, seat = view.rules, seat_at(view, offset)
    best, most = NO_ACTION, 0
    for place in range(int(rules.num_hint_values) if view.information_tokens >= tokens else 0):
        value = _hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        gone = 0
        for slot in range(rules.hand_size):
            kept = _after(view, turn, offset, slot, value)
            gone += count_members(view.possible[seat, slot] & ~kept & view.left[0])
        if gone > most:
            best, most = hint_action(rules, offset, value), gone
    return best
