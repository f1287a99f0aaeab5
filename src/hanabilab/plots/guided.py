"""The curve of a network on a guide: its score in play and greedy, by turns of training."""

from __future__ import annotations

import polars as pl
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, save_figure

_MILLION = 1e6


def draw_guided(curve: pl.DataFrame, guide: float, ax: Axes, *, decks: int) -> Axes:
    """Mean scores, the greedy ones with two standard errors, and the guide's.

    Args:
        curve: columns turns, sampled (score in training), score and error (greedy).
        guide: mean score of the guide on the same decks as the greedy games.
        ax: where to draw.
        decks: of the greedy games.
    """
    turns = curve["turns"].to_numpy() / _MILLION
    greedy, error = curve["score"].to_numpy(), 2 * curve["error"].to_numpy()
    ax.errorbar(turns, greedy, yerr=error, color=PALETTE[0], capsize=2, label="greedy")
    ax.plot(turns, curve["sampled"].to_numpy(), color=PALETTE[1], label="in training, sampled")
    ax.axhline(guide, color="gray", linestyle="--", label=f"its guide, {guide:.2f}")
    ax.set_xlabel("turns of play (millions)")
    ax.set_ylabel("mean score (points)")
    ax.set_title(
        f"{decks:,} fixed decks, zero for a lost game; bars: two standard errors", fontsize=9
    )
    ax.legend(frameon=False, fontsize="small", loc="lower right")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_guided(curve: pl.DataFrame, guide: float, file: ImageFile, *, decks: int) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_guided(curve, guide, ax, decks=decks), file, (8, 4.5))
