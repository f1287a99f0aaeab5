"""Games of every agent of one list with every agent of another.

In game `g` the one sits in seat `g mod P`, and a copy of the other in each other seat. All pairs
play games 0 to G - 1 of the same seed: the same decks, and the same random numbers for each seat,
so that pairs differ by their play alone. With two players, a pair in both orders sits both ways
round on every deck. Shapes: R agents to be the one, C to be the others, G games, P players, K
counters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.user_files import code_allowed
from hanabilab.arena.chunk import compile_loop, play_scores
from hanabilab.arena.executor import Executor, Work, Workers, executor_of
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.measure_kernels import KEPT_MEASURES
from hanabilab.arena.threads import stoppable
from hanabilab.errors import AgentError, ResumeError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.runs.settings import settings_from_json
from hanabilab.runs.shares import WHOLE, Share
from hanabilab.teamplay.pair_plan import NOT_PLAYED, Pairs, PairsPlan, PlayedPairs

#: Called with the number of games that have just been finished.
Progress: TypeAlias = Callable[[int], None]
#: Called with finished games.
Keep: TypeAlias = Callable[[PlayedPairs], object]

UNIT_GAMES = 4096


class _Unit(NamedTuple):
    """Some games of one pair: by place, the first of them, and how many follow each other."""

    one: int
    other: int
    first: int
    games: int

    @property
    def indices(self) -> slice:
        """The games by index."""
        return slice(self.first, self.first + self.games)


#: A unit, its scores [games] and its counters [2, K].
_Part: TypeAlias = tuple[_Unit, NDArray[np.int8], NDArray[np.int64]]


def play_pairs(
    plan: PairsPlan,
    *,
    threads: Workers = None,
    progress: Progress | None = None,
    done: Sequence[PlayedPairs] = (),
    keep: Keep | None = None,
    share: Share = WHOLE,
) -> Pairs:
    """Play what is planned; results do not depend on threads, nor on being stopped in between.

    Args:
        plan: who plays with whom, and what.
        threads: at once, or another executor; the default is all cores.
        progress: told whenever games are finished.
        done: games that an earlier session has finished, as they were given to `keep`.
        keep: given games once they are finished, some of a pair at a time.
        share: of the units that all games are cut into; others are not played.

    Raises:
        AgentError: an unknown agent, one that cannot play with so many, or acts illegally.
        ResumeError: `done` has games that are not of the plan.
        StoppedError: Ctrl-C; `keep` has had what was finished.
    """
    agents = compiled_agents(plan)
    pairs = played_pairs(plan, done)
    began = time.perf_counter()

    def take(played: PlayedPairs) -> None:
        if keep:
            keep(played)
        if progress:
            progress(len(played))

    units = _missing(pairs, agents, share)
    _play_units(pairs, agents, units, executor_of(threads), take)
    return replace(pairs, seconds=time.perf_counter() - began)


def compiled_agents(plan: PairsPlan) -> dict[str, Agent]:
    """All agents by name, compiled before threads compete for the compiler.

    Raises:
        AgentError: an unknown agent, or one that cannot play with so many.
    """
    agents = plan.agents()
    for agent in agents.values():
        compile_loop(Lineup((agent,) * plan.rules.players), plan.rules)
    return agents


def played_pairs(plan: PairsPlan, done: Sequence[PlayedPairs]) -> Pairs:
    """Games that have been played; the others are NOT_PLAYED.

    Raises:
        ResumeError: `done` has games that are not of the plan.
    """
    shape = (len(plan.ones), len(plan.others))
    scores = np.full((*shape, plan.games), NOT_PLAYED, np.int8)
    pairs = Pairs(plan, scores, np.zeros((*shape, 2, KEPT_MEASURES), np.int64), 0.0)
    for part in sorted(done, key=lambda part: -part.units[:, 3].max(initial=0)):
        _put_back(pairs, part)  # the largest first: they hold what smaller ones held before
    return pairs


def _put_back(pairs: Pairs, part: PlayedPairs) -> None:
    """Enter games that were played before."""
    if fault := part.fault(pairs.plan):
        raise ResumeError(f"a part of the run cannot be taken: {fault}")
    ends = part.units[:, 3].cumsum()
    for (one, other, first, count), end, counted in zip(
        part.units.tolist(), ends.tolist(), part.counters, strict=True
    ):
        slot = pairs.scores[one, other, first : first + count]
        if (slot == NOT_PLAYED).all():
            slot[:] = part.scores[end - count : end]
            pairs.counters[one, other] += counted


def _missing(pairs: Pairs, agents: dict[str, Agent], share: Share) -> Iterator[_Unit]:
    """Games of a share that are not played, pair by pair, in units that one thread plays."""
    plan, number = pairs.plan, 0
    for one, other in np.ndindex(pairs.scores.shape[:2]):
        size = _unit_games(agents[plan.ones[one]], agents[plan.others[other]], plan.rules)
        for first in range(0, plan.games, size):
            if share.has(number):
                yield from _unplayed(pairs, one, other, slice(first, first + size))
            number += 1


def _unplayed(pairs: Pairs, one: int, other: int, games: slice) -> Iterator[_Unit]:
    """Those of some games of a pair that are not played, in rows of successive games."""
    missing = games.start + np.flatnonzero(pairs.scores[one, other, games] == NOT_PLAYED)
    if len(missing):
        for row in np.split(missing, np.flatnonzero(np.diff(missing) > 1) + 1):
            yield _Unit(one, other, int(row[0]), len(row))


def _unit_games(one: Agent, other: Agent, rules: Rules) -> int:
    """So many that a batched agent is asked, in each seat, for as many at once as it likes."""
    likes = [a.games_at_once for a in (one, other) if not isinstance(a, CompiledPolicy)]
    return max(likes) * rules.players if likes else UNIT_GAMES


def _play_units(
    pairs: Pairs,
    agents: dict[str, Agent],
    units: Iterable[_Unit],
    executor: Executor,
    take: Callable[[PlayedPairs], object],
) -> None:
    """Play units, enter them into `pairs`, and give `take` each."""
    plan, stopped = pairs.plan, Event()
    seated = dict(zip(agents, stoppable(agents.values(), stopped), strict=True))
    try:
        with closing(executor.spread(_UnitGames(plan, seated), units, stopped)) as finished:
            for unit, scores, counters in finished:
                pairs.scores[unit.one, unit.other, unit.indices] = scores
                pairs.counters[unit.one, unit.other] += counters
                take(PlayedPairs(np.array([unit]), scores, counters[np.newaxis]))
    except KeyboardInterrupt:
        raise StoppedError("stopped before all games were finished") from None


@dataclass(frozen=True)
class _UnitGames(Work[_Unit, _Part]):
    """Games of pairs as work."""

    plan: PairsPlan
    agents: dict[str, Agent]

    def do(self, task: _Unit) -> _Part:
        """Play the games of a unit."""
        plan, games = self.plan, np.arange(task.first, task.first + task.games)
        one, other = self.agents[plan.ones[task.one]], self.agents[plan.others[task.other]]
        return task, *_play_unit(one, other, plan, games)

    def told(self) -> dict[str, Any]:
        """The plan."""
        return {**self.plan.as_json(), "games": self.plan.games}

    @classmethod
    def made(cls, told: dict[str, Any]) -> _UnitGames:
        """The work that was told; agents in files run, as the user of the driver named them."""
        plan = settings_from_json(PairsPlan, told, AgentError)
        with code_allowed([], all_files=True):
            return cls(plan, compiled_agents(plan))


def _play_unit(
    one: Agent, other: Agent, plan: PairsPlan, games: NDArray[np.int64]
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Scores [len(games)] and counters [2, K] of some games of a pair."""
    scores = np.empty(len(games), np.int8)
    counters = np.zeros((2, KEPT_MEASURES), np.int64)
    for seat in range(plan.rules.players):
        here = games % plan.rules.players == seat
        seats = [other] * plan.rules.players
        seats[seat] = one
        scores[here], counted = play_scores(
            Lineup(tuple(seats)), plan.rules, plan.seed, games[here]
        )
        counted = counted[:, :KEPT_MEASURES]
        counters[0] += counted[seat]
        counters[1] += counted.sum(axis=0) - counted[seat]
    return scores, counters
