"""Numbers by niche, as a map of the grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, PowerNorm
from numpy.typing import NDArray

_MOST_BORDERS = 25
#: Numbers from this share of the color scale on are dark on light.
_LIGHT = 0.5


def draw_niches(
    values: NDArray[np.float64],
    measures: Sequence[str],
    ax: Axes,
    *,
    label: str,
    title: str,
    top: float | None = None,
    counts: bool = False,
) -> Axes:
    """Map of a grid of two measures, the first upwards, both from 0 to 1; lines are niche borders.

    Args:
        values: [rows, columns] of niches; NaN where one is empty.
        measures: names of the two.
        ax: where to draw.
        label: of the color scale, with the unit.
        title: what it shows, of how many niches and games.
        top: end of the color scale; the default is the largest value.
        counts: values are counts: small ones are told apart, and nothing is written for 0.
    """
    top = max(float(np.nanmax(values)) if top is None else top, 1.0)
    scale = PowerNorm(0.4, 0, top) if counts else Normalize(0, top)
    image = ax.imshow(
        values, cmap="cividis", norm=scale, origin="lower", extent=(0, 1, 0, 1), aspect="equal"
    )
    ax.set_facecolor("0.9")  # empty niches
    _rule_borders(values.shape, ax)
    _write_values(values, scale, ax, counts=counts)
    ax.set_ylabel(f"{measures[0].replace('_', ' ')} (ratio)")
    ax.set_xlabel(f"{measures[1].replace('_', ' ')} (ratio)")
    ax.set_title(title, fontsize="medium")
    ax.figure.colorbar(image, ax=ax, label=label, shrink=0.8)
    return ax


def _rule_borders(shape: tuple[int, ...], ax: Axes) -> None:
    if max(shape) > _MOST_BORDERS:
        return
    for axis, niches in zip((ax.yaxis, ax.xaxis), shape, strict=True):
        axis.set_ticks(np.linspace(0, 1, niches + 1).tolist(), minor=True)
        axis.remove_overlapping_locs = False  # a border is drawn where a number stands, too
    ax.grid(which="minor", color="white", linewidth=0.5)


def _write_values(values: NDArray[np.float64], scale: Normalize, ax: Axes, *, counts: bool) -> None:
    if max(values.shape) > _MOST_BORDERS:
        return
    rows, columns = values.shape
    for row, column in np.argwhere(~np.isnan(values)).tolist():
        value = values[row, column]
        if counts and value == 0:
            continue
        color = "black" if float(scale(value)) > _LIGHT else "white"
        place = (column + 0.5) / columns, (row + 0.5) / rows
        ax.text(*place, f"{value:.0f}", ha="center", va="center", color=color, fontsize=6)
