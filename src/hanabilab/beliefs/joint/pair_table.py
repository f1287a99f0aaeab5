"""What two seats among others know in common: a table of every pair of hands that they may hold.

For each hand that the *follower* may hold, the table has the range of the *leader*. The other seats
see both hands, so what they do ties the two together. This is why it is a table, not two ranges.

The table begins with the true pair. From there it asks again and again: "what may the other hold if
this one holds that?" All pairs that are reached are common knowledge between the two. Both find the
same pairs, as long as the others follow the model.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.beliefs import HandRange, History, PartnerModel, unseen_counts
from hanabilab.beliefs.condition_on_actions import condition_on_action
from hanabilab.beliefs.hand_range import EMPTY, after_own_action, card_at, deal_hands, empty_range
from hanabilab.beliefs.joint.common_knowledge import Pair, as_known, held_by, public_counts
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND

#: The leader's range for each hand that the follower may hold, by its packed hand, ascending.
PairTable: TypeAlias = dict[int, HandRange]

#: Hands that hints may leave to either to begin with: more are not asked one by one.
_MAX_LISTED = 200_000


# --- The beginning -------------------------------------------------------------------------------


def find_table(history: History, pair: Pair, model: PartnerModel, most: int) -> PairTable | None:
    """The table at the present turn, from what one of the two knows; None if it is too large.

    It is empty if others are off the model.

    The leader's own actions tell nothing: it has searched. All others have played the policy.

    Args:
        most: hands of either at most.
    """
    seat = pair.other(history.seat)
    waiting = [(seat, held_by(history.view.hands, seat))]
    known = {pair.leader: set[int](), pair.follower: set[int]()}
    known[seat].add(waiting[0][1])
    table: PairTable = {}
    while waiting:
        holder, packed = waiting.pop()
        asked = pair.other(holder)
        hands = _hands_beside(history, pair, asked, packed, model)
        if hands is None:
            return None
        if holder == pair.follower and len(hands):
            table[packed] = hands
        new = sorted(set(hands.packed_hands.tolist()) - known[asked])
        known[asked].update(new)
        if len(known[asked]) > most:
            return None
        waiting += [(asked, each) for each in new]
    return dict(sorted(table.items()))


def _hands_beside(
    history: History, pair: Pair, seat: int, packed: int, model: PartnerModel
) -> HandRange | None:
    """The hands that `seat` may hold if the other holds `packed`; None if hints leave too many."""
    rules, now = history.rules, history.turn
    untold = range(0, now, rules.players)
    known = as_known(history, now, seat, {pair.other(seat): packed})
    if seat == pair.follower:
        known = replace(known, first_deviation_of_others=0)
    places = np.asarray(known.view.deck_index[seat]).copy()
    possible, counts = np.asarray(known.view.possible[seat]), unseen_counts(known.view)
    hands = deal_hands(empty_range(0), places, possible, counts, _MAX_LISTED)
    if hands is None:
        return None
    hands = replace(hands, turn=now)
    for turn in range(now):
        if history.actor_at(turn) != seat and turn not in untold and len(hands):
            hands = condition_on_action(hands, known, turn, model, seat)
    return hands.owned()


# --- One action later ----------------------------------------------------------------------------


def move_on(
    table: PairTable, turn: int, history: History, pair: Pair, most: int
) -> PairTable | None:
    """The table after action `turn`: cards used and drawn, hints, cards that everyone sees now.

    Args:
        table: before it, without the pairs that are inconsistent with it.
        most: pairs at most; None is returned if there are more.
    """
    before, after = (history.replay(each, history.likely_deck)[0] for each in (turn, turn + 1))
    places = np.asarray(before.deck_index[pair.follower]).copy()
    counts = _unseen_by_both(after, pair)
    moved: PairTable = {}
    for packed, hands in table.items():
        alone = replace(hands, packed_hands=np.array([packed], np.int32), places=places)
        held = _after(alone, history, after, pair.follower, counts, most)
        if held is None:
            return None
        for beside in held.packed_hands.tolist():
            unseen = counts - _cards_of(beside)
            new = _after(hands, history, after, pair.leader, unseen, most)
            if new is None or len(new) > most:
                return None
            most -= len(new)
            if len(new):
                moved[beside] = new
    return dict(sorted(moved.items()))


def _after(
    hands: HandRange,
    history: History,
    after: Any,
    seat: int,
    counts: NDArray[np.int64],
    most: int,
) -> HandRange | None:
    """The hands of `seat` one action later; None if there are more than `most`."""
    places = np.asarray(after.deck_index[seat]).copy()
    used = after_own_action(hands, history.known_deck, places)
    return deal_hands(used, places, np.asarray(after.possible[seat]), counts, most)


def _unseen_by_both(past: Any, pair: Pair) -> NDArray[np.int64]:
    """[MAX_CARDS] copies that may be in a hand of the two, or in the deck."""
    counts = public_counts(past)
    for seat in range(past.rules.num_players):
        if seat not in (pair.leader, pair.follower):
            counts -= _cards_of(held_by(past.hands, seat))
    return counts


def _cards_of(packed: int) -> NDArray[np.int64]:
    """[MAX_CARDS] how often each card is in a hand."""
    counts = np.zeros(MAX_CARDS, np.int64)
    for slot in range(MAX_HAND):
        if card_at(packed, slot) != EMPTY:
            counts[card_at(packed, slot)] += 1
    return counts
