"""`sparta(BLUEPRINT)`: one-ply search over a blueprint, SPARTA with one searcher.

Every legal action is played out in worlds drawn from the seat's exact range, with all seats on the
blueprint afterwards. The seat leaves the blueprint's action only for one that gains at least
`threshold` points. With one searching seat this never plays worse than the blueprint, except for
the error of its estimates. If several seats search, each still believes that the others do not.

Source: Lerer et al. 2020, sections 4.1 and 5.1.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.carrying import AlsoBatched, Dear
from hanabilab.agents.policy import Agent, CompiledPolicy, Memory, Turns
from hanabilab.agents.traits import tells_chances
from hanabilab.beliefs import HandRange, History, PartnerModel, RangeCache
from hanabilab.beliefs.condition_on_actions import memory_fixed_until
from hanabilab.beliefs.conventions import range_by_conventions, tells_cards
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.search.batched_race import BatchedBlueprint, run_batched_race
from hanabilab.search.endgame.exact_estimates import exact_estimates
from hanabilab.search.endgame.nodes import MOST_CARDS
from hanabilab.search.estimates import Estimates, HeldOut, Race, Standings, winner
from hanabilab.search.rollouts import FAILED, Position, Workspace, run_race
from hanabilab.search.searching import (
    MAX_ROLLOUTS,
    Searching,
    can_be_cut,
    make_position,
    make_workspace,
    require_exact,
    require_fit,
    require_number,
    require_race,
    require_whole,
    rollout_policy,
)

#: Rollouts between two looks at the clock.
_SLICE = 500
#: Hands that a range lists at most, and those of a sample, if no other numbers are given.
_HANDS, _SAMPLES = 10_000_000, 200_000
#: Games that exact values may take, for each rollout of a search.
_GAMES_EXACT = 10
_BELIEFS = ("exact", "conventions", "hints", "learned")


@dataclass(frozen=True, repr=False)
class Sparta(Searching):
    """A seat that searches one ply ahead; a batched policy.

    Args:
        blueprint: what all seats are believed to play, and what is improved; compiled or batched.
        rollouts: games played out a move, all actions together, at most.
        threshold: points by which an action must gain over the blueprint's to be preferred.
        confidence: standard errors of the gain by which it must, too: with few rollouts the best of
            many noisy gains is often none.
        beliefs: "exact" for the range of hands that hints and partners' choices leave,
            "conventions" for all hands that the blueprint's conventions allow, "hints" to draw
            hands from hints and counts alone, "learned" for the exact range where its hands can be
            listed, and else hands drawn from the blueprint's learned belief.
        error: how likely partners are to deviate from the blueprint; see `PartnerModel.error`. With
            "conventions", 0 leaves out what partners chose.
        seconds: time of rollouts a move at most, beliefs not counted; results then depend on the
            machine. `min_worlds` worlds of each action are played out however long that takes: with
            fewer no action could win. None for no limit.
        min_worlds: worlds an action is played out in before it may leave the race, or win it.
        sigmas: standard errors by which it must then be behind.
        likely: actions that the blueprint finds less likely than this are not tried; for blueprints
            that tell chances: networks that learned a policy, models of people.
        turns: turns of a rollout, which is then cut short: the rule agent that a network sits on
            plays on, or the network says what score it expects. 0 for all turns.
        max_hands: more hands are not listed but sampled. None for ten million, or for what a
            network suggests, which takes up to a hundred times as long to say what it would do.
        threads: that share the work on a large range.
        endgame: where so many cards are in the deck at most, and the range is listed, all hands and
            all orders of the deck are played out instead of drawn, if that takes no more than ten
            times `rollouts` games, and the blueprint uses no random numbers. Gains are then exact,
            and any gain counts. 0 for never.
        samples: of them then; None for 200,000, or for `max_hands` over a network.
        games_at_once: games to be asked for in one call; few, so that a stop is quick.

    Raises:
        AgentError: options out of range.
    """

    family: ClassVar[str] = "sparta"
    options: ClassVar[tuple[str, ...]] = (
        *("rollouts", "threshold", "confidence", "beliefs"),
        *("error", "seconds", "min_worlds", "sigmas"),
        *("likely", "turns", "max_hands", "samples", "endgame"),
    )

    blueprint: Agent
    rollouts: int = 10_000
    threshold: float = 0.05
    confidence: float = 2.0
    beliefs: str = "exact"
    error: float = 0.0
    seconds: float | None = None
    min_worlds: int = 35
    sigmas: float = 2.5
    likely: float = 0.0
    turns: int = 0
    max_hands: int | None = None
    threads: int = 1
    samples: int | None = None
    endgame: int = 0
    games_at_once: int = 1
    _ranges: RangeCache = field(default_factory=RangeCache, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.make_blueprint()
        require_fit(self.blueprint)
        if self.turns and isinstance(self.blueprint, AlsoBatched):  # it tells what it expects then
            object.__setattr__(self, "blueprint", self.blueprint.batched)
        require_race(self)
        require_whole("threads", self.threads, 1, 1024)
        require_whole("endgame", self.endgame, 0, MOST_CARDS)
        if self.seconds is not None:
            require_number("seconds", self.seconds, "a number of seconds from 0 up")
        self._check_options_of_networks()
        if self.beliefs not in _BELIEFS:
            raise AgentError(f"beliefs is {self.beliefs!r}; one of {', '.join(_BELIEFS)}")
        if self.beliefs == "conventions" and not tells_cards(self.blueprint):
            raise AgentError(
                f"{self.blueprint.name!r} does not say what cards can be by its conventions; "
                "value, holmes, smart, keen, h-group and networks that sit on them do"
            )
        _ = self.partners  # checks `error`
        require_exact(self, "error", "max_hands", "samples")

    def _check_options_of_networks(self) -> None:
        require_whole("turns", self.turns, 0, MAX_ROLLOUTS)
        if self.turns and not can_be_cut(self.blueprint):
            raise AgentError(
                f"{self.blueprint.name!r} plays rollouts to their end; turns must be 0"
            )
        for name in ("max_hands", "samples"):
            if getattr(self, name) is not None:
                require_whole(name, getattr(self, name), 1, MAX_ROLLOUTS)
        if type(self.likely) not in (int, float) or not 0 <= self.likely < 1:
            raise AgentError(f"likely is {self.likely!r}; a chance from 0 to below 1")
        if self.likely and not tells_chances(self.blueprint):
            raise AgentError(
                f"{self.blueprint.name!r} tells no chances; networks that learned a policy, and "
                "models of people, do"
            )

    @property
    def partners(self) -> PartnerModel:
        """What partners are believed to do."""
        policy = self.blueprint
        asks = self.beliefs != "conventions" or self.error != 0  # what it does under many hands
        dear = policy if asks and isinstance(policy, Dear) else None
        most = self.max_hands or (dear.max_hands if dear else _HANDS)
        samples = (most if dear else _SAMPLES) if self.samples is None else self.samples
        return PartnerModel(
            policy,
            self.error,
            most,
            samples,
            self.threads,
            carries_samples=dear is not None,
            learned=self.beliefs == "learned",
        )

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games: every action's estimate, and the range they rest on.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        most = self.rollouts if self.seconds is None else _SLICE
        *_, found = self.watch(turns, game, most)
        return found

    def watch(
        self, turns: Turns, game: int, most: int, *, against: int | None = None
    ) -> Iterator[Estimates]:
        """`search` as it goes: the estimates after every `most` rollouts or so.

        Args:
            turns: some games that wait.
            game: the one to search.
            most: rollouts between two answers, about.
            against: the legal action that gains are over, in the place of the blueprint's. None
                leaves the race then; all have the same worlds, so that gains are unbiased.

        Raises:
            AgentError: as `search`.
        """
        legal, proposed = self.propose(turns, game)
        sigmas = float(self.sigmas) if against is None else np.inf
        proposed = proposed if against is None else against
        history = History.of(self.blueprint, turns, game)
        model = replace(self.partners, seed=turns.belief_seed(game))
        hands = self._believe(history, turns.memory[game], model)
        tried = self._likely(legal, proposed, turns.only(game))
        several = tried.sum() > 1
        if several and (exact := self._exactly(history, hands, tried, proposed)):
            yield replace(exact, legal_mask=legal)
            return
        if why := self._why_not(legal, tried):
            yield Estimates.without_search(legal, proposed, hands, why)
            return
        standings = Standings.of(tried)
        race = Race(proposed, float(self.threshold), self.min_worlds, sigmas)
        for used in self._race(standings, race, history, hands, turns.rngs[game], most):
            action = winner(standings, race, self.confidence)
            yield Estimates(standings.tallies.copy(), legal, proposed, action, used, hands)

    def hold_out(self, turns: Turns, game: int, found: Estimates, worlds: int) -> HeldOut | None:
        """The gain of the action that was chosen, in worlds that had no part in choosing it.

        Args:
            turns: those that were searched; the generator goes on, so that worlds are fresh.
            game: the one that was searched.
            found: what the search found.
            worlds: drawn from the same beliefs.

        Returns:
            The gain; None if the blueprint's action was chosen, which gains nothing over itself.

        Raises:
            AgentError: as `search`.
        """
        if found.action == found.blueprint_action:
            return None
        history, two = History.of(self.blueprint, turns, game), np.zeros_like(found.legal_mask)
        two[[found.action, found.blueprint_action]] = True
        standings = Standings.of(two)
        race = Race(found.blueprint_action, 0.0, self.min_worlds, np.inf)  # nobody leaves it
        workspace = make_workspace(history.rules, self.blueprint)
        position = self._position(history, found.hands, workspace)
        arrays = standings, race, position, workspace
        self._run(arrays, history.rules, 2 * worlds, turns.rngs[game])
        return HeldOut.of(standings.tallies[found.action])

    def _exactly(
        self, history: History, hands: HandRange | None, tried: NDArray[np.bool_], proposed: int
    ) -> Estimates | None:
        """All worlds played out, where the end is so near; None elsewhere."""
        policy, view = self.blueprint, history.view
        left = int(view.rules.deck_size) - int(view.deck_drawn)
        if left > self.endgame or not self.endgame or not isinstance(policy, CompiledPolicy):
            return None
        if hands is None or not hands.basis.startswith(("exact", "hints", "conventions")):
            return None
        most = _GAMES_EXACT * self.rollouts
        return exact_estimates(tried, proposed, history, hands, policy, most)

    def _believe(self, history: History, memory: Memory, model: PartnerModel) -> HandRange | None:
        """The range that worlds are drawn from; None to draw them from hints alone."""
        if self.beliefs == "hints":
            return None
        if self.beliefs == "conventions":
            return range_by_conventions(history, memory, model)
        return self._ranges.range_of(history, model)

    def _likely(self, legal: NDArray[np.bool_], proposed: int, turns: Turns) -> NDArray[np.bool_]:
        """[A] the actions to try: those that are likely enough, and the blueprint's."""
        if not self.likely:
            return legal
        blueprint = cast("Any", self.blueprint)  # of those that `tells_chances` finds
        tried = legal & (blueprint.chances(turns)[0] >= self.likely)
        tried[proposed] = True
        return tried

    def _why_not(self, legal: NDArray[np.bool_], tried: NDArray[np.bool_]) -> str:
        """Why nothing is played out; or ""."""
        if tried.sum() == 1:
            return "one legal action" if legal.sum() == 1 else "one likely action"
        return "too few rollouts" if self.rollouts < self.min_worlds * tried.sum() else ""

    def _race(
        self,
        standings: Standings,
        race: Race,
        history: History,
        hands: HandRange | None,
        rng: NDArray[np.uint64],
        most: int,
    ) -> Iterator[int]:
        """Let actions race until one is left or rollouts are spent; how many were made so far."""
        workspace = make_workspace(history.rules, self.blueprint)
        position = self._position(history, hands, workspace)
        used, began = 0, time.monotonic()
        while used < self.rollouts:
            compared = standings.tallies[race.blueprint_action, 0] >= race.min_worlds
            if compared and self.seconds is not None and time.monotonic() - began >= self.seconds:
                break
            share = min(self.rollouts - used, max(most, int(standings.racing.sum())))
            made = self._run((standings, race, position, workspace), history.rules, share, rng)
            used += made
            if made or not used:
                yield used
            if not made or standings.racing.sum() == 1:
                break

    def _position(
        self, history: History, hands: HandRange | None, workspace: Workspace
    ) -> Position:
        """What the seat believes; memory that is the same in every world is left in `workspace`."""
        turn, basis = history.turn, "" if hands is None else hands.basis
        may_be_fixed = (basis == "exact" and not self.error) or basis.endswith("conventions")
        fixed = may_be_fixed and memory_fixed_until(history, turn, self.partners) == turn
        if fixed and hands is not None:
            deck = history.deck_with(int(hands.packed_hands[0]), hands.places)
            workspace.world_memory[:] = history.replay(turn, deck)[1]
        return make_position(history, hands, memory_is_fixed=fixed)

    def _run(
        self,
        arrays: tuple[Standings, Race, Position, Workspace],
        rules: Rules,
        rollouts: int,
        rng: NDArray[np.uint64],
    ) -> int:
        """Go on with a race; the rollouts made."""
        policy = self.blueprint
        if isinstance(policy, CompiledPolicy):
            made = run_race(*arrays, rollout_policy(policy, self.turns), rollouts, rng)
        else:
            blueprint = BatchedBlueprint(policy, rules, self.turns)
            made = run_batched_race(*arrays, blueprint, rollouts, rng)
        require_unraised(policy, arrays[-1].look_at.raised)
        if made == FAILED:
            raise AgentError(
                f"{self.name}: the blueprint acts illegally, or no game can reach this position"
            )
        return made
