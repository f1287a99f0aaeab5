"""Reliability: of what was said to be so likely, how much came true."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, save_figure

_MARKERS = ("o", "s", "^", "D")
#: Chances told, at least, for a point to be drawn.
_FEWEST = 30


def draw_calibration(table: pl.DataFrame, ax: Axes) -> Axes:
    """Shares that came true against chances told, a line for each kind, with 95 % intervals.

    Ranges of chances that were told fewer than 30 times are left out.

    Args:
        table: a row for each kind and range of chances: `kind`, `told` (how many chances), `chance`
            (their mean), `share` that came true, `low` and `high` of its interval.
        ax: where to draw.
    """
    ax.plot([0, 1], [0, 1], color="0.6", linewidth=0.8, zorder=0, label="chances come true")
    kinds = table["kind"].unique(maintain_order=True)
    for place, kind in enumerate(kinds):
        rows = table.filter((pl.col("kind") == kind) & (pl.col("told") >= _FEWEST))
        share = rows["share"].to_numpy()
        errors = np.maximum([share - rows["low"].to_numpy(), rows["high"].to_numpy() - share], 0)
        ax.errorbar(
            rows["chance"].to_numpy(),
            share,
            yerr=errors,
            color=PALETTE[place],
            marker=_MARKERS[place % len(_MARKERS)],
            markersize=4,
            linewidth=1.2,
            capsize=2,
            label=f"{kind}, n = {rows['told'].sum():,}",
        )
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    ax.set_xlabel("chance told")
    ax.set_ylabel("share that came true")
    ax.set_title("bars: 95 % intervals, whole games drawn again", fontsize="medium")
    ax.legend(frameon=False, fontsize="small", loc="upper left")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_calibration(table: pl.DataFrame, file: ImageFile) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_calibration(table, ax), file, (6, 6))
