"""The evaluation of a run's archive: as found, with fresh games, and its best elite measured again.

The elite that was found best of hundreds was also lucky. So its score is measured once more, in
games that had no part in choosing it.
"""

from __future__ import annotations

from dataclasses import dataclass

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import StoppedError
from hanabilab.evolution import Corrected, Pool, remeasure
from hanabilab.stats import Estimate, estimate


@dataclass(frozen=True)
class ArchiveEvaluation:
    """Where a run stands.

    Attributes:
        pool: the run.
        corrected: its elites measured again.
        best_row: the elite, in order of niche, that was best in these games.
        best: its score in games that come after.
        best_games: how many.
    """

    pool: Pool
    corrected: Corrected
    best_row: int
    best: Estimate
    best_games: int

    @property
    def best_niche(self) -> list[int]:
        """Where the best elite is in the grid."""
        cell = self.corrected.cells[[self.best_row]]
        return [int(index) for index in self.pool.evolution.settings.niches.places_of(cell)[0]]

    @property
    def best_agent(self) -> CompiledPolicy:
        """The best elite, named by its rules."""
        genes = self.corrected.elites.genes[self.best_row].tolist()
        return self.pool.evolution.settings.policy_of(genes)


def evaluate_archive(
    pool: Pool, games: int, best_games: int, *, seed: int = 0, threads: int | None = None
) -> ArchiveEvaluation:
    """Let every elite of a run play `games` fresh games, and the best of them `best_games` more.

    Raises:
        EvolutionError: a number of fresh games that is none.
        AgentError: no games of the best, or fewer than one thread.
        StoppedError: Ctrl-C.
    """
    corrected = remeasure(pool.evolution, games, seed=seed, threads=threads)
    row = int(corrected.elites.scores.argmax())
    rules = pool.evolution.settings.rules
    agent = pool.evolution.settings.policy_of(corrected.elites.genes[row].tolist())
    lineup = Lineup((agent,) * rules.players)
    played = play_games(lineup, rules, games=best_games, seed=seed, threads=threads)
    if not played.complete:
        raise StoppedError("stopped before all games of the best elite were finished")
    return ArchiveEvaluation(
        pool, corrected, row, estimate(played.table["score"].to_numpy()), best_games
    )
