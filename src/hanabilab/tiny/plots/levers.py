"""Lever games: self-play and cross-play of methods, and cross-play while they learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, line_look, new_figure, write_figure

_APART = 0.14
_LEVELS = (("self_play", "self-play", "o"), ("cross_play", "cross-play", "D"))


def draw_lever_scores(game: Mapping[str, Any], ax: Axes) -> Axes:
    """Self-play and cross-play of each method, with 95 % intervals over teams.

    Args:
        game: one of the games of the document that `hanabi tiny levers --json` prints.
        ax: where to draw.
    """
    methods = game["methods"]
    for place, (key, label, marker) in enumerate(_LEVELS):
        means = np.array([row[key]["mean"] for row in methods])
        ends = np.array([row[key]["ci95"] or [np.nan] * 2 for row in methods])
        rows = np.arange(len(methods)) + (2 * place - 1) * _APART
        color = PALETTE[place]
        ax.errorbar(
            means,
            rows,
            xerr=np.abs(ends.T - means),
            fmt=marker,
            color=color,
            label=label,
            capsize=2,
        )
    ax.set_yticks(range(len(methods)), [row["method"] for row in methods])
    ax.invert_yaxis()
    ax.set_xlim(-0.05, 1.05)
    ax.set_xlabel("mean payoff (points); bars: 95 % intervals")
    ax.set_title(f"{game['game']}: n = {game['seeds']} teams", fontsize="medium")
    ax.legend(
        frameon=False, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2
    )
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def draw_lever_curves(game: Mapping[str, Any], ax: Axes) -> Axes:
    """Cross-play of each method by steps of learning, means over all pairs of teams."""
    methods = game["methods"]
    for place, row in enumerate(methods):
        look = line_look(place, len(methods), len(row["steps"]))
        ax.plot(row["steps"], row["cross_play_curve"], label=row["method"], **look)
    ax.set_ylim(-0.05, 1.05)
    ax.set_xlabel("steps of gradient ascent")
    ax.set_ylabel("cross-play (points)")
    ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_levers(games: Sequence[Mapping[str, Any]], file: ImageFile) -> None:
    """Draw both to a PNG file side by side, a row for each game."""
    figure = new_figure(10.5, 3.2 * len(games))
    panels: Any = figure.subplots(len(games), 2, squeeze=False)
    for (left, right), game in zip(panels, games, strict=True):
        draw_lever_scores(game, left)
        draw_lever_curves(game, right)
    write_figure(figure, file)
