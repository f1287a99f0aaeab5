"""Our own rules on what a token buys, what a card is worth, and what the end of the game leaves."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.rules.choosing import is_sure, likeliest_slot
from hanabilab.agents.rules.discards import last_copies
from hanabilab.agents.rules.memory import SLOTS
from hanabilab.agents.rules.surveys import hint_at, possible_after
from hanabilab.agents.rules.turn import (
    COLOR_MISSING,
    HELD,
    PLAYABLE,
    RANK_MISSING,
    Turn,
    counted,
    facts,
    own_counts,
    own_playable,
    own_total,
    slots_with,
    touched_by,
    unseen_copies,
)
from hanabilab.game.actions import NO_ACTION, discard_action, hint_action, play_action, seat_at
from hanabilab.game.cards import max_reachable_score
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards, hand_cards

#: What `play_best_safe` prefers among sure plays: the lowest rank, one that lets another seat play,
#: a top rank alone.
LOWEST, OPENING, TOP = range(3)


@kernel
def _lowest_rank(view: View, cards: int) -> int:
    """The lowest rank, from 0, among a set of cards."""
    rank = 0
    while cards & view.rules.touches[view.rules.num_suits + rank] == 0:
        rank += 1
    return rank


@kernel
def _others_hold(view: View) -> int:
    """The cards in sight in other hands."""
    cards = 0
    for offset in range(1, view.rules.num_players):
        cards |= hand_cards(view, seat_at(view, offset))
    return cards


@kernel
def play_best_safe(view: View, turn: Turn, prefers: int) -> int:
    """Of the cards that are playable for sure, the best to play now; the first of equals."""
    rules, unseen = view.rules, unseen_copies(view, turn)[0]
    top = rules.touches[rules.num_hint_values - 1]
    in_sight = _others_hold(view) if prefers == OPENING else 0
    best, best_rank = NO_ACTION, 100
    for slot in range(rules.hand_size):
        possible = view.possible[view.seat, slot] & unseen
        if possible == 0 or possible & ~view.playable != 0:
            continue
        if prefers == TOP and possible & ~top != 0:
            continue
        if prefers == OPENING and (possible & ~top) << 1 & in_sight == 0:
            continue
        rank = _lowest_rank(view, possible)
        if rank < best_rank:
            best, best_rank = play_action(rules, slot), rank
    return best


@kernel
def play_at_end(view: View, turn: Turn, cards_left: int, more_lives_than: int, percent: int) -> int:
    """With few cards in the deck: the likeliest playable card, if there is a chance."""
    left = view.rules.deck_size - view.deck_drawn
    if left > cards_left or view.life_tokens <= more_lives_than:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, playable, total, SLOTS)
    fires = slot >= 0 and counted(playable, slot) > 0 and is_sure(playable, total, slot, percent)
    return play_action(view.rules, slot) if fires else NO_ACTION


@kernel
def discard_spare(view: View, turn: Turn, percent: int) -> int:
    """The card likeliest to be useless or in sight in another hand, if so with `percent`."""
    total = own_total(view, turn)
    spare = own_counts(view, turn, view.useless | _others_hold(view))
    slot = likeliest_slot(view, spare, total, SLOTS)
    fires = slot >= 0 and is_sure(spare, total, slot, percent)
    return discard_action(view.rules, slot) if fires else NO_ACTION


@kernel
def discard_known_spare(view: View, turn: Turn) -> int:
    """The card that is no last copy for sure, of the highest lowest rank; the first of equals."""
    needed, unseen = last_copies(view), unseen_copies(view, turn)[0]
    best, best_rank = NO_ACTION, -1
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot] & unseen
        if possible == 0 or possible & (needed | view.playable) != 0:
            continue
        rank = _lowest_rank(view, possible)
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
    return discard_action(rules, best) if best >= 0 else NO_ACTION


@kernel
def discards_to_spare(view: View) -> int:
    """How many more discards leave turns enough for every card that can still be played."""
    rules = view.rules
    turns = rules.deck_size - view.deck_drawn + rules.num_players
    return turns - (max_reachable_score(view) - view.points)


@kernel
def _missing_of(view: View, known: int, value: int) -> int:
    """The slots whose holder does not know the attribute that a hint value is of."""
    color = value < view.rules.num_suits
    return slots_with(known, COLOR_MISSING if color else RANK_MISSING)


@kernel
def tell_most_new(view: View, turn: Turn, tokens: int, spare_below: int) -> int:
    """The hint that tells most cards something new by touching them, if there are `tokens`.

    And only with fewer than `spare_below` discards to spare. Seats nearer first, ranks first.
    """
    rules, best, most = view.rules, NO_ACTION, 0
    if view.information_tokens < tokens or discards_to_spare(view) >= spare_below:
        return NO_ACTION
    for offset in range(1, rules.num_players):
        known = facts(view, turn, offset)
        for place in range(rules.num_hint_values):
            value = hint_at(view, place)
            touched = touched_by(view, turn, offset, value)
            count = count_cards(touched & _missing_of(view, known, value))
            if count > most:
                best, most = hint_action(rules, offset, value), count
    return best


@kernel
def tell_only_playable(view: View, turn: Turn, offset: int) -> int:
    """The hint that touches playable cards alone and tells most of them something new."""
    rules, known = view.rules, facts(view, turn, offset)
    unplayable = slots_with(known, HELD) & ~slots_with(known, PLAYABLE)
    best, most = NO_ACTION, 0
    for place in range(rules.num_hint_values):
        value = hint_at(view, place)
        touched = touched_by(view, turn, offset, value)
        count = count_cards(touched & _missing_of(view, known, value))
        if touched & unplayable == 0 and count > most:
            best, most = hint_action(rules, offset, value), count
    return best


@kernel
def _sure_plays(view: View, turn: Turn, offset: int, value: int) -> int:
    """How many cards their holder would know to be playable after a hint; now, for value -1."""
    count = 0
    for slot in range(view.rules.hand_size):
        possible = view.possible[seat_at(view, offset), slot] & view.left[0]
        if value >= 0:
            possible &= possible_after(view, turn, offset, slot, value)
        count += possible != 0 and possible & ~view.playable == 0
    return count


@kernel
def tell_sure_plays(view: View, turn: Turn, offset: int, least: int) -> int:
    """The hint that makes most cards known as playable to their holder, `least` more or better."""
    rules = view.rules
    best, most = NO_ACTION, _sure_plays(view, turn, offset, -1) + least - 1
    if slots_with(facts(view, turn, offset), PLAYABLE) == 0:
        return NO_ACTION
    for place in range(rules.num_hint_values):
        value = hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        count = _sure_plays(view, turn, offset, value)
        if count > most:
            best, most = hint_action(rules, offset, value), count
    return best


@kernel
def tell_revealing(view: View, turn: Turn, offset: int, tokens: int) -> int:
    """The hint that rules out most of what the seat's cards could be, if there are `tokens`."""
    rules, seat = view.rules, seat_at(view, offset)
    best, most = NO_ACTION, 0
    for place in range(rules.num_hint_values if view.information_tokens >= tokens else 0):
        value = hint_at(view, place)
        if touched_by(view, turn, offset, value) == 0:
            continue
        gone = 0
        for slot in range(rules.hand_size):
            kept = possible_after(view, turn, offset, slot, value)
            gone += count_cards(view.possible[seat, slot] & ~kept & view.left[0])
        if gone > most:
            best, most = hint_action(rules, offset, value), gone
    return best
