"""Which pairs play, and the games that they have played.

Shapes: R agents to be the one, C to be the others, G games, P players, K counters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.agents.traits import check_rules
from hanabilab.arena.measure_kernels import KEPT_MEASURES
from hanabilab.errors import AgentError
from hanabilab.game.checks import check_count, check_seed
from hanabilab.game.rules import Rules
from hanabilab.runs.agents import kept_agent, require_different
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.settings import Setting

#: The command whose folders hold a matrix.
CROSSPLAY = "crossplay"
_MOST_GAMES = 1_000_000_000
#: The score of a game that has not been played.
NOT_PLAYED = -1


@dataclass(frozen=True)
class PairsPlan(JobPlan):
    """What is played: each of `ones` with each of `others`, both by name.

    Raises:
        AgentError: what is no list of names, an agent twice in it, fewer than two games for each
            seat, or too many.
        RulesError: an impossible seed, or games that are no whole number.
    """

    rules: Rules
    ones: tuple[str, ...]
    others: tuple[str, ...]
    games: Annotated[
        int, Setting("Games to play; a resumed run can have more.", 1, _MOST_GAMES)
    ] = 1000
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 0
    command = CROSSPLAY
    grows = "games"

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_count(self.games, "games")
        for names in (self.ones, self.others):
            _require_names(names)
            if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
                raise AgentError(f"agent {twice[0]!r} is there twice; name each once")
        fewest = 2 * self.rules.players
        if self.games < fewest:
            raise AgentError(
                f"games is {self.games}; at least {fewest} are needed, two in each seat"
            )
        if self.all_games > _MOST_GAMES:
            raise AgentError(f"{self.all_games:,} games of all pairs; at most {_MOST_GAMES:,}")

    def agents(self) -> dict[str, Agent]:
        """All agents by name.

        Raises:
            AgentError: an unknown agent, one that cannot play with so many, or one that is there
                twice under two names.
        """
        agents = {name: kept_agent(name) for name in dict.fromkeys(self.ones + self.others)}
        for names in (self.ones, self.others):
            require_different({name: agents[name] for name in names})
        for agent in agents.values():
            check_rules(agent, self.rules)
        return agents

    @property
    def all_games(self) -> int:
        """Games of all pairs."""
        return len(self.ones) * len(self.others) * self.games


def _require_names(names: object) -> None:
    """Refuse agents themselves: a plan is kept in files, where only names can stand."""
    if not isinstance(names, tuple):
        raise AgentError(f"agents are {repr(names)[:80]}; a tuple of names is needed")
    if others := [name for name in names if not isinstance(name, str)]:
        raise AgentError(
            f"{repr(others[0])[:80]} is no name; a plan has names, and play_against takes agents "
            "themselves, too"
        )


@dataclass(frozen=True)
class Pairs:
    """The games that were planned, played.

    Attributes:
        scores: int8 [R, C, G]; NOT_PLAYED where a share of the plan leaves games to others.
        counters: [R, C, 2, K] what the one did, and what the others did together; counters of
            `arena.measures`.
        seconds: wall time of this session.
    """

    plan: PairsPlan
    scores: NDArray[np.int8]
    counters: NDArray[np.int64]
    seconds: float

    def count_missing(self) -> int:
        """How many games have not been played."""
        return int(np.count_nonzero(self.scores == NOT_PLAYED))

    def first_missing(self) -> tuple[int, int, int]:
        """The one, the others and the number of the first game that has not been played."""
        place = int((self.scores == NOT_PLAYED).argmax())
        one, other, game = np.unravel_index(place, self.scores.shape)
        return int(one), int(other), int(game)


@dataclass(frozen=True)
class PlayedPairs:
    """Finished games of some pairs, one unit after the other. U units, S games of all.

    Attributes:
        units: int64 [U, 4] the one, the others, the first game, and how many follow each other.
        scores: int8 [S].
        counters: int64 [U, 2, K] as in `Pairs`.
    """

    units: NDArray[np.int64]
    scores: NDArray[np.int8]
    counters: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.scores)

    def fault(self, plan: PairsPlan) -> str | None:
        """What is wrong with them as games of a plan; None if nothing is."""
        one, other, first, count = self.units.T
        rows, columns, games = len(plan.ones), len(plan.others), plan.games
        placed = (one >= 0) & (one < rows) & (other >= 0) & (other < columns)
        # Written so that no sum overflows.
        placed &= (first >= 0) & (first < games) & (count >= 1) & (count <= games - first)
        if not placed.all() or count.sum() != len(self.scores):
            return "it has games that are not planned"
        if len(self.scores) and not 0 <= self.scores.min() <= self.scores.max() <= (
            plan.rules.max_score
        ):
            return "it has scores out of range"
        return None if (self.counters >= 0).all() else "it has counters below 0"

    @classmethod
    def of(cls, pairs: Pairs) -> PlayedPairs:
        """All games of a finished run, a unit for each pair."""
        shape = pairs.scores.shape
        one, other = np.indices(shape[:2], np.int64).reshape(2, -1)
        units = np.stack([one, other, 0 * one, 0 * one + shape[2]], axis=1)
        counters = pairs.counters.reshape(-1, 2, KEPT_MEASURES)
        return cls(units, pairs.scores.ravel(), counters)
