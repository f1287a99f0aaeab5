"""What actions near the end are worth to a seat that does not see its own hand.

The seat chooses one action for all hands that it may hold, now and at its later turns, by what it
will have seen by then. The others see all hands, and the team knows how each of them acts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.beliefs import HandRange, History, unseen_counts
from hanabilab.beliefs.chances import ways_of
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_ACTIONS, MAX_CARDS, PLAY
from hanabilab.game.rules import Rules
from hanabilab.search.endgame.blueprint import BlueprintValues, most_of, range_near_the_end
from hanabilab.search.endgame.honest_seat import honest_bounds, open_sums
from hanabilab.search.endgame.nodes import BEST, NODES, SCORE, WIN
from hanabilab.search.endgame.seat_nodes import CUT, Seat, merge_useless
from hanabilab.search.endgame.solve import OpenSearch, by_value, require_endgame
from hanabilab.search.endgame.values import ActionValue, Bounds, EndgameValues

#: Hands that are followed at a time, at most.
_MOST_HANDS = 1 << 14
#: Of the first round: positions with open hands, hands of positions as the seat knows them (none
#: yet in that round itself), and ways to choose what others do; and by what they grow from round to
#: round.
_OPEN, _LOOKED, _TRIES, _GROWTH = 10_000, 500, 1, 3
#: Hands that are looked into to learn how long that takes, at most.
_SAMPLE = 32
#: After so many rounds all is looked into that fits.
_ROUNDS = 12
#: Hands that are told apart by useless cards too, at most.
_FEW_HANDS = 64


@dataclass(frozen=True)
class HonestValues(EndgameValues):
    """Values to a seat that does not see its hand, the others seeing all hands.

    Attributes:
        basis: what its range rests on: "hints"; or "exact", also on what others, had they been the
            blueprint, would have done.
        hands: in the range.
    """

    basis: str
    hands: int

    def at_least(self, played: BlueprintValues) -> HonestValues:
        """The same with lower bounds raised to what a blueprint reaches over the same hands.

        Raises:
            AgentError: the ranges rest on different things.
        """
        if (played.basis, played.hands) != (self.basis, self.hands):
            raise AgentError(f"values over other hands: {played.basis} and {self.basis}")
        known = {each.action: each for each in played.actions}
        raised = [each.at_least(known[each.action]) for each in self.actions]
        return replace(self, actions=tuple(sorted(raised, key=by_value)))


def honest_values(
    game: Game,
    *,
    blueprint: Agent | str | None = None,
    beliefs: str = "exact",
    seconds: float = 5.0,
    rounds: int = _ROUNDS,
) -> HonestValues:
    """Every legal action's value to a seat that does not see its hand.

    Args:
        game: running, with at most 18 cards in the deck and the hand of the seat to act.
        blueprint: whom the seat believes that the others were so far; None to go by hints alone.
            It says nothing about what comes.
        beliefs: with a blueprint, "exact", what hints and its choices leave; or "hints".
        seconds: that it may take, about, the range not counted; what is not exact by then is told
            as bounds.
        rounds: that are made at most, each looking further than the one before. The same number
            gives the same bounds on any machine, if `seconds` are enough.

    Raises:
        AgentError: the game is over, too many cards or hands, or a blueprint that cannot be asked.
    """
    require_endgame(game)
    history, hands = range_near_the_end(game, blueprint, beliefs)
    known = _Known(game, history, hands)  # what must be compiled is, before time counts
    began = time.monotonic()
    for number in range(rounds):
        if not known.look(number, began + seconds):
            break
    values = tuple(sorted(known.values(), key=by_value))
    return HonestValues(values, time.monotonic() - began, hands.basis, len(hands))


class _Known:
    """What is known of each action and aim: bounds that close in from round to round."""

    def __init__(self, game: Game, history: History, hands: HandRange) -> None:
        self._game, self._seat = game, history.seat
        counts = unseen_counts(history.view)
        ways = ways_of(hands.packed_hands, counts).astype(np.int64)
        self._total = int(ways.sum()) * factorial(game.cards_left)
        self._searches = [
            _Search(game, self._seat, aim, counts, hands.packed_hands, ways) for aim in (WIN, SCORE)
        ]
        for each in self._searches:
            each.prepare()
        self._legal = game.legal_actions()

    def look(self, number: int, until: float) -> bool:
        """Make a round; False if a further one finds nothing, or there is no time for it.

        Args:
            number: of the round.
            until: time by the monotonic clock after which no action is looked into any more.
        """
        now = time.monotonic()
        half = now + (until - now) / 2  # the first aim leaves the other one as much
        going_on = [
            each.look(number, to) for each, to in zip(self._searches, (half, until), strict=True)
        ]
        return any(going_on) and time.monotonic() < until

    def values(self) -> list[ActionValue]:
        """Of all legal actions."""
        return [
            ActionValue(action, *(self._bounds(each, action) for each in self._searches))
            for action in self._legal
        ]

    def _bounds(self, search: _Search, action: int) -> Bounds:
        low, high = search.found[search.alike[action]]
        return Bounds(Fraction(low, self._total), Fraction(high, self._total))


class _Search:
    """For one aim: with useless cards merged, and told apart."""

    def __init__(
        self,
        game: Game,
        seat: int,
        aim: int,
        counts: NDArray[np.int64],
        packed: NDArray[np.int32],
        ways: NDArray[np.int64],
    ) -> None:
        self._opened = OpenSearch(game, aim)
        merges = self._opened.task.merges
        rows = len(self._opened.task.states)
        shape = rows, min(_MOST_HANDS, 64 * len(packed) + 1024)
        self._empty = Seat(
            task=self._opened.task,
            merges=False,
            may_wait=merges and _may_wait(game.rules),
            seat=seat,
            packed=np.zeros(shape, np.int64),
            ways=np.zeros(shape, np.int64),
            actions=np.zeros(shape, np.int64),
            unseen=np.zeros((rows, MAX_CARDS), np.int64),
            ceilings=np.zeros((rows, MAX_ACTIONS), np.int64),
            width=1,
            tries=_TRIES,
            limit=_LOOKED,
            used=np.zeros(2, np.int64),
        )
        self._counts = counts
        self._hands = {True: self._merged(packed, ways)} if merges else {}
        if not merges or len(packed) <= _FEW_HANDS:
            self._hands[False] = packed.astype(np.int64), ways
        self._hands = {key: each for key, each in self._hands.items() if len(each[0]) <= shape[1]}
        self._going = dict.fromkeys(self._hands, True)
        #: Seconds of the action that took longest in the round before, and of a look into a hand.
        self._slowest, self._pace = dict.fromkeys(self._hands, 0.0), dict.fromkeys(self._hands, 0.0)
        self.alike = _alike(game)
        most = int(ways.sum()) * self._opened.orders * most_of(game)[aim]
        #: By action, of which others are alike: bounds, in ways times orders.
        self.found: dict[int, tuple[int, int]] = dict.fromkeys(self.alike.values(), (0, most))

    def _merged(
        self, packed: NDArray[np.int32], ways: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The hands that differ in more than useless cards, and their ways."""
        at = self._at(0, merges=True)._replace(packed=packed.astype(np.int64)[None].copy())
        at.unseen[0] = self._counts
        merge_useless(at, len(packed))
        found, which = np.unique(at.packed[0], return_inverse=True)
        sums = np.zeros(len(found), np.int64)
        np.add.at(sums, which, ways)
        return found, sums

    def prepare(self) -> None:
        """Compile; then look into a few hands, for each action, to learn how long that takes."""
        self._opened.extend(_SAMPLE)
        for merges, (packed, ways) in self._hands.items():
            few = slice(None, None, -(-len(packed) // _SAMPLE))
            count = len(packed[few])
            at = self._placed(0, packed[few], ways[few], merges=merges)._replace(limit=count)
            honest_bounds(at, 0, 1, BEST)
            open_sums(at, 0, 1, BEST)
            for action in self.found:
                at.used[:] = 0
                at.actions[0, :count] = action
                began = time.monotonic()
                honest_bounds(at, 0, count, action)
                took = (time.monotonic() - began) / count
                self._pace[merges] = max(self._pace[merges], took)

    def look(self, number: int, until: float) -> bool:
        """Make a round, as `_Known.look`."""
        factor = _GROWTH**number
        self._opened.extend(_OPEN * factor)
        for merges, (packed, ways) in self._hands.items():
            if self._going[merges]:
                at = self._placed(number, packed, ways, merges=merges)
                self._going[merges] = self._look(at, len(packed), until)
        return any(self._going.values())

    def _look(self, at: Seat, count: int, until: float) -> bool:
        """The same with useless cards merged or told apart."""
        cut, began = False, time.monotonic()
        # For one action: more than the round before, or the first time that there are looks at all.
        first = self._pace[at.merges] * min(count, at.limit)
        expected = max(_GROWTH * self._slowest[at.merges], first)
        self._slowest[at.merges] = 0.0
        for action, (before, after) in self.found.items():
            if before == after:
                continue
            if began + expected >= until:
                return False
            at.used[:] = 0
            at.actions[0, :count] = action
            lower, upper = honest_bounds(at, 0, count, action)
            opened = open_sums(at, 0, count, action)[1]
            # With useless cards merged the seat knows less than it does: a lower bound alone.
            low, high = max(before, lower), min(after, opened, opened if at.merges else upper)
            self.found[action] = low, high
            cut |= bool(at.used[CUT]) and low < high
            took, began = time.monotonic() - began, time.monotonic()
            self._slowest[at.merges] = max(self._slowest[at.merges], took)
        return cut or at.task.used[NODES] >= at.task.limit

    def _at(self, number: int, *, merges: bool) -> Seat:
        factor = _GROWTH**number
        return self._empty._replace(
            task=self._opened.task,
            merges=merges,
            width=min(1 << number, MAX_ACTIONS),
            tries=_TRIES * factor,
            limit=_LOOKED * factor if number else 0,
        )

    def _placed(
        self, number: int, packed: NDArray[np.int64], ways: NDArray[np.int64], *, merges: bool
    ) -> Seat:
        """What a round works on, with hands put in."""
        at = self._at(number, merges=merges)
        at.packed[0, : len(packed)], at.ways[0, : len(packed)] = packed, ways
        at.unseen[0] = self._counts
        return at


def _may_wait(rules: Rules) -> bool:
    """Whether seats can always do something other than play, and so keep their points.

    Others always have a card to hint at, or tokens are few enough for a discard; but where there
    are no tokens at all, perhaps neither is ever allowed.
    """
    can_discard = bool(rules.tables.discards_below > 0)
    return can_discard and not rules.all_or_nothing and rules.hand_size > 1


def _alike(game: Game) -> dict[int, int]:
    """For each legal action the first one that is as good: hints tell nothing to those who see."""
    tables, found = game.rules.tables, {}
    for action in game.legal_actions():
        kind = int(tables.action_kind[action])
        if kind <= PLAY:
            found[action] = action
            continue
        first = next(
            other
            for other in game.legal_actions()
            if tables.action_kind[other] > PLAY
            and (not tables.alternates_hints or tables.action_kind[other] == kind)
        )
        found[action] = first
    return found
