"""Histograms of scores, one or several line-ups side by side."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure
from hanabilab.stats import ERROR_NOTE, estimate_of_sums

#: Letters of a label, of all line-ups together, that have room in a line.
_LABEL = 120

#: A line-up's name, and its games by score from 0.
Histogram: TypeAlias = tuple[str, Sequence[int]]


def draw_histograms(histograms: Sequence[Histogram], ax: Axes, *, game: str) -> Axes:
    """Share of games by score, a bar for each line-up, and above them means with 95 % intervals.

    Args:
        histograms: all of one length; two line-ups may have one name.
        ax: where to draw.
        game: as the title names it.
    """
    top = max(100 * max(counts) / sum(counts) for _, counts in histograms)
    lowest = [
        _draw_lineup(histogram, place, len(histograms), top, ax)
        for place, histogram in enumerate(histograms)
    ]
    ax.set_xlabel("score (points)")
    ax.set_ylabel("share of games (%)")
    note = f"triangles: means, 95 % intervals; {ERROR_NOTE}"
    ax.set_title(f"{game}: scores\n{note}", fontsize="medium")
    ax.set_xlim(min(lowest) - 0.7, len(histograms[0][1]) - 0.3)
    # Below, because bars may stand anywhere: a lost game scores 0.
    below: dict[str, Any] = {
        "loc": "upper center",
        "bbox_to_anchor": (0.5, -0.12),
        "ncols": len(histograms),
    }
    ax.legend(frameon=False, fontsize="small", **below)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_lineup(histogram: Histogram, place: int, lineups: int, top: float, ax: Axes) -> float:
    """Its bars, and its mean above the highest bar `top` of all; of one game without interval.

    Returns:
        The lowest score that it had, or the lower end of the interval if that is below.
    """
    name, counts = histogram[0], np.asarray(histogram[1], np.int64)
    color, width, scores = PALETTE[place % len(PALETTE)], 0.8 / lineups, np.arange(len(counts))
    games = int(counts.sum())
    found = estimate_of_sums(games, int(counts @ scores), int(counts @ scores**2))
    left = scores - 0.4 + width * (place + 0.5)
    label = plain(f"{fill(name, _LABEL // lineups)}\nn = {games:,}, {found}")
    ax.bar(left, 100 * counts / games, width, color=color, label=label)
    ends = found.ci95 and np.clip(found.ci95, 0, len(counts) - 1)
    bars = None if ends is None else np.abs(ends - found.mean)[:, None]
    ax.errorbar(found.mean, 1.06 * top, xerr=bars, fmt="v", color=color, capsize=3, markersize=5)
    first = float(np.flatnonzero(counts)[0])
    return first if ends is None else min(first, float(ends[0]))


def save_histograms(histograms: Sequence[Histogram], file: ImageFile, *, game: str) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_histograms(histograms, ax, game=game), file, (9, 4.5))
