"""Score against turns of play, one line for each training run."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from hanabilab.plots.figure import ImageFile, line_look, save_figure

_MILLION = 1e6


def draw_training(curves: Mapping[str, pl.DataFrame], top: int, ax: Axes) -> Axes:
    """Mean scores of greedy self-play, with bands of two standard errors.

    Args:
        curves: name of a run to its curve, the table that `hanabi train` writes as `curve.csv`.
        top: the highest score of the game.
        ax: where to draw.
    """
    for place, (name, curve) in enumerate(curves.items()):
        turns = curve["turns"].to_numpy() / _MILLION
        scores, error = curve["score"].to_numpy(), 2 * curve["standard_error"].to_numpy()
        look = line_look(place, len(curves), len(turns))
        ax.plot(turns, scores, label=f"{name}, last {scores[-1]:.2f}", **look)
        low, high = np.clip(scores - error, 0, top), np.clip(scores + error, 0, top)
        ax.fill_between(turns, low, high, color=look["color"], alpha=0.15, linewidth=0)
    ax.set_title(
        "greedy self-play on fixed decks, zero for a lost game\nbands: two standard errors",
        fontsize="medium",
    )
    ax.set_xlabel("turns of play (millions)")
    ax.set_ylabel("mean score (points)")
    ax.set_ylim(0, top)
    ax.legend(frameon=False, fontsize="small", loc="lower right")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def draw_beliefs(curves: Mapping[str, pl.DataFrame], ax: Axes) -> Axes:
    """Nats of true hands, with bands of two standard errors, beside those of hints alone.

    Args:
        curves: name of a run to the curve of a learned belief.
        ax: where to draw.
    """
    for place, (name, curve) in enumerate(curves.items()):
        turns = curve["turns"].to_numpy() / _MILLION
        nats, error = curve["nats"].to_numpy(), 2 * curve["standard_error"].to_numpy()
        look = line_look(place, len(curves), len(turns))
        ax.plot(turns, nats, label=f"{name}, last {nats[-1]:.2f}", **look)
        ax.fill_between(turns, nats - error, nats + error, color=look["color"], alpha=0.15, lw=0)
    for hints in sorted({float(curve["nats_of_hints"][-1]) for curve in curves.values()}):
        ax.axhline(hints, color="gray", ls=":", label=f"hints and counts alone, {hints:.2f}")
    ax.set_title(
        "own hands at every turn, on fixed decks\nbands: two standard errors", fontsize="medium"
    )
    ax.set_xlabel("turns of play (millions)")
    ax.set_ylabel("nats of the true hand")
    ax.legend(frameon=False, fontsize="small", loc="center right")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_training(curves: Mapping[str, pl.DataFrame], top: int, file: ImageFile) -> None:
    """Draw curves of one kind, of scores or of beliefs, to a PNG file."""
    if all("nats" in curve.columns for curve in curves.values()):
        save_figure(lambda ax: draw_beliefs(curves, ax), file, (8, 4.5))
    else:
        save_figure(lambda ax: draw_training(curves, top, ax), file, (8, 4.5))
