"""How score and similarity change with the distance of two niches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from hanabilab.plots import PALETTE, Axes
from hanabilab.stats import half_width

_DISTANCE = "Manhattan distance of niches (steps on the grid)"
_OURS, _THEIRS, _MORE = PALETTE[0], PALETTE[5], PALETTE[2]


@dataclass(frozen=True)
class Published:
    """Figures of others, for reference.

    Attributes:
        points: distance and value.
        points_of: whose the points are; empty for no word in the legend.
        levels: value by name, drawn from end to end.
        spans: first distance, last distance, value.
        spans_of: whose the spans are.
    """

    points: Sequence[tuple[float, float]] = ()
    points_of: str = ""
    levels: dict[str, float] = field(default_factory=dict)
    spans: Sequence[tuple[float, float, float]] = ()
    spans_of: str = ""


def draw_score_by_distance(
    table: pl.DataFrame,
    ax: Axes,
    *,
    decks: int,
    max_score: int,
    title: str,
    published: Published | None = None,
) -> Axes:
    """Mean score of pairs by distance, with 95 % intervals, and the middle half of the pairs.

    Args:
        table: columns distance, pairs, mean, sem, lower_quartile, upper_quartile.
        ax: where to draw.
        decks: that each mean is over.
        max_score: where intervals end.
        title: of which game, run and pairs.
        published: what others have measured.
    """
    distances, means = table["distance"].to_numpy(), table["mean"].to_numpy()
    halves = half_width(table["sem"].to_numpy(), decks)
    ax.fill_between(
        distances,
        table["lower_quartile"].to_numpy(),
        table["upper_quartile"].to_numpy(),
        color=_OURS,
        alpha=0.2,
        linewidth=0,
        label="middle half of pairs",
    )
    ax.errorbar(
        distances,
        means,
        yerr=np.abs(np.clip([means - halves, means + halves], 0, max_score) - means),
        color=_OURS,
        marker="o",
        markersize=3,
        capsize=2,
        label="mean, 95 % interval over decks",
    )
    _draw_published(published or Published(), ax)
    ax.set_ylabel("score of a pair (points)")
    ax.set_ylim(bottom=0)
    return _finish(ax, title)


def draw_similarity_by_distance(
    table: pl.DataFrame,
    ax: Axes,
    *,
    length: int,
    title: str,
    hamming: Published | None = None,
    similarity: Published | None = None,
) -> Axes:
    """Share of equal rules, and of states in which both do the same, by distance.

    Args:
        table: columns distance, hamming, similarity.
        ax: where to draw.
        length: of the lists of rules.
        title: of which game, run, pairs and states.
        hamming, similarity: what others have measured, of `length` and as a share; each is named in
            the legend by its `points_of`.
    """
    distances = table["distance"].to_numpy()
    shares = {
        "states in which both do the same": (table["similarity"].to_numpy(), _OURS),
        "places with the same rule": (1 - table["hamming"].to_numpy() / length, _MORE),
    }
    for name, (values, color) in shares.items():
        ax.plot(distances, values, color=color, marker="o", markersize=3, label=name)
    if hamming:
        equal = [(where, 1 - value / length) for where, value in hamming.points]
        _draw_points(equal, hamming.points_of, _MORE, ax)
    if similarity:
        _draw_points(similarity.points, similarity.points_of, _OURS, ax)
    ax.set_ylabel("share")
    ax.set_ylim(-0.02, 1.02)  # a marker at 0 is seen whole
    return _finish(ax, title)


def _draw_points(points: Sequence[tuple[float, float]], whose: str, color: str, ax: Axes) -> None:
    if points:
        ax.plot(*zip(*points, strict=True), "D", color=color, mfc="white", label=whose or None)


def _draw_published(published: Published, ax: Axes) -> None:
    _draw_points(published.points, published.points_of, _THEIRS, ax)
    for name, value in published.levels.items():
        ax.axhline(value, color=_THEIRS, linestyle="--", linewidth=1, label=name)
    for place, (first, last, value) in enumerate(published.spans):
        ends = (first - 0.4, last + 0.4)
        label = published.spans_of if place == 0 else None
        ax.plot(ends, (value, value), color="0.4", linewidth=2, label=label)


def _finish(ax: Axes, title: str) -> Axes:
    ax.set_xlabel(_DISTANCE)
    ax.set_title(title, fontsize="medium")
    ax.legend(frameon=False, fontsize="small")
    ax.spines[["top", "right"]].set_visible(False)
    return ax
