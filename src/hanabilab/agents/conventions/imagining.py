"""What a table would look like after an action: a view that is moved on. Kernels.

The agent asks its reader what each seat would make of a hint, or of a play. So it moves a copy of
its view on as the engine would: fireworks, hands, marks of hints. A card that is drawn stays
unknown. Suits must go up; other variants are not imagined.

What this does not do: end a game. Who looks ahead stops when the deck and its last round are over.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.actions import (
    action_kind,
    action_slot,
    hint_offset,
    hint_value,
    seat_at,
    touched_slots,
)
from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD, bit
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_COPIES, MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import all_cards


@kernel
def imagine(view: View, action: int) -> None:
    """Move a view on by an action of its seat to act.

    Args:
        view: changed in place. A hint must go to a hand that it shows. A card that is played or
            discarded must be named in `view.hands`, or it is discarded and stays unknown.
        action: legal.
    """
    rules, kind = view.rules, action_kind(view.rules, action)
    if view.deck_drawn == rules.deck_size:
        view.turns_left -= 1
    view.last_seat, view.last_action = view.current_seat, action
    view.last_card, view.last_touched = NO_CARD, 0
    view.last_scored, view.last_gained_token = 0, 0
    if kind > PLAY:
        _hint(view, int(seat_at(view, hint_offset(rules, action))), hint_value(rules, action))
    else:
        _use(view, int(action_slot(rules, action)), kind == PLAY)
    view.turn += 1
    view.current_seat = seat_at(view, 1)


@kernel
def pass_turn(view: View) -> None:
    """Move a view on by an action of which nothing is known."""
    if view.deck_drawn == view.rules.deck_size:
        view.turns_left -= 1
    view.turn += 1
    view.current_seat = seat_at(view, 1)


@kernel
def _hint(view: View, target: int, value: int) -> None:
    """Spend a token, and mark what the hint touches and what it does not."""
    touched, touches = touched_slots(view, target, value), view.rules.touches[value]
    view.information_tokens -= 1
    view.last_touched = touched
    for slot in range(MAX_HAND):
        is_touched = (touched >> slot) & 1
        view.possible[target, slot] &= touches if is_touched else ~touches
        view.hinted[target, slot] |= is_touched << value


@kernel
def _use(view: View, slot: int, plays: bool) -> None:
    """Play or discard a card, and draw one that nobody has seen."""
    seat, most = int(view.current_seat), view.rules.max_information_tokens
    card = int(view.hands[seat, slot])
    if not plays and view.information_tokens < most:
        view.information_tokens += 1
    if card >= 0:
        view.last_card = card
        if plays and (view.playable >> card) & 1:
            _score(view, card)
        else:
            view.life_tokens -= int(plays)
            _throw_away(view, card)
        _take_copy(view, card)
    _draw(view, seat, slot)


@kernel
def _score(view: View, card: int) -> None:
    """Put a playable card on its firework; a suit that is complete brings a token."""
    rules = view.rules
    suit = rules.suit_of[card]
    view.points += 1
    view.last_scored = 1
    view.fireworks[suit] += 1
    view.useless |= bit(card)
    view.playable ^= bit(card)
    if view.fireworks[suit] < rules.num_ranks:
        view.playable |= bit(card + 1)
    elif view.information_tokens < rules.max_information_tokens:
        view.information_tokens += 1
        view.last_gained_token = 1


@kernel
def _throw_away(view: View, card: int) -> None:
    """Put a card among the discards; with its last copy, its suit ends below it."""
    rules = view.rules
    view.discards[card] += 1
    if view.discards[card] == rules.copies[card]:
        view.useless |= (bit(rules.num_ranks - rules.rank_of[card]) - 1) << card


@kernel
def _take_copy(view: View, card: int) -> None:
    """One copy of a card has left the game."""
    mark = bit(card)
    for more in range(MAX_COPIES - 1, -1, -1):
        taken = view.left[more] & mark
        view.left[more] ^= taken
        mark ^= taken


@kernel
def _draw(view: View, seat: int, slot: int) -> None:
    """Close the gap in a hand, as the rules say, and fill it from the deck."""
    rules = view.rules
    if rules.draw_slot == DRAW_NEWEST:
        for index in range(slot, rules.hand_size - 1):
            view.hands[seat, index] = view.hands[seat, index + 1]
            view.possible[seat, index] = view.possible[seat, index + 1]
            view.hinted[seat, index] = view.hinted[seat, index + 1]
            view.deck_index[seat, index] = view.deck_index[seat, index + 1]
        slot = rules.hand_size - 1
    is_left = view.deck_drawn < rules.deck_size
    view.hands[seat, slot] = UNKNOWN_CARD if is_left else NO_CARD
    view.possible[seat, slot] = all_cards(rules) if is_left else 0
    view.hinted[seat, slot] = 0
    view.deck_index[seat, slot] = view.deck_drawn if is_left else -1
    view.deck_drawn += int(is_left)
