"""`joint(BLUEPRINT)`: SPARTA with two seats that search, each aware that the other does.

With two players, what the two have in common is kept as public ranges (`public_ranges`); with
more, as a table of pairs of hands (`pair_ranges`). The seat that acts first always searches. The
other one searches once it has accounted for all of the first one's searched actions, and once its
own actions could be accounted for; until then it plays the blueprint.

A seat that searches draws its own hand from its range, given the other's hand, and races all
actions. The other seat accounts for the result: it runs the very same search again, with the same
random numbers, for each hand that it may hold itself.

Two seats with `sparta(...)` have wrong beliefs about each other; these two do not. If all others
play the blueprint, this never plays worse than the blueprint, except for the error of estimates.

Source: Lerer et al. 2020, section 4.2; for two players, as released.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import ask, require_unraised
from hanabilab.agents.policy import CompiledPolicy, Turns
from hanabilab.beliefs import HandRange, History, PartnerModel, RangeCache, unseen_counts
from hanabilab.beliefs.chances import has_weight
from hanabilab.beliefs.condition_on_actions import memory_fixed_until
from hanabilab.beliefs.joint import pair_ranges, public_ranges
from hanabilab.beliefs.joint.common_knowledge import (
    Pair,
    PublicCache,
    SearchedAction,
    Understanding,
    as_known,
)
from hanabilab.beliefs.joint.pair_ranges import PairRanges
from hanabilab.beliefs.joint.public_ranges import PublicRanges
from hanabilab.errors import AgentError
from hanabilab.randomness import seed_rng
from hanabilab.search.estimates import Estimates, Race, Standings, winner
from hanabilab.search.rollouts import FAILED, run_race
from hanabilab.search.searching import (
    MAX_ROLLOUTS,
    Searching,
    make_position,
    make_workspace,
    require_fit,
    require_race,
    require_whole,
    rollout_policy,
)

#: Seed of the random numbers of all searches; known to both seats.
_SEED = 20191205


@dataclass(frozen=True)
class _Kept:
    """Ranges of the games that are being played. Keeping them never changes a result."""

    public: PublicCache[PublicRanges] = field(default_factory=PublicCache)
    pairs: PublicCache[PairRanges] = field(default_factory=PublicCache)
    alone: RangeCache = field(default_factory=RangeCache)


@dataclass(frozen=True, repr=False)
class JointSparta(Searching):
    """Two seats that search one ply ahead and account for each other's searches.

    Args:
        blueprint: what both play else; its memory must be common.
        rollouts: games played out a search at most, all actions together.
        threshold: points by which an action must gain over the blueprint's to be preferred.
        confidence: standard errors of the gain by which it must, too: with few rollouts the best of
            many noisy gains is often none.
        max_range: hands at most for which the other's search is run again.
        min_worlds: worlds an action is played out in before it may leave the race, or win it.
        sigmas: standard errors by which it must then be behind.
        games_at_once: games to be asked for in one call; few, so that a stop is quick.

    Raises:
        AgentError: options out of range, or a blueprint whose memory is private.
    """

    family: ClassVar[str] = "joint"
    options: ClassVar[tuple[str, ...]] = (
        *("rollouts", "threshold", "confidence"),
        *("max_range", "min_worlds", "sigmas"),
    )
    beliefs = "exact"

    blueprint: CompiledPolicy
    rollouts: int = 10_000
    threshold: float = 0.05
    confidence: float = 2.0
    max_range: int = 50
    min_worlds: int = 35
    sigmas: float = 2.5
    games_at_once: int = 1
    _kept: _Kept = field(default_factory=_Kept, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.make_blueprint(CompiledPolicy)
        require_fit(self.blueprint)
        if self.blueprint.memory_size and not self.blueprint.common:
            raise AgentError(f"{self.blueprint.name!r} keeps private memory; joint needs common")
        require_race(self)
        require_whole("max_range", self.max_range, 1, MAX_ROLLOUTS)

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games, if the other's searches are accounted for.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        history = History.of(self.blueprint, turns, game)
        if history.rules.players > 2:
            return self._search_among_others(history)
        ranges = self.public_ranges_of(history)
        may = ranges.may_search(history.seat, self.max_range)
        return self.decide(history, ranges.hands[history.seat], why="" if may else _UNDERSTOOD_LATE)

    def public_ranges_of(self, history: History) -> PublicRanges:
        """The ranges that both of two players work out; `history` is of either."""

        def begin(history: History) -> PublicRanges:
            return public_ranges.begin(history, self._model)

        return self._kept.public.ranges_of(history, begin, self._advance)

    def pair_ranges_of(self, history: History) -> PairRanges:
        """What the two who search have in common beside other seats; `history` is of either."""
        return self._kept.pairs.ranges_of(history, PairRanges.begin, self._advance_pair)

    def _advance(self, ranges: PublicRanges, history: History) -> PublicRanges:
        def runs_again(action: SearchedAction, other: int) -> bool:
            return self.runs_again(history, action, other)

        how = Understanding(self._model, self.max_range, runs_again)
        return public_ranges.advance(ranges, history, how)

    def _search_among_others(self, history: History) -> Estimates:
        """Search beside seats that do not: the two who act first are the ones who search."""
        pair, seat = Pair.of(history.rules), history.seat
        if seat not in (pair.leader, pair.follower):
            return self.decide(history, None, why="two other seats search")
        ranges = self.pair_ranges_of(history)
        if ranges.table is None and seat == pair.leader:
            return self.decide(history, self._kept.alone.range_of(history, self._model))
        if seat == pair.follower and not ranges.follows(self.max_range):
            return self.decide(history, None, why=_UNDERSTOOD_LATE)
        hands = pair_ranges.hands_of(ranges, history, self._model)
        off = seat == pair.follower and hands.basis != "exact"
        known = replace(history, first_deviation_of_others=ranges.first_deviation_beside(seat))
        return self.decide(known, hands, why="others are off the model" if off else "")

    def _advance_pair(self, ranges: PairRanges, history: History) -> PairRanges:
        def runs_again(action: SearchedAction, other: int) -> bool:
            others = ranges.first_deviation_beside(history.actor_at(action.turn))
            return self.runs_again(
                replace(history, first_deviation_of_others=others), action, other
            )

        how = Understanding(self._model, self.max_range, runs_again)
        return pair_ranges.advance(ranges, history, how)

    @property
    def _model(self) -> PartnerModel:
        return PartnerModel(self.blueprint)

    def runs_again(self, history: History, action: SearchedAction, other: int) -> bool:
        """Whether the seat that searched takes the action it took if the other holds `other`."""
        pair, seat = Pair.of(history.rules), history.actor_at(action.turn)
        held = {seat: int(action.hands.packed_hands[0]), pair.other(seat): other}
        known = as_known(history, action.turn, seat, held)
        taken = int(history.actions[action.turn])
        return self.decide(known, action.hands, watched=taken).action == taken

    def decide(
        self, history: History, hands: HandRange | None, *, watched: int = -1, why: str = ""
    ) -> Estimates:
        """What the seat to act does.

        Args:
            history: what it knows.
            hands: the range of its hand; None if it does not search.
            watched: stop once this action is surely not taken; the estimates are then unfinished.
            why: a reason not to search; or "".
        """
        deck = history.likely_deck
        if hands is not None:
            deck = history.deck_with(int(hands.packed_hands[0]), hands.places)
        memory, rng = history.replay(history.turn, deck)[1], np.zeros(2, np.uint64)
        seed_rng(rng, _SEED, history.turn, 0)
        asked = ask(self.blueprint, history.view, memory[history.seat], rng)
        legal, proposed = self.check(history.view, asked)
        if not why and self.rollouts < self.min_worlds * legal.sum():
            why = "too few rollouts"
        if hands is None or why or legal.sum() == 1:
            why = why or "one legal action"
            return Estimates.without_search(legal, proposed, hands, why)
        if not has_weight(hands.arrays, unseen_counts(history.view)):
            return Estimates.without_search(legal, proposed, hands, "no hand is possible")
        standings, rules = Standings.of(legal), (self.min_worlds, float(self.sigmas), watched)
        race = Race(proposed, float(self.threshold), *rules)
        used = self._race(standings, race, history, hands, memory, rng)
        if used == FAILED:
            raise AgentError(f"{self.name}: the blueprint acts illegally")
        action = winner(standings, race, self.confidence)
        return Estimates(standings.tallies, legal, proposed, action, used, hands)

    def _race(
        self,
        standings: Standings,
        race: Race,
        history: History,
        hands: HandRange,
        memory: NDArray[np.int64],
        rng: NDArray[np.uint64],
    ) -> int:
        """Let the actions race; `memory` [P, M] is that of each seat, if it is the same always."""
        workspace = make_workspace(history.rules, self.blueprint)
        workspace.world_memory[:] = memory
        alike = memory_fixed_until(history, history.turn, self._model) == history.turn
        position = make_position(
            history,
            hands,
            memory_is_fixed=alike and hands.basis == "exact",
            drawn_by_trial=len(hands) > _SUMMED,
        )
        policy = rollout_policy(self.blueprint)
        used = run_race(standings, race, position, workspace, policy, self.rollouts, rng)
        require_unraised(self.blueprint, workspace.look_at.raised)
        return used


_UNDERSTOOD_LATE = "searched actions would not be understood"
#: Hands at most whose weights are summed up before drawing; more are drawn by trial.
_SUMMED = 20_000
