"""The best last moves of a seat that does not see its own hand. Kernels.

The seat goes through all hands that it can hold. In each of them it looks at all that can follow
with open hands, and takes the action that makes most points, in the mean over the hands. That is
more than can be made, for others do not know all of their cards, and the seat learns its own hand
after the action; but it tells which of two actions is better.

Source: our own. To average over what open hands would bring is known as perfect information Monte
Carlo sampling (Long, Sturtevant, Buro and Furtak 2010); here nothing is sampled.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.endgame.open_hands import (
    BUDGET,
    DECK,
    EQUAL,
    MOST_UNDRAWN,
    PASS,
    SCRATCH_SIZE,
    Scratch,
    Table,
    hold,
    position_of,
    table_of,
    value_of,
)
from hanabilab.agents.numbers import Number
from hanabilab.game.actions import NO_ACTION, action_kind, action_slot, discard_action, play_action
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_single, lowest_member, wide
from hanabilab.knowledge.copies import Copies, count_copies

#: What an agent declares that looks ahead.
NUMBER = Number(
    "endgame", -1, -1, MOST_UNDRAWN,
    "Cards in the deck, at most, with which it tries all that can follow; -1 for never.",
)  # fmt: skip

#: Hands that are gone through at most.
MOST_HANDS = 128
#: Positions looked at for one action of a turn at most.
MOST_POSITIONS = 1_000_000

#: `int64[MOST_HANDS, MAX_HAND + 1]`: by slot the card, or NO_CARD; then how many ways there are to
#: deal the hand, 0 if there is none.
_Hands: TypeAlias = NDArray[np.int64]
_WAYS = MAX_HAND
#: In place of a card that nobody needs any more.
_NOT_NEEDED = 31


class OwnHand(NamedTuple):
    """What a seat knows of its own cards.

    Attributes:
        sets: `int64[hand_size]`, by slot the bit set of what its card can be.
        copies: those that the seat does not see, in its hand or in the deck.
        discards: bit set of the slots that it may discard.
    """

    sets: NDArray[np.int64]
    copies: Copies
    discards: int


def more_points_than(usual: str) -> str:
    """Why a seat does something else than what it usually does, which is told in words."""
    return f"in the end it makes more points than if it {usual}"


@kernel
def improved_action(view: View, own: OwnHand, action: int, hint: int) -> int:
    """`action`, or one that makes more points in the mean over all hands that the seat can hold.

    Args:
        view: of the seat to act, such that `open_hands.can_look`.
        own: its hand.
        action: what it would do.
        hint: which it would give, or NO_ACTION.

    Returns:
        `action` too where there are too many hands or positions to tell, or another hand has a card
        that the seat does not see.
    """
    if not _sees_all_others(view, own):
        return action
    table = table_of(view)
    hands = np.empty((MOST_HANDS, MAX_HAND + 1), np.int64)
    count = _fill_hands(hands, own, table.needed)
    most = count_members(table.needed) - EQUAL
    best = _mean(view, table, own, hands[:count], action, -1.0)
    if count == 0 or best < 0:
        return action
    found = action
    for index in range(2 * len(own.sets) + 1):
        if best >= most:
            break
        other = _choice(view, own, hint, index)
        if other in (NO_ACTION, action):
            continue
        value = _mean(view, table, own, hands[:count], other, best)
        if value < 0:
            return action
        if value > best + EQUAL:
            best, found = value, other
    return found


@kernel
def _sees_all_others(view: View, own: OwnHand) -> bool:
    """Whether the cards that the seat does not see are those of its hand and of the deck."""
    unseen = int(view.rules.deck_size - view.deck_drawn)
    for cards in own.sets:
        unseen += int(cards != 0)
    return count_copies(own.copies, own.copies[0]) == unseen


@kernel
def _choice(view: View, own: OwnHand, hint: int, index: int) -> int:
    """Plays that may score, by slot; the hint; discards, by slot; NO_ACTION for what is none.

    With its last life, a seat plays what is certainly playable alone.
    """
    rules, size = view.rules, len(own.sets)
    if index == size:
        return hint
    slot = index if index < size else index - size - 1
    cards = own.sets[slot]
    if index < size:
        may = cards & view.playable != 0
        if view.life_tokens == 1:
            may &= cards & ~view.playable == 0
        return play_action(rules, slot) if may else NO_ACTION
    may = view.information_tokens < rules.discards_below and cards != 0
    may &= own.discards >> slot & 1 != 0
    return discard_action(rules, slot) if may else NO_ACTION


# --- All hands -----------------------------------------------------------------------------------


@kernel
def _fill_hands(hands: _Hands, own: OwnHand, needed: int) -> int:
    """Fill `hands` with all that there are; how many, 0 if they are too many."""
    for slot in range(MAX_HAND):
        hands[0, slot] = NO_CARD
    hands[0, _WAYS] = 1
    count = 1
    for named in (True, False):  # first what leaves no choice
        for slot in range(len(own.sets)):
            if own.sets[slot] != 0 and is_single(own.sets[slot]) == named and count > 0:
                count = _deal(hands, count, own, slot)
    return _merge(hands, count, needed)


@kernel
def _merge(hands: _Hands, count: int, needed: int) -> int:
    """Make one of the hands that differ in cards that nobody needs; how many there are then."""
    kept = 0
    for row in range(count):
        if hands[row, _WAYS] == 0:
            continue
        for slot in range(MAX_HAND):
            if hands[row, slot] != NO_CARD and not needed >> hands[row, slot] & 1:
                hands[row, slot] = _NOT_NEEDED
        same = 0
        while same < kept and not _are_alike(hands[same], hands[row]):
            same += 1
        if same == kept:
            copy_into(hands[kept], hands[row])
            kept += 1
        else:
            hands[same, _WAYS] += hands[row, _WAYS]
    return kept


@kernel
def _are_alike(hand: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    """Whether two hands have the same cards in the same slots."""
    alike = True
    for slot in range(MAX_HAND):
        alike &= hand[slot] == other[slot]
    return alike


@kernel
def _deal(hands: _Hands, count: int, own: OwnHand, slot: int) -> int:
    """Deal a card to a slot of each hand, in all ways; how many hands there are then."""
    more = count
    for row in range(count):
        ways, place, cards = hands[row, _WAYS], row, own.sets[slot]
        hands[row, _WAYS] = 0
        while cards and ways:
            card = lowest_member(cards)
            cards &= cards - 1
            free = count_copies(own.copies, wide(1) << card)
            for other in range(MAX_HAND):
                free -= int(other != slot and hands[row, other] == card)
            if free <= 0:
                continue
            if place < 0:
                if more == len(hands):
                    return 0
                place = more
                more += 1
                copy_into(hands[place], hands[row])
            hands[place, slot] = card
            hands[place, _WAYS] = ways * free
            place = -1
    return more


# --- What an action makes ------------------------------------------------------------------------


@kernel
def _mean(
    view: View, table: Table, own: OwnHand, hands: _Hands, action: int, least: float
) -> float:
    """The points that are made after an action, the mean over `hands`; -1 if it takes too long.

    What is at most `least` may be told as any value up to it.
    """
    others = np.zeros(SCRATCH_SIZE, np.int64)
    others[BUDGET] = MOST_POSITIONS
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            if seat != view.seat and view.hands[seat, slot] >= 0:
                hold(others, table.needed, seat, view.hands[seat, slot])
    ways = 0
    for row in range(len(hands)):
        ways += hands[row, _WAYS]
    total, rest, most = 0.0, ways, count_members(table.needed)
    scratch = np.empty(SCRATCH_SIZE, np.int64)
    for row in range(len(hands)):
        hand = hands[row]
        rest -= hand[_WAYS]
        enough = (least * ways - total - rest * most) / hand[_WAYS]
        copy_into(scratch, others)
        _fill_deck(scratch, hand, own, table.needed)
        value = _value_in(scratch, view, table, hand, action, enough)
        total += hand[_WAYS] * value
        others[BUDGET] = scratch[BUDGET]
        if others[BUDGET] < 0:
            return -1.0
        if value <= enough:
            return max(least, 0.0)
    return total / max(ways, 1)


@kernel
def _fill_deck(scratch: Scratch, hand: NDArray[np.int64], own: OwnHand, needed: int) -> None:
    """What is unseen and not in the hand is in the deck: needed cards, then others."""
    for empty in range(DECK, BUDGET):
        scratch[empty] = _NOT_NEEDED
    place, unseen = DECK, own.copies[0] & needed
    while unseen:
        card = lowest_member(unseen)
        unseen &= unseen - 1
        undrawn = count_copies(own.copies, wide(1) << card)
        for slot in range(MAX_HAND):
            undrawn -= int(hand[slot] == card)
        for _ in range(undrawn):
            scratch[place] = card
            place += 1


@kernel
def _value_in(
    scratch: Scratch,
    view: View,
    table: Table,
    hand: NDArray[np.int64],
    action: int,
    least: float,
) -> float:
    """The points that are made after an action, if the seat holds `hand`; `least` as `value_of`.

    A strike is a discard that brings no token. With the last life, nothing is made any more.
    """
    kind, tokens = action_kind(view.rules, action), view.information_tokens
    used = int(action_slot(view.rules, action)) if kind <= PLAY else -1
    for slot in range(MAX_HAND):
        if slot != used and hand[slot] != NO_CARD:
            hold(scratch, table.needed, view.seat, hand[slot])
    move = wide(PASS)
    if used >= 0:
        mark = wide(1) << hand[used]
        move = hold(scratch, table.needed, view.seat, hand[used])
        if kind == PLAY and mark & view.playable:
            move = mark
        elif kind == PLAY and view.life_tokens == 1:
            return 0.0
        else:
            tokens -= int(kind == PLAY)
            move = wide(PASS) if view.deck_drawn == view.rules.deck_size else wide(move)
    return value_of(scratch, table, position_of(view, tokens), move, least)
