"""All elites of a run with each other: by niche, by distance of their niches, best partners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.evolution import Pool
from hanabilab.stats import estimate
from hanabilab.teamplay.analysis import (
    BestResponses,
    SelfAndCross,
    VarianceSplit,
    find_best_responses,
    mean_and_error,
    pair_scores,
    self_and_cross,
    split_variance,
)
from hanabilab.teamplay.pair_plan import Pairs, PairsPlan
from studies.diversity.runs import names_of

_Matrix = NDArray[np.float64]


def matrix_plan(pool: Pool, games: int, seed: int = 0) -> PairsPlan:
    """Every elite of a run with every other; a list of rules in several niches plays once.

    Raises:
        AgentError: fewer than two games for each seat.
        RulesError: an impossible seed.
    """
    names = tuple(dict.fromkeys(names_of(pool)))
    return PairsPlan(pool.evolution.settings.rules, names, names, games, seed)


@dataclass(frozen=True)
class WithinRun:
    """The matrix of a run, played. N niches, G decks.

    Attributes:
        pool: whose `matrix_plan` was played.
        pairs: the games.
    """

    pool: Pool
    pairs: Pairs

    @cached_property
    def scores(self) -> NDArray[np.float32]:
        """[N, N, G] as `teamplay.pair_scores`, niche by niche."""
        place = {name: index for index, name in enumerate(self.pairs.plan.ones)}
        rows = np.array([place[name] for name in names_of(self.pool)])
        return pair_scores(self.pairs)[np.ix_(rows, rows)]

    @cached_property
    def means(self) -> tuple[_Matrix, _Matrix]:
        """[N, N] mean scores, and their standard errors."""
        return mean_and_error(self.scores)

    @cached_property
    def levels(self) -> SelfAndCross:
        """Self-play, cross-play, and each elite with all others."""
        return self_and_cross(self.scores)

    @cached_property
    def best(self) -> BestResponses:
        """Who is whose best partner, itself included, and what that is worth."""
        return find_best_responses(self.scores)

    @cached_property
    def variance(self) -> VarianceSplit:
        """Own skill and partner's skill, against who plays with whom."""
        return split_variance(self.scores)

    @property
    def times_best(self) -> NDArray[np.int64]:
        """[N] of how many elites each is the best partner."""
        return np.bincount(self.best.response, minlength=len(self.scores))

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """[N, N] steps on the grid from niche to niche, along its axes (Manhattan)."""
        niches = self.pool.evolution.settings.niches
        places = niches.places_of(self.pool.evolution.archive.filled)
        return np.asarray(np.abs(places[:, None] - places[None]).sum(axis=2), np.int64)

    def by_distance(self) -> pl.DataFrame:
        """One row for each distance that there is, ascending; 0 is self-play.

        Columns: distance; pairs, ordered; mean and sem of their scores, the error over decks; and
        the quartiles of the pairs' mean scores.
        """
        means = self.means[0]
        return pl.DataFrame(
            [
                {
                    "distance": distance,
                    "pairs": int(here.sum()),
                    **_mean_and_sem(self.scores[here]),
                    "lower_quartile": float(np.quantile(means[here], 0.25)),
                    "upper_quartile": float(np.quantile(means[here], 0.75)),
                }
                for distance, here in _masks(self.distances)
            ]
        )


def _mean_and_sem(scores: NDArray[np.float32]) -> dict[str, float | None]:
    """Of pairs' scores [pairs, G]."""
    found = estimate(scores.mean(axis=0, dtype=np.float64))
    return {"mean": found.mean, "sem": found.sem}


def mean_by_distance(values: _Matrix, distances: NDArray[np.int64]) -> _Matrix:
    """The mean of values [N, N] at each distance that there is, ascending."""
    return np.array([values[here].mean() for _, here in _masks(distances)])


def _masks(distances: NDArray[np.int64]) -> list[tuple[int, NDArray[np.bool_]]]:
    return [(int(distance), distances == distance) for distance in np.unique(distances)]
