"""What a search has found: values of actions with errors, and a heat map of the own hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from hanabilab.game.cards import SUIT_LETTERS
from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, write_figure

__all__ = ["draw_belief", "draw_values", "save_search"]


def draw_values(document: Mapping[str, Any], ax: Axes) -> Axes:
    """Gain of each action over the blueprint's, best on top, with 95 % intervals.

    Args:
        document: as `hanabi search --json` prints it.
        ax: where to draw.
    """
    rows = [row for row in document["actions"] if row["gain"] is not None][::-1]
    names = [f"{row['action']}  (n = {row['worlds']:,})" for row in rows]
    gains = [row["gain"] for row in rows]
    errors = [1.96 * (row["gain_sem"] or 0) for row in rows]
    chosen = [row["action"] == document["action"] for row in rows]
    colors = [PALETTE[1] if mark else PALETTE[0] for mark in chosen]
    ax.barh(names, gains, xerr=errors, color=colors, capsize=3)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.set_xlabel("gain over the blueprint's action (points, 95 % interval)")
    ax.set_title(f"{document['agent']}: {document['action']}", fontsize="medium")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def draw_belief(marginals: Sequence[Sequence[float]], suits: int, ranks: int, ax: Axes) -> Axes:
    """The chance of each card in each slot of the own hand, in percent.

    Args:
        marginals: [H, C] probabilities.
        suits, ranks: of the rules; C is their product.
        ax: where to draw.
    """
    shares = np.asarray(marginals).reshape(-1, suits, ranks)
    gap = np.full((suits, 1), np.nan)
    blocks = [part for slot in shares for part in (slot, gap)][:-1]
    grid = 100 * np.concatenate(blocks, axis=1)
    image = ax.imshow(grid, cmap="cividis", vmin=0, vmax=100, aspect="equal")
    starts = [slot * (ranks + 1) for slot in range(len(shares))]
    for row, column in np.argwhere(np.nan_to_num(grid) >= 0.5):
        share = grid[row, column]
        color = "black" if share > 60 else "white"
        ax.text(column, row, f"{share:.0f}", ha="center", va="center", color=color, fontsize=7)
    ax.set_xticks(
        [start + rank for start in starts for rank in range(ranks)],
        [str(rank + 1) for _ in starts for rank in range(ranks)],
    )
    ax.set_yticks(range(suits), list(SUIT_LETTERS[:suits]))
    for slot, start in enumerate(starts):
        ax.text(start + (ranks - 1) / 2, -0.9, f"slot {slot}", ha="center")
    ax.set_xlabel("rank, slot by slot, oldest card first")
    ax.spines[:].set_visible(False)
    ax.figure.colorbar(image, ax=ax, label="chance (%)", shrink=0.8)
    return ax


def save_search(document: Mapping[str, Any], suits: int, ranks: int, file: ImageFile) -> None:
    """Draw both to a PNG file; the values alone where the hand was not listed."""
    panels = 1 if document["belief"] is None else 2
    rows = max(len(document["actions"]), 4)
    figure = new_figure(10, 1.5 + 0.28 * rows + 3 * (panels - 1))
    heights = [0.28 * rows + 1, 3][:panels]
    axes: Any = figure.subplots(panels, 1, squeeze=False, height_ratios=heights)
    draw_values(document, axes[0, 0])
    if panels == 2:
        draw_belief(document["belief"], suits, ranks, axes[1, 0])
        axes[1, 0].set_title(
            f"The own hand: {document['range_size']:,} hands possible, basis {document['basis']}",
            fontsize="medium",
            pad=20,
        )
    write_figure(figure, file)
