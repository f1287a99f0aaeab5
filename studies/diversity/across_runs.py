"""Elites of one run with those of another, of the same niche.

Does a niche tell how two agents play together, if they were evolved apart?

Canaan et al. 2019 report that corresponding agents of different runs score as well together as with
copies of themselves. Their public code takes both agents from the first run, so that it measures
self-play twice; here they are of two runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.arena.threads import count_threads, in_threads
from hanabilab.errors import StoppedError
from hanabilab.evolution import Pool
from hanabilab.game.rules import Rules
from hanabilab.stats import Estimate, estimate
from hanabilab.teamplay.pair_plan import PairsPlan
from hanabilab.teamplay.pairs import play_pairs
from studies.diversity.runs import common_cells

_Scores: TypeAlias = NDArray[np.int8]


@dataclass(frozen=True)
class AcrossRuns:
    """Games of two runs over the N niches that both have filled.

    Attributes:
        cells: [N] the niches.
        scores: int8 [N, 2, 2, G]: entry (n, i, j) is the elite of run `i` among copies of that of
            run `j`, both of niche `n`. With two players, (n, 0, 1) and (n, 1, 0) sit both ways
            round on the same decks.
    """

    cells: NDArray[np.int64]
    scores: _Scores

    @property
    def alone(self) -> NDArray[np.float64]:
        """[N, G] scores with copies of themselves, mean of both elites."""
        return (self.scores[:, 0, 0] + self.scores[:, 1, 1].astype(np.float64)) / 2

    @property
    def together(self) -> NDArray[np.float64]:
        """[N, G] scores with each other, mean of both orders."""
        return (self.scores[:, 0, 1] + self.scores[:, 1, 0].astype(np.float64)) / 2

    @property
    def self_play(self) -> tuple[Estimate, Estimate]:
        """Mean over niches of each run's elites with copies of themselves; errors over decks."""
        one, other = (estimate(self.scores[:, run, run].mean(axis=0)) for run in (0, 1))
        return one, other

    @property
    def cross_play(self) -> Estimate:
        """Mean over niches of the elites with each other; error over decks."""
        return estimate(self.together.mean(axis=0))

    @property
    def gap(self) -> Estimate:
        """Self-play of both less cross-play, deck by deck."""
        return estimate((self.alone - self.together).mean(axis=0))


def play_across(
    one: Pool,
    other: Pool,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> AcrossRuns:
    """Let elites of the same niche play, with each other and with themselves.

    Args:
        one, other: of the same settings; see `load_runs`.
        games: G, at least two for each seat, that all teams play on the same decks.
        progress: told whenever niches are finished.

    Raises:
        EvolutionError: fewer than two niches in common.
        AgentError: too few games, or fewer than one thread.
        StoppedError: Ctrl-C.
    """
    cells, rules = common_cells(one, other), one.evolution.settings.rules
    teams = list(zip(_names(one, cells), _names(other, cells), strict=True))
    scores = np.empty((len(cells), 2, 2, games), np.int8)

    def play(niche: int) -> tuple[int, _Scores]:
        return niche, _play_team(teams[niche], rules, games, seed)

    scores[0] = play(0)[1]  # compiled before threads compete for the compiler
    found = in_threads(play, range(len(cells)), count_threads(threads), Event())
    try:
        for niche, played in found:
            scores[niche] = played
            if progress:
                progress(1)
    except KeyboardInterrupt:
        raise StoppedError("stopped before all games across runs were finished") from None
    finally:
        found.close()
    return AcrossRuns(cells, scores)


def _names(pool: Pool, cells: NDArray[np.int64]) -> list[str]:
    """The elites of some cells as agents, by their rules."""
    settings, archive = pool.evolution.settings, pool.evolution.archive
    return [settings.policy_of(genes).name for genes in archive.genes[cells].tolist()]


def _play_team(team: tuple[str, str], rules: Rules, games: int, seed: int) -> _Scores:
    """Scores [2, 2, G] of two agents; where they are one, it plays with itself in all four."""
    names = tuple(dict.fromkeys(team))
    plan = PairsPlan(rules, names, names, games, seed)
    return np.broadcast_to(play_pairs(plan, threads=1).scores, (2, 2, games))
