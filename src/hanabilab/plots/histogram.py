"""Histograms of scores, one or several line-ups side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, save_figure
from hanabilab.stats import ERROR_NOTE, estimate


def draw_histograms(histograms: Mapping[str, Sequence[int]], ax: Axes, *, game: str) -> Axes:
    """Share of games by score, a bar for each line-up, and above them means with 95 % intervals.

    Args:
        histograms: games by score from 0, by name of line-up; all of one length.
        ax: where to draw.
        game: as the title names it.
    """
    width = 0.8 / len(histograms)
    top = max(100 * max(counts) / sum(counts) for counts in histograms.values())
    for place, (name, counts) in enumerate(histograms.items()):
        color = PALETTE[place % len(PALETTE)]
        shares = 100 * np.asarray(counts) / np.sum(counts)
        left = np.arange(len(shares)) - 0.4 + width * (place + 0.5)
        found = estimate(np.repeat(np.arange(len(counts)), counts))
        ax.bar(left, shares, width, color=color, label=f"{name}\nn = {np.sum(counts):,}, {found}")
        ends = np.clip(found.ci95 or (found.mean, found.mean), 0, len(counts) - 1)
        bars = np.abs(ends - found.mean)[:, None]
        ax.errorbar(
            found.mean, 1.06 * top, xerr=bars, fmt="v", color=color, capsize=3, markersize=5
        )
    ax.set_xlabel("score (points)")
    ax.set_ylabel("share of games (%)")
    note = f"triangles: means, 95 % intervals; {ERROR_NOTE}"
    ax.set_title(f"{game}: scores\n{note}", fontsize="medium")
    first = _first_score(histograms)
    ax.set_xlim(first - 0.7, len(next(iter(histograms.values()))) - 0.3)
    # Below, because bars may stand anywhere: a lost game scores 0.
    below: dict[str, Any] = {
        "loc": "upper center",
        "bbox_to_anchor": (0.5, -0.12),
        "ncols": len(histograms),
    }
    ax.legend(frameon=False, fontsize="small", **below)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _first_score(histograms: Mapping[str, Sequence[int]]) -> int:
    """The lowest score that any line-up had."""
    return min(int(np.flatnonzero(counts)[0]) for counts in histograms.values())


def save_histograms(histograms: Mapping[str, Sequence[int]], file: ImageFile, *, game: str) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_histograms(histograms, ax, game=game), file, (9, 4.5))
