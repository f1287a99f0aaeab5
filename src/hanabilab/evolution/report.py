"""An archive reported: as JSON, as a grid of scores, and as files beside the evolution."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.evolution.corrected import Corrected
from hanabilab.evolution.individuals import Statistics
from hanabilab.evolution.pool import Pool
from hanabilab.evolution.search import CURVE, Evolution


def mean_grid(evolution: Evolution) -> NDArray[np.float64]:
    """Mean scores in the shape of the grid; NaN where a cell is empty."""
    archive = evolution.archive
    means = np.full(len(archive), np.nan)
    means[archive.filled] = archive.means[archive.filled]
    return means.reshape(evolution.settings.grid)


def curve_table(evolution: Evolution) -> pl.DataFrame:
    """The learning curve: what there was after so many individuals."""
    table = pl.DataFrame(evolution.curve, schema=list(CURVE), orient="row")
    return table.with_columns(pl.col("individuals", "coverage").cast(pl.Int64))


def report_archive(pool: Pool, corrected: Corrected | None = None) -> dict[str, Any]:
    """The document of `hanabi pool --json`."""
    evolution = pool.evolution
    return {
        "settings": evolution.settings.as_json(),
        "individuals": evolution.done,
        "statistics": _statistics(evolution.statistics),
        "corrected": _corrected(corrected) if corrected else None,
        "elites": pool.table(corrected).to_dicts(),
    }


def _statistics(statistics: Statistics) -> dict[str, Any]:
    return asdict(statistics) | {"norm_qd_score": statistics.qd_score / statistics.cells}


def _corrected(corrected: Corrected) -> dict[str, Any]:
    return {
        "games": int(corrected.elites.games[0]) if len(corrected.elites) else 0,
        "own_niche": corrected.own_niche,
        "in_place": _statistics(corrected.in_place),
        "statistics": _statistics(corrected.statistics),
    }
