"""How similar elites are: genes that differ, and states in which two of them do the same.

Shapes: A agents, S states, L rules of a list, N niches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.evolution import Pool
from studies.diversity.choice_kernels import count_equal
from studies.diversity.choices import Choices, ask_all
from studies.diversity.runs import elites_of


def hamming(genes: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """[...] how many of L places hold different rules, of genes [..., L]."""
    return np.asarray((genes != others).sum(axis=-1), np.int64)


def similarity(choices: Choices, one: int, other: int) -> float:
    """Share of the states of the games of two agents in which both do the same."""
    spans = {place: choices.states_of(place, place) for place in (one, other)}
    same = np.concatenate(
        [choices.actions[one, span] == choices.actions[other, span] for span in spans.values()]
    )
    return float(same.mean())


def similarity_matrix(actions: NDArray[np.int8]) -> NDArray[np.float64]:
    """[A, A] share of states in which two agents do the same, from actions [A, S]."""
    counts = np.zeros((len(actions), len(actions)), np.int64)
    count_equal(counts, np.ascontiguousarray(actions))
    return counts / actions.shape[1]


@dataclass(frozen=True)
class SimilarityAcross:
    """Elites of two runs, of the same niche. N niches.

    Attributes:
        hamming: [N] places of their lists with different rules.
        similarity: [N] share of the states of their own games in which both do the same.
        similarity_anywhere: [N] the same, of the states of all elites of both runs.
        states: how many these are.
        legal: mean number of legal actions in them.
    """

    hamming: NDArray[np.int64]
    similarity: NDArray[np.float64]
    similarity_anywhere: NDArray[np.float64]
    states: int
    legal: float


@dataclass(frozen=True)
class PolicySimilarity:
    """Elites of several runs, asked in each other's states.

    Attributes:
        pools: the runs; their elites are the agents of `choices`, run by run, in order of niche.
        choices: what they do.
    """

    pools: Sequence[Pool]
    choices: Choices

    def _rows(self, run: int) -> slice:
        sizes = [len(pool.evolution.archive.filled) for pool in self.pools]
        return slice(sum(sizes[:run]), sum(sizes[: run + 1]))

    def _states(self, run: int) -> slice:
        rows = self._rows(run)
        return self.choices.states_of(rows.start, rows.stop - 1)

    def hamming_within(self, run: int) -> NDArray[np.int64]:
        """[N, N] places of lists with different rules, of all elites of a run."""
        genes = elites_of(self.pools[run]).genes
        return hamming(genes[:, None], genes[None])

    def similarity_within(self, run: int) -> NDArray[np.float64]:
        """[N, N] share of the states of all elites of a run in which two of them do the same."""
        return similarity_matrix(self.choices.actions[self._rows(run), self._states(run)])

    def states_within(self, run: int) -> int:
        """How many states that is of."""
        span = self._states(run)
        return span.stop - span.start

    def across(self, one: int, other: int, cells: NDArray[np.int64]) -> SimilarityAcross:
        """Elites of two runs, of the niches `cells` [N] that both have filled."""
        rows = [self._rows_of(run, cells) for run in (one, other)]
        archives = [self.pools[run].evolution.archive for run in (one, other)]
        spans = [self._states(run) for run in (one, other)]
        legal = np.concatenate([self.choices.legal[span] for span in spans])
        same = sum(
            (self.choices.actions[rows[0], span] == self.choices.actions[rows[1], span]).sum(axis=1)
            for span in spans
        )
        return SimilarityAcross(
            hamming=hamming(archives[0].genes[cells], archives[1].genes[cells]),
            similarity=np.array(
                [similarity(self.choices, *pair) for pair in zip(*rows, strict=True)]
            ),
            similarity_anywhere=same / len(legal),
            states=len(legal),
            legal=float(legal.mean()),
        )

    def _rows_of(self, run: int, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        filled = self.pools[run].evolution.archive.filled
        return self._rows(run).start + np.searchsorted(filled, cells)


def compare_policies(
    pools: Sequence[Pool],
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> PolicySimilarity:
    """Ask all elites of runs of the same settings what they do in the states of each other's games.

    Args:
        games: self-play games of each elite, whose states are used.
        progress: told whenever games of so many elites are finished.

    Raises:
        AgentError: fewer than one game, or thread.
    """
    genes = np.concatenate([elites_of(pool).genes for pool in pools])
    settings = pools[0].evolution.settings
    choices = ask_all(settings, genes, games, seed=seed, threads=threads, progress=progress)
    return PolicySimilarity(pools, choices)
