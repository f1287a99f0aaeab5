"""Two searching seats among others who play the blueprint: what the two have in common.

The *leader*, who acts first, searches from the beginning on, as a single searcher does. The
*follower* plays the blueprint until few hands of either are left (`beliefs.pair_table`): then the
leader's searches are run again for every hand that the follower may hold, those that would have led
to another action are dropped, and from then on the two understand each other. An action of the
leader is *deferred* while the follower may hold too many hands; meanwhile the follower plays the
blueprint, and so it does while the leader may hold too many hands to understand it at once.

Seats that only see the two are not in on it: they take every action for the blueprint's.

Source: Lerer et al. 2020, section 4.2, for two players; here for two seats among several, whose
public ranges are no longer independent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.history import History
from hanabilab.beliefs.pair_table import PairTable, find_table, move_on
from hanabilab.beliefs.partners import PartnerModel, explain_action
from hanabilab.beliefs.ranges import carry_on, hints_alone
from hanabilab.beliefs.searchers import Pair, Reason, Searched, as_known, hands_then, held_by

#: Pairs of hands that a table may list; with more the two part for good.
_MAX_PAIRS = 200_000


@dataclass(frozen=True)
class PairRanges:
    """What the two know in common before action number `turn`.

    Attributes:
        table: the pairs of hands that they may hold; None before the first, which may begin at a
            turn of the follower.
        deferred: the leader's turns that the table does not explain yet, with the tables then.
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
        """Codes of the hands that the leader may hold, ascending."""
        return sorted({code for hands in self.pairs.values() for code in hands.codes.tolist()})

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
        """Whether the follower has understood the leader, and will be understood at once."""
        known = bool(self.table) and self.parted is None
        return known and not self.deferred and len(self.holders) <= max_range

    def faithful(self, seat: int) -> int | None:
        """As `History.faithful`, for one of the two: the leader searches from the first turn on."""
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
    codes = [code for code, hands in ranges.pairs.items() if beside in hands.codes]
    return HandRange(np.array(codes, np.int32), np.zeros(0, np.float32), places, ranges.turn)


def _alone(ranges: PairRanges, history: History, model: PartnerModel) -> HandRange:
    """The range of the leader since the two parted."""
    since = 0 if ranges.parted is None else ranges.parted
    past = history.replay(since, history.likely_deck)[0]
    before = ranges.pairs.get(held_by(past.hands, ranges.pair.follower))
    if before is None:
        before = hints_alone(history.view_at(since + 1), model)
    before = replace(before, turn=since + 1)  # the action at which they parted is explained
    return carry_on(replace(history, faithful=ranges.followed), before, model)


def advance(
    ranges: PairRanges, history: History, model: PartnerModel, max_range: int, reason: Reason
) -> PairRanges:
    """The same one action later.

    Args:
        history: of either of the two, at that time or later.
        max_range: hands of either at most when they begin to understand each other; and for which
            an action is explained.
        reason: runs a search again.
    """
    now, later = ranges.turn, ranges.turn + 1
    if ranges.parted is not None:
        return replace(ranges, turn=later)
    if ranges.table is None:
        waited = replace(ranges, turn=later)
        if history.actor_at(later) != ranges.pair.follower:
            return waited
        return _list_pairs(waited, history, model, max_range, reason)
    explained = _explain(ranges, history, model, max_range, reason)
    table = move_on(explained.pairs, now, history, ranges.pair, _MAX_PAIRS)
    if table is None:
        return replace(explained, turn=later, parted=now)
    moved = _explain_deferred(
        replace(explained, turn=later, table=table), history, max_range, reason
    )
    return moved if moved.table else replace(moved, parted=now)


# --- The first table -----------------------------------------------------------------------------


def _list_pairs(
    ranges: PairRanges, history: History, model: PartnerModel, max_range: int, reason: Reason
) -> PairRanges:
    """Begin the table if it is small enough, without what the leader's searches rule out."""
    now = as_known(history, ranges.turn, history.seat, {})
    table = find_table(now, ranges.pair, model, max_range)
    if not table:
        return ranges
    past = _Past(now, ranges.pair.follower, model, reason)
    left = past.explain(list(table), range(0, ranges.turn, history.rules.players), None)
    parted = None if left else ranges.turn - 1
    return replace(ranges, table={code: table[code] for code in sorted(left)}, parted=parted)


@dataclass(frozen=True)
class _Past:
    """The leader's searches so far, run again."""

    now: History
    follower: int
    model: PartnerModel
    reason: Reason

    def explain(self, codes: list[int], turns: range, before: HandRange | None) -> list[int]:
        """The hands of the follower, now, for which the leader would have acted as it did.

        Args:
            codes: hands that were the same at all turns before these.
            turns: the leader's that are still to be explained.
            before: the leader's range at the turn before these; None at the first.
        """
        if not turns:
            return codes
        turn, left = turns[0], []
        leader = self.now.rules.first_seat
        groups = _by_past(codes, self.now, self.follower, self.now.turn, turn)
        for then, group in groups.items():
            known = as_known(self.now, turn, leader, {self.follower: then})
            hands = carry_on(known, before, self.model)
            if self.reason(Searched(turn, hands), then):
                left += self.explain(group, turns[1:], hands)
        return left


def _by_past(
    codes: list[int], history: History, seat: int, now: int, turn: int
) -> dict[int, list[int]]:
    """The hands that `seat` may hold at turn `now`, by what it then held before action `turn`."""
    past = history.replay(now, history.likely_deck)[0]
    places = np.asarray(past.deck_index[seat])
    hands = HandRange(np.array(codes, np.int32), np.zeros(0, np.float32), places, now)
    groups: dict[int, list[int]] = {}
    then = hands_then(hands, history, seat, turn).tolist()
    for before, code in sorted(zip(then, codes, strict=True)):
        groups.setdefault(before, []).append(code)
    return groups


# --- Actions while there is a table --------------------------------------------------------------


def _explain(
    ranges: PairRanges, history: History, model: PartnerModel, max_range: int, reason: Reason
) -> PairRanges:
    """Without the pairs that do not explain the action at the present turn."""
    turn, pair, table = ranges.turn, ranges.pair, ranges.pairs
    actor = history.actor_at(turn)
    if actor == pair.leader:
        return replace(ranges, deferred=(*ranges.deferred, (turn, table)))
    if actor == pair.follower and ranges.follows(max_range):
        return _explain_follower(ranges, history, reason)
    left: PairTable = {}
    for code, hands in table.items():
        known = as_known(history, turn, pair.leader, {pair.follower: code})
        known = replace(known, faithful=ranges.followed)
        left[code] = explain_action(hands.owned(), known, turn, model, pair.leader)
    return replace(ranges, table=_without_empty(left))


def _explain_follower(ranges: PairRanges, history: History, reason: Reason) -> PairRanges:
    """Without the leader's hands for which the follower would have found another action."""
    turn = ranges.turn
    kept = [
        code
        for code in ranges.holders
        if reason(Searched(turn, _followers_range(ranges, history, code)), code)
    ]
    left = {
        code: hands.take(np.flatnonzero(np.isin(hands.codes, kept)))
        for code, hands in ranges.pairs.items()
    }
    followed = turn if ranges.followed is None else ranges.followed
    return replace(ranges, table=_without_empty(left), followed=followed)


def _explain_deferred(
    ranges: PairRanges, history: History, max_range: int, reason: Reason
) -> PairRanges:
    """Explain the leader's actions, oldest first, while the follower's hands are few."""
    waiting, table = list(ranges.deferred), ranges.pairs
    while waiting and len(table) <= max_range:
        turn, then = waiting.pop(0)
        groups = _by_past(list(table), history, ranges.pair.follower, ranges.turn, turn)
        kept = {
            code
            for before, group in groups.items()
            if reason(Searched(turn, then[before]), before)
            for code in group
        }
        table = {code: hands for code, hands in table.items() if code in kept}
    return replace(ranges, table=table, deferred=tuple(waiting))


def _without_empty(table: PairTable) -> PairTable:
    return {code: hands for code, hands in table.items() if len(hands)}
