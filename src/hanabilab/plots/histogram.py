"""Histograms of scores, one or several line-ups side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, save_figure

__all__ = ["draw_histograms", "save_histograms"]


def draw_histograms(histograms: Mapping[str, Sequence[int]], ax: Axes) -> Axes:
    """Share of games by score, a bar for each line-up, and above them means with 95 % intervals.

    Args:
        histograms: games by score from 0, by name of line-up; all of one length.
        ax: where to draw.
    """
    width = 0.8 / len(histograms)
    top = max(100 * max(counts) / sum(counts) for counts in histograms.values())
    for place, (name, counts) in enumerate(histograms.items()):
        color = PALETTE[place % len(PALETTE)]
        shares = 100 * np.asarray(counts) / np.sum(counts)
        left = np.arange(len(shares)) - 0.4 + width * (place + 0.5)
        mean, half = _mean_and_half_interval(counts)
        label = f"{name}\nn = {np.sum(counts):,}, mean {mean:.2f} ± {half:.2f}"
        ax.bar(left, shares, width, color=color, label=label)
        ax.errorbar(mean, 1.06 * top, xerr=half, fmt="v", color=color, capsize=3, markersize=5)
    ax.set_xlabel("score (points)")
    ax.set_ylabel("share of games (%)")
    ax.set_title("Scores; triangles: means with 95 % interval")
    first = _first_score(histograms)
    ax.set_xlim(first - 0.7, len(next(iter(histograms.values()))) - 0.3)
    ax.legend(frameon=False, fontsize="small", loc="upper left")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _mean_and_half_interval(counts: Sequence[int]) -> tuple[float, float]:
    scores = np.repeat(np.arange(len(counts)), counts)
    if len(scores) < 2:
        return float(scores.mean()), 0.0
    return float(scores.mean()), float(1.96 * scores.std(ddof=1) / np.sqrt(len(scores)))


def _first_score(histograms: Mapping[str, Sequence[int]]) -> int:
    """The lowest score that any line-up had."""
    return min(int(np.flatnonzero(counts)[0]) for counts in histograms.values())


def save_histograms(histograms: Mapping[str, Sequence[int]], file: ImageFile) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_histograms(histograms, ax), file, (9, 4.5))
