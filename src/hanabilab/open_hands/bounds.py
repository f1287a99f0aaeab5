"""Bounds that prove a position lost, though all cards are known. Kernels.

Both make the game easier and look at all that matters there: whoever wins the game wins the easier
one by the same plays and discards. Hints cost nothing (`held`).

- *One hand*: one hand holds the cards of all seats. It takes microseconds.
- *Own hands*: each seat has its own. So any of them may act next, and positions are many.

Of the actions of a hand only some matter, for cards that they take away leave it sooner or later:

1. If a card of it can be played, it is played.
2. Otherwise a card that is useless or there twice is discarded.
3. Otherwise a card is discarded that has another copy, in the deck or in another hand.

Only so many cards can be discarded before turns run out (`slack`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_PLAYERS, PLAY, RuleTables
from hanabilab.game.stacks import STACKS_UP
from hanabilab.open_hands.held import (
    HELD,
    Held,
    discard,
    mark_of,
    next_card,
    play,
    playable_cards,
    take_in,
)
from hanabilab.open_hands.nodes import Deal, Node, is_new

#: Positions looked at where all cards are in one hand; a few hundred have been enough.
_MOST_JOINED = 5000
# How rules 1 and 2 end: nothing more can be done, all is played, or a card is to be chosen.
_STUCK, _WON, _CHOICE = range(3)


class _Search(NamedTuple):
    """What a search in the easier game works with.

    Attributes:
        rows: [a row for each action of a line, and one] HELD, the positions of a line.
        seen: marks of the positions that were looked at, a table of hashes.
        left: [1] how many more may be.
    """

    rows: NDArray[Any]
    seen: NDArray[np.uint64]
    left: NDArray[np.int64]


@kernel
def _new_search(actions: int, most: int) -> _Search:
    return _Search(
        np.zeros(actions + MAX_PLAYERS + 1, HELD), np.zeros(2 * most, np.uint64), np.array([most])
    )


@kernel
def reckons_with(rules: RuleTables) -> bool:
    """Whether bounds and beams are about such rules.

    Suits go up, a discard brings a token, there is a last round, and any hint passes the turn.
    """
    usual = rules.stack_kind == STACKS_UP and rules.all_or_nothing == 0
    usual &= rules.discards_per_token == 1 and rules.alternates_hints == 0
    usual &= rules.discards_below == rules.max_information_tokens
    usual &= rules.action_kind[rules.num_actions - 1] != PLAY  # of the deck
    for card in range(rules.num_cards):
        usual &= rules.touched_by[card] != 0
    return usual


@kernel
def slack(node: Node, deal: Deal) -> int:
    """How many more cards may be discarded before turns are short."""
    left = len(deal.deck) - node.next
    return left + node.turns_left - (deal.rules.max_score - node.points)


@kernel
def _fill(held: Held, node: Node, deal: Deal) -> None:
    """The position of the easier game that stands for `node`, which has spare discards."""
    rules = deal.rules
    held.next, held.points, held.spare = node.next, node.points, slack(node, deal)
    for suit in range(rules.num_suits):
        held.fireworks[suit] = node.fireworks[suit]
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            if node.hands[seat, slot] >= 0:
                take_in(held, deal, seat, int(node.hands[seat, slot]))


@kernel
def _is_tried(held: Held, deal: Deal, hand: int, card: int) -> bool:
    """Whether a card of a hand is to be played or discarded next, by the rules above.

    Args:
        card: of this hand; a negative number stands for its useless cards.
    """
    playable = playable_cards(held, deal, hand)
    if playable:
        return card >= 0 and playable & bit(card) != 0
    if held.spare == 0 or held.useless[hand] > 0:
        return held.spare > 0 and card < 0
    if card < 0 or held.needed[hand] & bit(card) == 0:
        return False
    others = 0
    for other in range(deal.rules.num_players):
        others |= held.needed[other] * (other != hand)
    return deal.last_at[card] >= held.next or others & bit(card) != 0


# --- One hand ------------------------------------------------------------------------------------


@kernel
def is_lost(node: Node, deal: Deal) -> bool:
    """Whether no perfect game can be reached, even with one hand for all cards."""
    if slack(node, deal) < 0:
        return True
    rows = np.zeros(1, HELD)
    _fill(rows[0], node, deal)
    return _is_lost_as_one(rows, 0, deal)


@kernel
def _is_lost_as_one(rows: NDArray[Any], row: int, deal: Deal) -> bool:
    """The same of a position with spare discards; its hands become one.

    It takes the array, for compiled code would not keep one alive for a row of it alone.
    """
    joined = np.zeros(1, HELD)
    _join_hands(joined[0], rows[row], deal)
    outcome = _play_on(joined[0], deal)
    if outcome != _CHOICE:
        return outcome == _STUCK
    search = _new_search(int(joined[0].spare), _MOST_JOINED)
    search.rows[0] = joined[0]
    return _every_choice_loses(search, deal, 0)


@kernel
def _join_hands(joined: Held, held: Held, deal: Deal) -> None:
    """Put the cards of all hands into the first hand of `joined`."""
    joined.next, joined.points, joined.spare = held.next, held.points, held.spare
    for suit in range(deal.rules.num_suits):
        joined.fireworks[suit] = held.fireworks[suit]
    for hand in range(deal.rules.num_players):
        joined.useless[0] += held.useless[hand]
        twice = joined.needed[0] & held.needed[hand]
        while twice:
            twice &= twice - 1
            joined.useless[0] += 1
        joined.needed[0] |= held.needed[hand]


@kernel
def _play_on(held: Held, deal: Deal) -> int:
    """Play and discard by rules 1 and 2, as long as they say what to do; how it ends."""
    while True:
        while _play_all(held, deal):
            pass
        if held.points == deal.rules.max_score:
            return _WON
        if held.spare == 0 or held.next == len(deal.deck):
            return _STUCK
        if held.useless[0] == 0:
            return _CHOICE
        discard(held, deal, 0, -1)


@kernel
def _play_all(held: Held, deal: Deal) -> bool:
    """Play what can be played, suit by suit; whether anything was."""
    before = held.points
    for suit in range(deal.rules.num_suits):
        while held.needed[0] & next_card(held, deal, suit):
            play(held, deal, 0, suit)
    return held.points > before


@kernel
def _every_choice_loses(search: _Search, deal: Deal, depth: int) -> bool:
    """Whether no choice of a card to discard wins; False, too, where too many were looked at.

    Args:
        depth: of the row that is at a choice.
    """
    if not is_new(search.seen, mark_of(search.rows[depth], deal)):
        return True
    for card in range(deal.rules.num_cards):
        if not _is_tried(search.rows[depth], deal, 0, card):
            continue
        if search.left[0] == 0:
            return False
        search.left[0] -= 1
        search.rows[depth + 1] = search.rows[depth]
        after = search.rows[depth + 1]
        discard(after, deal, 0, card)
        outcome = _play_on(after, deal)
        if outcome == _WON:
            return False
        if outcome == _CHOICE and not _every_choice_loses(search, deal, depth + 1):
            return False
    return True


# --- Own hands -----------------------------------------------------------------------------------


@kernel
def is_lost_with_free_hints(node: Node, deal: Deal, most: int) -> bool:
    """Whether no perfect game can be reached, even if hints cost nothing.

    Args:
        most: positions to look at, each of 16 bytes. Where they do not suffice, or the deck is
            empty, the answer is False.
    """
    if slack(node, deal) < 0:
        return True
    if node.next == len(deal.deck):
        return False
    search = _new_search(len(deal.deck) - node.next + 1, most)
    _fill(search.rows[0], node, deal)
    return _is_lost_from(search, deal, 0, -1)


@kernel
def _is_lost_from(search: _Search, deal: Deal, depth: int, last: int) -> bool:
    """Whether nothing that any seat does wins; False, too, where too many were looked at.

    Args:
        depth: of the position's row.
        last: who has drawn the last card of the deck; unused while it has any.
    """
    rules, held = deal.rules, search.rows[depth]
    if held.points == rules.max_score:
        return False
    if held.next == len(deal.deck):
        return not _is_won_at_last(search, deal, depth, last, 1)
    if search.left[0] == 0:
        return False
    search.left[0] -= 1
    if _is_lost_as_one(search.rows, depth, deal) or not is_new(search.seen, mark_of(held, deal)):
        return True
    for seat in range(np.int64(rules.num_players)):
        playable = playable_cards(held, deal, seat)
        for card in range(-1, np.int64(rules.num_cards)):
            if not _is_tried(held, deal, seat, card):
                continue
            search.rows[depth + 1] = held
            if playable:
                play(search.rows[depth + 1], deal, seat, rules.suit_of[card])
            else:
                discard(search.rows[depth + 1], deal, seat, card)
            if not _is_lost_from(search, deal, depth + 1, seat):
                return False
    return True


@kernel
def _is_won_at_last(search: _Search, deal: Deal, depth: int, last: int, turn: int) -> bool:
    """Whether the last round, a turn for each seat after `last`, can play all that is missing.

    Args:
        turn: of the round, from 1.
    """
    rules, held = deal.rules, search.rows[depth]
    missing = rules.max_score - held.points
    if missing == 0 or missing > rules.num_players - turn + 1:
        return missing == 0
    seat = (last + turn) % rules.num_players
    for suit in range(rules.num_suits):
        if held.needed[seat] & next_card(held, deal, suit):
            search.rows[depth + 1] = held
            play(search.rows[depth + 1], deal, seat, suit)
            if _is_won_at_last(search, deal, depth + 1, last, turn + 1):
                return True
    search.rows[depth + 1] = held
    return _is_won_at_last(search, deal, depth + 1, last, turn + 1)
