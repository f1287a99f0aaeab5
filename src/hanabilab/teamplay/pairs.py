"""Games of every agent of one list with every agent of another.

In game `g` the one sits in seat `g mod P`, and a copy of the other in each other seat. All pairs
play games 0 to G - 1 of the same seed: the same decks, and the same random numbers for each seat,
so that pairs differ by their play alone. With two players, a pair in both orders sits both ways
round on every deck. Shapes: R agents to be the one, C to be the others, G games, P players, K
counters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import Any, Self, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, CompiledPolicy, check_players
from hanabilab.arena.chunk import compile_loop, play_scores
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.measure_kernels import NUM_MEASURES
from hanabilab.arena.threads import count_threads, in_threads, stoppable
from hanabilab.errors import AgentError, ResumeError, StoppedError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.runs.agents import kept_agent

__all__ = ["Pairs", "PairsPlan", "play_pairs"]

#: Called with the number of games that have just been finished.
Progress: TypeAlias = Callable[[int], None]
#: Called with finished games, in the columns of `_Unit.row`.
Keep: TypeAlias = Callable[[pl.DataFrame], object]

_UNIT_GAMES = 4096
_SECONDS_BETWEEN_PARTS = 10.0
_NOT_PLAYED = -1


@dataclass(frozen=True)
class PairsPlan:
    """What is played: each of `ones` with each of `others`, both by name.

    Raises:
        AgentError: an agent twice in a list, or fewer than two games for each seat.
        RulesError: an impossible seed.
    """

    rules: Rules
    ones: tuple[str, ...]
    others: tuple[str, ...]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for names in (self.ones, self.others):
            if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
                raise AgentError(f"agent {twice[0]!r} is there twice; name each once")
        fewest = 2 * self.rules.players
        if self.games < fewest:
            raise AgentError(
                f"games is {self.games}; at least {fewest} are needed, two in each seat"
            )

    def agents(self) -> dict[str, Agent]:
        """All agents by name.

        Raises:
            AgentError: an unknown agent, or one that cannot play with so many.
        """
        agents = {name: kept_agent(name) for name in dict.fromkeys(self.ones + self.others)}
        for agent in agents.values():
            check_players(agent, self.rules.players)
        return agents

    @property
    def all_games(self) -> int:
        """Games of all pairs."""
        return len(self.ones) * len(self.others) * self.games


@dataclass(frozen=True)
class Pairs:
    """The games that were planned, played.

    Attributes:
        scores: int8 [R, C, G].
        counters: [R, C, 2, K] what the one did, and what the others did together; counters of
            `arena.measures`.
        seconds: wall time of this session.
    """

    plan: PairsPlan
    scores: NDArray[np.int8]
    counters: NDArray[np.int64]
    seconds: float


@dataclass(frozen=True)
class _Unit:
    """Some games of one pair."""

    one: int
    other: int
    games: NDArray[np.int64]

    def row(self, scores: NDArray[np.int8], counters: NDArray[np.int64]) -> dict[str, object]:
        """The row of a part of the run."""
        return {
            "one": self.one,
            "other": self.other,
            "first_game": int(self.games[0]),
            "scores": scores.tolist(),
            "counters": counters.ravel().tolist(),
        }


_PART_SCHEMA: dict[str, Any] = {
    "one": pl.Int32,
    "other": pl.Int32,
    "first_game": pl.Int64,
    "scores": pl.List(pl.Int8),
    "counters": pl.List(pl.Int64),
}


def play_pairs(
    plan: PairsPlan,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    done: Sequence[pl.DataFrame] = (),
    keep: Keep | None = None,
) -> Pairs:
    """Play what is planned; results do not depend on threads, nor on being stopped in between.

    Args:
        plan: who plays with whom, and what.
        threads: at once; the default is all cores.
        progress: told whenever games are finished.
        done: games that an earlier session has finished, as they were given to `keep`.
        keep: given games some seconds after they were finished, and what there is at the end.

    Raises:
        AgentError: an unknown agent, one that cannot play with so many, or acts illegally.
        ResumeError: `done` is of another plan.
        StoppedError: Ctrl-C; what was finished has been kept.
    """
    agents = plan.agents()
    for agent in agents.values():  # compiled before threads compete for the compiler
        compile_loop(Lineup((agent,) * plan.rules.players), plan.rules)
    shape = (len(plan.ones), len(plan.others))
    scores = np.full((*shape, plan.games), _NOT_PLAYED, np.int8)
    pairs = Pairs(plan, scores, np.zeros((*shape, 2, NUM_MEASURES), np.int64), 0.0)
    for part in done:
        _put_back(pairs, part)
    began = time.perf_counter()
    _play_missing(pairs, agents, count_threads(threads), progress, keep)
    return Pairs(plan, scores, pairs.counters, time.perf_counter() - began)


def _put_back(pairs: Pairs, part: pl.DataFrame) -> None:
    """Enter games that were played before."""
    if dict(part.schema) != _PART_SCHEMA:
        raise ResumeError("a part of the run is of another version of hanabilab")
    for row in part.iter_rows(named=True):
        place, first = (row["one"], row["other"]), row["first_game"]
        scores = np.array(row["scores"], np.int8)
        slot = pairs.scores[place][first : first + len(scores)]
        if slot.shape != scores.shape:
            raise ResumeError("a part of the run is of more games than were planned")
        if (slot == _NOT_PLAYED).all():
            slot[:] = scores
            pairs.counters[place] += np.reshape(row["counters"], (2, NUM_MEASURES))


def _missing(pairs: Pairs, agents: dict[str, Agent]) -> Iterator[_Unit]:
    """Games that are not played, pair by pair, in units that one thread plays."""
    plan = pairs.plan
    for one, other in np.ndindex(pairs.scores.shape[:2]):
        size = _unit_games(agents[plan.ones[one]], agents[plan.others[other]], plan.rules)
        for first in range(0, plan.games, size):
            if pairs.scores[one, other, first] == _NOT_PLAYED:
                yield _Unit(one, other, np.arange(first, min(first + size, plan.games)))


def _unit_games(one: Agent, other: Agent, rules: Rules) -> int:
    """So many that a batched agent is asked, in each seat, for as many at once as it likes."""
    likes = [a.games_at_once for a in (one, other) if not isinstance(a, CompiledPolicy)]
    return max(likes) * rules.players if likes else _UNIT_GAMES


def _play_missing(
    pairs: Pairs,
    agents: dict[str, Agent],
    workers: int,
    progress: Progress | None,
    keep: Keep | None,
) -> None:
    plan, stopped = pairs.plan, Event()
    seated = dict(zip(agents, stoppable(agents.values(), stopped), strict=True))

    def play(unit: _Unit) -> tuple[_Unit, NDArray[np.int8], NDArray[np.int64]]:
        one, other = seated[plan.ones[unit.one]], seated[plan.others[unit.other]]
        return unit, *_play_unit(one, other, plan, unit.games)

    with _Keeper(keep) as keeper:
        try:
            units = _missing(pairs, agents)
            with closing(in_threads(play, units, workers, stopped)) as finished:
                for unit, scores, counters in finished:
                    pairs.scores[unit.one, unit.other, unit.games] = scores
                    pairs.counters[unit.one, unit.other] += counters
                    keeper.add(unit, scores, counters)
                    if progress:
                        progress(len(scores))
        except KeyboardInterrupt:
            raise StoppedError("stopped before all games were finished") from None


def _play_unit(
    one: Agent, other: Agent, plan: PairsPlan, games: NDArray[np.int64]
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Scores [len(games)] and counters [2, K] of some games of a pair."""
    scores = np.empty(len(games), np.int8)
    counters = np.zeros((2, NUM_MEASURES), np.int64)
    for seat in range(plan.rules.players):
        here = games % plan.rules.players == seat
        seats = [other] * plan.rules.players
        seats[seat] = one
        scores[here], counted = play_scores(
            Lineup(tuple(seats)), plan.rules, plan.seed, games[here]
        )
        counters[0] += counted[seat]
        counters[1] += counted.sum(axis=0) - counted[seat]
    return scores, counters


class _Keeper:
    """Gathers rows, and hands them on every few seconds and at the end."""

    def __init__(self, keep: Keep | None) -> None:
        self._keep = keep
        self._rows: list[dict[str, object]] = []
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._hand_on()

    def add(self, unit: _Unit, scores: NDArray[np.int8], counters: NDArray[np.int64]) -> None:
        """Take what a unit gave."""
        if self._keep:
            self._rows.append(unit.row(scores, counters))
            if time.monotonic() - self._last > _SECONDS_BETWEEN_PARTS:
                self._hand_on()

    def _hand_on(self) -> None:
        if self._keep and self._rows:
            self._keep(pl.DataFrame(self._rows, schema=_PART_SCHEMA))
        self._rows, self._last = [], time.monotonic()
