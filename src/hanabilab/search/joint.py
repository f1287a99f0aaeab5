"""`joint(BLUEPRINT)`: SPARTA with both seats searching, each aware that the other does.

Both seats keep the same public ranges (`beliefs.public`). The seat that begins searches all the
time, the other when it has understood all that the first one's searched actions told, and will be
understood itself; else it plays the blueprint. A seat that searches draws its own hand from its
public range, given the other's hand, and races all actions. What it found is understood by the
other by running the very search again, same dice and all, for each hand that it may hold itself.

Unlike two seats with `sparta(...)`, whose beliefs about each other are wrong, this never plays
worse than the blueprint but for the error of estimates.

Source: Lerer et al. 2020, section 4.2; for two players, as released.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import CompiledPolicy, Turns
from hanabilab.beliefs import History, PartnerModel
from hanabilab.beliefs.codes import EMPTY, NO_CARDS, card_at, with_card
from hanabilab.beliefs.public import Deferred, PublicRanges, advance
from hanabilab.beliefs.public_cache import PublicCache
from hanabilab.errors import AgentError
from hanabilab.game.actions import fill_legal
from hanabilab.game.games import new_views
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND
from hanabilab.game.view import fill_known_deck, look
from hanabilab.randomness import seed_rng
from hanabilab.search.estimates import Estimates
from hanabilab.search.prepare import (
    MAX_ROLLOUTS,
    make_desk,
    make_position,
    require_fit,
    require_number,
    require_whole,
    winner,
)
from hanabilab.search.race import TALLIES, Race, run_race
from hanabilab.search.rollouts import FAILED
from hanabilab.search.searching import Searching

__all__ = ["JointSparta"]

#: Of the dice that all searches throw; known to both seats.
_SEED = 20191205


@dataclass(frozen=True)
class JointSparta(Searching):
    """Two seats that search one ply ahead and understand each other's searches.

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
    _public: PublicCache = field(default_factory=PublicCache, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_fit(self.blueprint)
        if self.blueprint.memory_size and not self.blueprint.common:
            raise AgentError(f"{self.blueprint.name!r} keeps private memory; joint needs common")
        require_whole("rollouts", self.rollouts, 0, MAX_ROLLOUTS)
        require_whole("max_range", self.max_range, 1, MAX_ROLLOUTS)
        require_whole("min_worlds", self.min_worlds, 2, MAX_ROLLOUTS)
        require_number("threshold", self.threshold, "a number of points from 0 up")
        require_number("confidence", self.confidence, "a number of standard errors from 0 up")
        require_number("sigmas", self.sigmas, "a number of standard errors from 0 up")

    @property
    def players(self) -> range:
        """Two: with more, what a seat does depends on hands that another does not see."""
        return range(2, 3)

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games, as far as the other's searches are understood.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        history = History.of(self.blueprint, turns, game)
        public = self._public.ranges_of(history, PartnerModel(self.blueprint), self._advance)
        seat = history.seat
        other = _held(history.view, 1 - seat)
        attempt = Deferred(history.turn, public.hands[seat])
        may = public.may_search(seat, self.max_range)
        why = "" if may else "searched actions would not be understood"
        return self.decide(history, attempt, other, why=why)

    def _advance(self, public: PublicRanges, history: History, model: PartnerModel) -> PublicRanges:
        def reason(action: Deferred, other: int) -> bool:
            return self.runs_again(history, action, other)

        return advance(public, history, model, self.max_range, reason)

    def runs_again(self, history: History, action: Deferred, other: int) -> bool:
        """Whether the seat that searched takes the action it took if the other holds `other`."""
        taken = int(history.actions[action.turn])
        return self.decide(history, action, other, watched=taken).action == taken

    def decide(
        self, history: History, turn: Deferred, other: int, *, watched: int = -1, why: str = ""
    ) -> Estimates:
        """What the seat to act at a turn does if the other holds `other`.

        Args:
            history: of either seat.
            turn: its number, and the public range of the seat to act.
            other: code of the other's hand.
            watched: stop once this action is surely not taken; the estimates are then unfinished.
            why: a reason not to search; or "".
        """
        view, known_deck, memory = _scene(history, turn, other)
        rng = np.zeros(2, np.uint64)
        seed_rng(rng, _SEED, turn.turn, 0)
        legal = np.zeros(history.rules.num_actions, np.bool_)
        fill_legal(legal, view)
        natives = self.blueprint.native_act, self.blueprint.native_observe
        proposed = int(natives[0](view, memory[view.seat], rng))
        if not 0 <= proposed < len(legal) or not legal[proposed]:
            raise AgentError(f"{self.name}: the blueprint acts illegally")
        if not why and self.rollouts < self.min_worlds * legal.sum():
            why = "too few rollouts"
        if why or legal.sum() == 1:
            why = why or "one legal action"
            return Estimates.without_search(legal, proposed, turn.hands, why)
        desk = make_desk(history.rules, self.blueprint)
        desk.memory[0] = memory
        sigmas, threshold = float(self.sigmas), float(self.threshold)
        race = Race(proposed, threshold, self.min_worlds, sigmas, True, True, watched)
        large = len(turn.hands) > _SUMMED
        position = make_position(
            view, known_deck, history.actions, turn.hands, drawn_by_trial=large
        )
        tallies, racing = np.zeros((len(legal), TALLIES)), legal.copy()
        used = run_race(tallies, racing, position, race, desk, *natives, self.rollouts, rng)
        if used == FAILED:
            return Estimates.without_search(legal, proposed, turn.hands, "no hand is possible")
        action = winner(tallies, racing, proposed, self.threshold, self.confidence)
        return Estimates(tallies, legal, proposed, action, used, turn.hands)


#: Hands at most whose weights are summed up before drawing; more are drawn by trial.
_SUMMED = 20_000


def _held(view: Any, seat: int) -> int:
    """The code of a hand in sight."""
    code = NO_CARDS
    for slot in range(MAX_HAND):
        card = int(view.hands[seat, slot])
        code = with_card(code, slot, card if card >= 0 else EMPTY)
    return code


def _scene(
    history: History, turn: Deferred, other: int
) -> tuple[Any, NDArray[np.int16], NDArray[np.int64]]:
    """View and known deck of the seat to act at a turn if the other holds `other`; all memories."""
    past = history.replay(turn.turn, history.likely_deck)[0]
    actor = int(past.current_seat)
    deck = history.deck_with(int(turn.hands.codes[0]), turn.hands.places)
    for slot in range(MAX_HAND):
        if card_at(other, slot) != EMPTY:
            deck[past.deck_index[1 - actor, slot]] = card_at(other, slot)
    past, memory = history.replay(turn.turn, deck)
    view, known_deck = new_views(history.rules, 1)[0], np.zeros(MAX_DECK, np.int16)
    look(view, past, actor)
    fill_known_deck(known_deck, past, actor)
    return view, known_deck, memory
