"""Pools as tables and documents: what `studies.diversity.analyze` prints and writes.

The keys of documents and the columns of tables are a contract: docs/diversity.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.evolution import Pool
from hanabilab.evolution.report import report_archive
from studies.diversity.across_runs import AcrossRuns
from studies.diversity.archive_evaluation import ArchiveEvaluation
from studies.diversity.similarity import SimilarityAcross
from studies.diversity.within_run import WithinRun, mean_by_distance

#: Modes of the interaction that a report lists.
_MODES = 10


def report_run(
    evaluation: ArchiveEvaluation, within: WithinRun, distances: pl.DataFrame
) -> dict[str, Any]:
    """A run alone: its archive as found and with fresh games, its best elite, its matrix.

    The rows of `distances_table` are in it, too.
    """
    pool = evaluation.pool
    archive = report_archive(pool, evaluation.corrected)
    return {
        "path": str(pool.path),
        "seed": pool.evolution.settings.seed,
        "individuals": archive["individuals"],
        "statistics": archive["statistics"],
        "corrected": archive["corrected"],
        "best": {
            "niche": evaluation.best_niche,
            "agent": evaluation.best_agent.name,
            "games": evaluation.best_games,
            **asdict(evaluation.best),
        },
        "matrix": _report_matrix(within),
        "by_distance": distances.to_dicts(),
    }


def _report_matrix(within: WithinRun) -> dict[str, Any]:
    levels, best, variance = within.levels, within.best, within.variance
    places = _places(within.pool)
    return {
        "niches": len(within.scores),
        "agents": len(within.pairs.plan.ones),
        "self_play": asdict(levels.self_play),
        "cross_play": asdict(levels.cross_play),
        "gap": asdict(levels.gap),
        "variance": asdict(variance) | {"spectrum": variance.spectrum[:_MODES]},
        "best_responses": {
            "partners": int((within.times_best > 0).sum()),
            "itself": int((np.array(best.response) == np.arange(len(best.response))).sum()),
            "generalist": places[best.generalist].tolist(),
            "best": asdict(best.best),
            "single": asdict(best.single),
            "gain": asdict(best.gain),
            "in_sample": best.in_sample,
        },
    }


def report_across(across: AcrossRuns, similarity: SimilarityAcross) -> dict[str, Any]:
    """Two runs beside each other, over the niches that both have filled."""
    return {
        "niches": len(across.cells),
        "self_play": [asdict(value) for value in across.self_play],
        "cross_play": asdict(across.cross_play),
        "gap": asdict(across.gap),
        "hamming": _spread(similarity.hamming),
        "similarity": _spread(similarity.similarity),
        "similarity_anywhere": _spread(similarity.similarity_anywhere),
        "states": similarity.states,
        "legal_actions": similarity.legal,
    }


def _spread(values: NDArray[Any]) -> dict[str, float]:
    """Over niches."""
    return {"mean": float(values.mean()), "sd": float(values.std(ddof=1))}


# --- Tables --------------------------------------------------------------------------------------


def niches_table(evaluation: ArchiveEvaluation, within: WithinRun) -> pl.DataFrame:
    """One row an elite, in order of niche.

    Columns: those of `Pool.table` with fresh games; self_play, and with_others and its error, of
    the matrix; times_best, of how many elites it is the best partner; best_partner_0, ... the
    niche of its own.
    """
    places, response = _places(within.pool), np.array(within.best.response)
    others = within.levels.with_others
    return evaluation.pool.table(evaluation.corrected).with_columns(
        self_play=pl.Series(np.diagonal(within.means[0]).copy()),
        with_others=pl.Series([value.mean for value in others]),
        with_others_sem=pl.Series([value.sem for value in others]),
        times_best=pl.Series(within.times_best),
        **{f"best_partner_{axis}": pl.Series(p) for axis, p in enumerate(places[response].T)},
    )


def matrix_table(within: WithinRun) -> pl.DataFrame:
    """One row an ordered pair of niches: one_0, ... other_0, ..., mean, sem."""
    places, (mean, sem) = _places(within.pool), within.means
    count = len(places)
    ones, others = np.repeat(places, count, axis=0), np.tile(places, (count, 1))
    return pl.DataFrame(
        {
            **{f"one_{axis}": index for axis, index in enumerate(ones.T)},
            **{f"other_{axis}": index for axis, index in enumerate(others.T)},
            "mean": mean.ravel(),
            "sem": sem.ravel(),
        }
    )


def distances_table(
    within: WithinRun, hamming: NDArray[np.int64], similarity: NDArray[np.float64]
) -> pl.DataFrame:
    """`WithinRun.by_distance` with the means of hamming distance and similarity, both [N, N]."""
    return within.by_distance().with_columns(
        hamming=pl.Series(mean_by_distance(hamming.astype(np.float64), within.distances)),
        similarity=pl.Series(mean_by_distance(similarity, within.distances)),
    )


def across_table(
    names: Sequence[str], pool: Pool, across: AcrossRuns, similarity: SimilarityAcross
) -> pl.DataFrame:
    """One row a niche that two runs have in common.

    Columns: one, other, niche_0, ..., self_play_one, self_play_other, cross_play, cross_play_sem,
    hamming, similarity, similarity_anywhere.
    """
    places = pool.evolution.settings.niches.places_of(across.cells)
    together = across.together
    return pl.DataFrame(
        {
            "one": [names[0]] * len(places),
            "other": [names[1]] * len(places),
            **{f"niche_{axis}": index for axis, index in enumerate(places.T)},
            "self_play_one": across.scores[:, 0, 0].mean(axis=1),
            "self_play_other": across.scores[:, 1, 1].mean(axis=1),
            "cross_play": together.mean(axis=1),
            "cross_play_sem": together.std(axis=1, ddof=1) / np.sqrt(together.shape[1]),
            "hamming": similarity.hamming,
            "similarity": similarity.similarity,
            "similarity_anywhere": similarity.similarity_anywhere,
        }
    )


def _places(pool: Pool) -> NDArray[np.int64]:
    """[N, D] where the elites of a run are in the grid."""
    return pool.evolution.settings.niches.places_of(pool.evolution.archive.filled)
