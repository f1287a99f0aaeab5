"""The figures of a run, as Canaan et al. 2019 draw them: maps of niches, and curves by distance."""

from __future__ import annotations

from functools import partial
from typing import Any, BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.evolution import Pool, Settings
from hanabilab.notation import format_rules
from hanabilab.runs import RunFolder
from studies.diversity import paper
from studies.diversity.within_run import WithinRun


def save_figures(
    folder: RunFolder,
    prefix: str,
    within: WithinRun,
    niches: pl.DataFrame,
    distances: pl.DataFrame,
    states: int,
) -> None:
    """Draw a run into PNG files; maps only of grids of two measures.

    Args:
        prefix: where in `folder` they go.
        niches: as `report.niches_table` makes it.
        distances: as `report.distances_table` makes it.
        states: that similarities are of.
    """
    if len(within.pool.evolution.settings.grid) == 2:
        _save_maps(folder, prefix, within, niches)
    save_curves(folder, prefix, within, distances, states)


def _save_maps(folder: RunFolder, prefix: str, within: WithinRun, niches: pl.DataFrame) -> None:
    pool, measures = within.pool, within.pool.evolution.settings.measures
    fresh, count = niches["fresh_games"][0], len(niches)
    game = format_rules(pool.evolution.settings.rules)
    points = {"label": "mean score (points)"}
    mean = niches["fresh_mean"].to_numpy().mean()
    maps: dict[str, tuple[str, dict[str, Any]]] = {
        "archive": (
            "fresh_mean",
            points
            | {
                "top": float(pool.evolution.settings.rules.max_score),
                "title": f"{game}\n{count} of {len(pool.evolution.archive)} niches filled; mean "
                f"{mean:.2f}, n = {fresh:,} fresh games each",
            },
        ),
        "with_others": (
            "with_others",
            points
            | {
                "title": f"{game}\neach elite with the {count - 1} others; mean "
                f"{within.levels.cross_play.mean:.2f}, {_decks(within)}"
            },
        ),
        "best_partners": (
            "times_best",
            {
                "label": "elites whose best partner it is",
                "counts": True,
                "title": f"{game}\nbest partners of {count} elites; {_decks(within)}",
            },
        ),
    }
    for name, (column, look) in maps.items():
        values = _on_grid(pool, niches[column].to_numpy())
        folder.write(f"{prefix}{name}.png", partial(save_map, values, measures, look))


def save_map(
    values: NDArray[np.float64], measures: tuple[str, ...], look: dict[str, Any], file: BinaryIO
) -> None:
    """A map of niches, as a figure's file."""
    from hanabilab.plots import draw_niches, save_figure

    save_figure(lambda ax: draw_niches(values, measures, ax, **look), file)


def save_curves(
    folder: RunFolder, prefix: str, within: WithinRun, distances: pl.DataFrame, states: int
) -> None:
    """Draw score and similarity by the distance of niches."""
    from hanabilab.plots import save_figure
    from studies.diversity.distance_curves import (
        draw_score_by_distance,
        draw_similarity_by_distance,
    )

    settings, count = within.pool.evolution.settings, len(within.scores)
    pairs = f"{format_rules(settings.rules)}\n{count**2:,} ordered pairs of {count} elites"
    published = _published(settings)
    draw_score = partial(
        draw_score_by_distance,
        distances,
        decks=within.pairs.plan.games,
        max_score=settings.rules.max_score,
        title=f"{pairs}; {_decks(within)}",
        published=published.get("score"),
    )
    draw_similarity = partial(
        draw_similarity_by_distance,
        distances,
        length=settings.length,
        title=f"{pairs}; n = {states:,} states",
        hamming=published.get("hamming"),
        similarity=published.get("similarity"),
    )
    for name, draw in (("score", draw_score), ("similarity", draw_similarity)):
        folder.write(f"{prefix}{name}_by_distance.png", partial(save_figure, draw))


def _decks(within: WithinRun) -> str:
    return f"n = {within.pairs.plan.games:,} decks a pair"


def _on_grid(pool: Pool, values: NDArray[Any]) -> NDArray[np.float64]:
    """Values [N] of the elites in the shape of the grid; NaN where a niche is empty."""
    archive = pool.evolution.archive
    cells = np.full(len(archive), np.nan)
    cells[archive.filled] = values
    return cells.reshape(pool.evolution.settings.grid)


def _published(settings: Settings) -> dict[str, Any]:
    """What others have measured with such players, measures and niches, by figure."""
    from studies.diversity.distance_curves import Published

    if not paper.is_as_published(settings):
        return {}
    return {
        "score": Published(
            points=((0, paper.MEAN_OF_SELF_PLAY),),
            points_of="self-play, Canaan et al. 2019",
            levels={"mean of all pairs, Canaan et al. 2019": paper.MEAN_OF_PAIRS},
            spans=paper.FOLLOW_UP_BY_DISTANCE,
            spans_of="follow-up of 2020 (other measures)",
        ),
        "hamming": Published(
            points=paper.HAMMING_BY_DISTANCE,
            points_of="places, nearest and farthest, Canaan et al. 2019",
        ),
        "similarity": Published(
            points=paper.SIMILARITY_BY_DISTANCE,
            points_of="states, nearest and farthest, Canaan et al. 2019",
        ),
    }
