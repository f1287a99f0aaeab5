"""Two searching seats among others who play the blueprint: what the two have in common.

The *leader*, who acts first, searches from the beginning, as a single searcher does. The *follower*
plays the blueprint until few hands of either are left (`pair_table`). Then the leader's
searches are run again for every hand that the follower may hold, and hands that would have led to
another action are dropped. From then on each of the two accounts for the other's searches.

An action of the leader is *deferred* while the follower may hold too many hands; the follower then
plays the blueprint. It also plays the blueprint while the leader may hold too many hands to account
for the follower's search at once.

Seats that are not in the pair take every action for the blueprint's.

Source: Lerer et al. 2020, section 4.2, for two players; here for two seats among several, whose
public ranges are no longer independent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hanabilab.beliefs import HandRange, History, PartnerModel, update_range
from hanabilab.beliefs.condition_on_actions import condition_on_action
from hanabilab.beliefs.joint.common_knowledge import (
    Pair,
    SearchedAction,
    Understanding,
    as_known,
    hands_then,
    held_by,
)
from hanabilab.beliefs.joint.pair_table import PairTable, find_table, move_on
from hanabilab.beliefs.range_update import hints_alone

#: Pairs of hands that a table may list; with more the two part for good.
MAX_PAIRS = 200_000


@dataclass(frozen=True)
class PairRanges:
    """What the two know in common before action number `turn`.

    Attributes:
        table: the pairs of hands that they may hold; None before the first, which may begin at a
            turn of the follower.
        deferred: the leader's turns that the table is not conditioned on yet, with the tables then.
        followed: the first turn at which the follower searched; None if it has not.
        parted: None, or the turn whose action left too many pairs or none. The table is what
            explains it, before cards are drawn and shown, and the leader searches on alone.
    """

    turn: int
    pair: Pair
    table: PairTable | None = None
    deferred: tuple[tuple[int, PairTable], ...] = ()
    followed: int | None = None
    parted: int | None = None

    @classmethod
    def begin(cls, history: History) -> PairRanges:
        """After the deal."""
        return cls(0, Pair.of(history.rules))

    @property
    def pairs(self) -> PairTable:
        """The table; empty if there is none."""
        return self.table or {}

    @property
    def holders(self) -> list[int]:
        """Packed hands of the hands that the leader may hold, ascending."""
        return sorted(
            {packed for hands in self.pairs.values() for packed in hands.packed_hands.tolist()}
        )

    def fit(self, history: History) -> bool:
        """Whether they are also those of the game of `history`, which looks the same from outside.

        They are if the hand in sight is in the table: tables that have a hand in common are the
        same. Without a table nothing shows it.
        """
        turn = self.turn if self.parted is None else self.parted
        past = history.replay(turn, history.likely_deck)[0]
        if history.seat == self.pair.leader:
            return held_by(past.hands, self.pair.follower) in self.pairs
        return held_by(past.hands, self.pair.leader) in self.holders

    def follows(self, max_range: int) -> bool:
        """Whether each of the two can account for the other's searches at once."""
        known = bool(self.table) and self.parted is None
        return known and not self.deferred and len(self.holders) <= max_range

    def first_deviation_beside(self, seat: int) -> int | None:
        """`History.first_deviation_of_others`; the leader searches from the first turn on."""
        return self.followed if seat == self.pair.leader else 0


def hands_of(ranges: PairRanges, history: History, model: PartnerModel) -> HandRange:
    """The range of the one of the two whose turn it is, once there is a table.

    If others are off the model, it is what hints alone leave: of the leader since it parted, of
    either now if the hand in sight is not in the table.
    """
    pair, pairs = ranges.pair, ranges.pairs
    if history.seat == pair.leader and ranges.parted is not None:
        return _alone(ranges, history, model)
    if history.seat == pair.leader:
        hands = pairs.get(held_by(history.view.hands, pair.follower))
    else:
        hands = _followers_range(ranges, history, held_by(history.view.hands, pair.leader))
    return hands if hands is not None and len(hands) else hints_alone(history.view, model)


def _followers_range(ranges: PairRanges, history: History, beside: int) -> HandRange:
    """What the follower may hold if the leader holds the hand `beside`."""
    past = history.replay(ranges.turn, history.likely_deck)[0]
    places = np.asarray(past.deck_index[ranges.pair.follower]).copy()
    packed_hands = [
        packed for packed, hands in ranges.pairs.items() if beside in hands.packed_hands
    ]
    return HandRange(np.array(packed_hands, np.int32), np.zeros(0, np.float32), places, ranges.turn)


def _alone(ranges: PairRanges, history: History, model: PartnerModel) -> HandRange:
    """The range of the leader after the two have stopped sharing a table."""
    since = 0 if ranges.parted is None else ranges.parted
    past = history.replay(since, history.likely_deck)[0]
    before = ranges.pairs.get(held_by(past.hands, ranges.pair.follower))
    if before is None:
        before = hints_alone(history.view_at(since + 1), model)
    before = replace(before, turn=since + 1)  # the action at which they parted is conditioned on
    return update_range(replace(history, first_deviation_of_others=ranges.followed), before, model)


def advance(ranges: PairRanges, history: History, how: Understanding) -> PairRanges:
    """The same one action later; `history` is of either of the two, at that time or later."""
    now, later = ranges.turn, ranges.turn + 1
    if ranges.parted is not None:
        return replace(ranges, turn=later)
    if ranges.table is None:
        waited = replace(ranges, turn=later)
        if history.actor_at(later) != ranges.pair.follower:
            return waited
        return _list_pairs(waited, history, how)
    conditioned = _condition(ranges, history, how)
    table = move_on(conditioned.pairs, now, history, ranges.pair, MAX_PAIRS)
    if table is None:
        return replace(conditioned, turn=later, parted=now)
    moved = _apply_deferred(replace(conditioned, turn=later, table=table), history, how)
    return moved if moved.table else replace(moved, parted=now)


# --- The first table -----------------------------------------------------------------------------


def _list_pairs(ranges: PairRanges, history: History, how: Understanding) -> PairRanges:
    """Begin the table if it is small enough, without what the leader's searches rule out."""
    now = as_known(history, ranges.turn, history.seat, {})
    table = find_table(now, ranges.pair, how.model, how.max_range)
    if not table:
        return ranges
    past = _Past(now, ranges.pair.follower, how)
    left = past.condition(list(table), range(0, ranges.turn, history.rules.players), None)
    parted = None if left else ranges.turn - 1
    return replace(ranges, table={packed: table[packed] for packed in sorted(left)}, parted=parted)


@dataclass(frozen=True)
class _Past:
    """The leader's searches so far, run again."""

    now: History
    follower: int
    how: Understanding

    def condition(
        self, packed_hands: list[int], turns: range, before: HandRange | None
    ) -> list[int]:
        """The hands of the follower, now, for which the leader would have acted as it did.

        Args:
            packed_hands: hands that were the same at all turns before these.
            turns: the leader's that are still to be conditioned on.
            before: the leader's range at the turn before these; None at the first.
        """
        if not turns:
            return packed_hands
        turn, left = turns[0], []
        leader = self.now.rules.first_seat
        groups = _by_past(packed_hands, self.now, self.follower, self.now.turn, turn)
        for then, group in groups.items():
            known = as_known(self.now, turn, leader, {self.follower: then})
            hands = update_range(known, before, self.how.model)
            if self.how.runs_again(SearchedAction(turn, hands), then):
                left += self.condition(group, turns[1:], hands)
        return left


def _by_past(
    packed_hands: list[int], history: History, seat: int, now: int, turn: int
) -> dict[int, list[int]]:
    """The hands that `seat` may hold at turn `now`, by what it then held before action `turn`."""
    past = history.replay(now, history.likely_deck)[0]
    places = np.asarray(past.deck_index[seat])
    hands = HandRange(np.array(packed_hands, np.int32), np.zeros(0, np.float32), places, now)
    groups: dict[int, list[int]] = {}
    then = hands_then(hands, history, seat, turn).tolist()
    for before, packed in sorted(zip(then, packed_hands, strict=True)):
        groups.setdefault(before, []).append(packed)
    return groups


# --- Actions while there is a table --------------------------------------------------------------


def _condition(ranges: PairRanges, history: History, how: Understanding) -> PairRanges:
    """Without the pairs that are inconsistent with the action at the present turn."""
    turn, pair, table = ranges.turn, ranges.pair, ranges.pairs
    actor = history.actor_at(turn)
    if actor == pair.leader:
        return replace(ranges, deferred=(*ranges.deferred, (turn, table)))
    if actor == pair.follower and ranges.follows(how.max_range):
        return _condition_on_follower(ranges, history, how)
    left: PairTable = {}
    for packed, hands in table.items():
        known = as_known(history, turn, pair.leader, {pair.follower: packed})
        known = replace(known, first_deviation_of_others=ranges.followed)
        left[packed] = condition_on_action(hands.owned(), known, turn, how.model, pair.leader)
    return replace(ranges, table=_without_empty(left))


def _condition_on_follower(ranges: PairRanges, history: History, how: Understanding) -> PairRanges:
    """Without the leader's hands for which the follower would have found another action."""
    turn = ranges.turn
    kept = [
        packed
        for packed in ranges.holders
        if how.runs_again(SearchedAction(turn, _followers_range(ranges, history, packed)), packed)
    ]
    left = {
        packed: hands.take(np.flatnonzero(np.isin(hands.packed_hands, kept)))
        for packed, hands in ranges.pairs.items()
    }
    followed = turn if ranges.followed is None else ranges.followed
    return replace(ranges, table=_without_empty(left), followed=followed)


def _apply_deferred(ranges: PairRanges, history: History, how: Understanding) -> PairRanges:
    """Condition on the leader's actions, oldest first, while the follower's hands are few."""
    waiting, table = list(ranges.deferred), ranges.pairs
    while waiting and len(table) <= how.max_range:
        turn, then = waiting.pop(0)
        groups = _by_past(list(table), history, ranges.pair.follower, ranges.turn, turn)
        kept = {
            packed
            for before, group in groups.items()
            if how.runs_again(SearchedAction(turn, then[before]), before)
            for packed in group
        }
        table = {packed: hands for packed, hands in table.items() if packed in kept}
    return replace(ranges, table=table, deferred=tuple(waiting))


def _without_empty(table: PairTable) -> PairTable:
    return {packed: hands for packed, hands in table.items() if len(hands)}
