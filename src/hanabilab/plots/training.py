"""Score against turns of play, one line for each training run."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from hanabilab.plots.figure import ImageFile, line_look, plain, save_figure

_MILLION = 1e6


def draw_training(curves: Mapping[str, pl.DataFrame], top: int, ax: Axes) -> Axes:
    """Mean scores of greedy self-play, with bands of two standard errors.

    Args:
        curves: name of a run to its curve, the table that `hanabi train` writes as `curve.csv`.
        top: the highest score of the game.
        ax: where to draw.
    """
    _draw_means(curves, "score", ax, top)
    ax.set_title(
        "greedy self-play on fixed decks, zero for a lost game\nbands: two standard errors",
        fontsize="medium",
    )
    ax.set_ylabel("mean score (points)")
    ax.set_ylim(0, top)
    ax.legend(frameon=False, fontsize="small", loc="lower right")
    return ax


def draw_beliefs(curves: Mapping[str, pl.DataFrame], ax: Axes) -> Axes:
    """Nats of true hands, with bands of two standard errors, beside those of hints alone.

    Args:
        curves: name of a run to the curve of a learned belief.
        ax: where to draw.
    """
    _draw_means(curves, "nats", ax)
    for hints in sorted({float(curve["nats_of_hints"][-1]) for curve in curves.values()}):
        ax.axhline(hints, color="gray", ls=":", label=f"hints and counts alone, {hints:.2f}")
    ax.set_title(
        "own hands at every turn, on fixed decks\nbands: two standard errors", fontsize="medium"
    )
    ax.set_ylabel("nats of the true hand")
    ax.legend(frameon=False, fontsize="small", loc="center right")
    return ax


def draw_agreements(curves: Mapping[str, pl.DataFrame], ax: Axes) -> Axes:
    """Agreement with people who were held out, with bands of two standard errors.

    Args:
        curves: name of a run to the curve of a model of people.
        ax: where to draw.
    """
    _draw_means(curves, "agreement", ax, 1)
    ax.set_title("agreement with held-out people\nbands: two standard errors", fontsize="medium")
    ax.set_xlabel("decisions learned from, again and again (millions)")
    ax.set_ylabel("share of decisions")
    ax.legend(frameon=False, fontsize="small", loc="lower right")
    return ax


def _draw_means(
    curves: Mapping[str, pl.DataFrame], column: str, ax: Axes, top: float = np.inf
) -> None:
    """A line for each run by turns of play, with bands that stay within 0 and `top`."""
    for place, (name, curve) in enumerate(curves.items()):
        turns = curve["turns"].to_numpy() / _MILLION
        means, error = curve[column].to_numpy(), 2 * curve["standard_error"].to_numpy()
        look = line_look(place, len(curves), len(turns))
        ax.plot(turns, means, label=plain(f"{name}, last {means[-1]:.2f}"), **look)
        low, high = np.clip(means - error, 0, top), np.clip(means + error, 0, top)
        ax.fill_between(turns, low, high, color=look["color"], alpha=0.15, linewidth=0)
    ax.set_xlabel("turns of play (millions)")
    ax.spines[["top", "right"]].set_visible(False)


def save_training(curves: Mapping[str, pl.DataFrame], top: int, file: ImageFile) -> None:
    """Draw curves of one kind, of scores, beliefs or models of people, to a PNG file."""
    told = set.intersection(*(set(curve.columns) for curve in curves.values()))
    if "nats_of_hints" in told:
        save_figure(lambda ax: draw_beliefs(curves, ax), file, (8, 4.5))
    elif "score" not in told:
        save_figure(lambda ax: draw_agreements(curves, ax), file, (8, 4.5))
    else:
        save_figure(lambda ax: draw_training(curves, top, ax), file, (8, 4.5))
