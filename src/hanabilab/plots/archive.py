"""The archive of an evolution drawn: mean scores by niche, any values by niche, parallel axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, PowerNorm
from numpy.typing import NDArray

from hanabilab.errors import EvolutionError
from hanabilab.evolution import Evolution, as_grid_archive
from hanabilab.evolution.report import mean_grid
from hanabilab.messages import how_to_install
from hanabilab.notation import format_rules
from hanabilab.plots.figure import ImageFile, save_figure

_MOST_WRITTEN = 20


def draw_archive(
    means: NDArray[np.float64], measures: Sequence[str], max_score: int, ax: Axes, *, game: str
) -> Axes:
    """Heat map of a grid of two measures, the first upwards, both from 0 to 1.

    Args:
        means: [rows, columns] mean score of each niche, in points; NaN where it is empty.
        measures: names of the two.
        max_score: the end of the color scale.
        ax: where to draw.
        game: as the title names it.
    """
    extent = (0.0, 1.0, 0.0, 1.0)
    image = ax.imshow(
        means, cmap="cividis", origin="lower", extent=extent, vmin=0, vmax=max_score, aspect="equal"
    )
    filled = means[~np.isnan(means)]
    if max(means.shape) <= _MOST_WRITTEN:
        _write_cells(means, max_score, ax)
    told = f"mean {filled.mean():.2f}, maximum {filled.max():.2f}" if len(filled) else "empty"
    filled_niches = f"{len(filled)} of {means.size} niches filled; {told}"
    ax.set_title(f"{game}\n{filled_niches}", fontsize="medium")
    ax.set_ylabel(_label(measures[0]))
    ax.set_xlabel(_label(measures[1]))
    ax.figure.colorbar(image, ax=ax, label="mean score (points)", shrink=0.8)
    return ax


def _label(measure: str) -> str:
    return f"{measure.replace('_', ' ')} (ratio)"


def _write_cells(means: NDArray[np.float64], max_score: int, ax: Axes) -> None:
    rows, columns = means.shape
    for row, column in np.argwhere(~np.isnan(means)).tolist():
        mean = means[row, column]
        color = "black" if mean > max_score / 2 else "white"
        place = (column + 0.5) / columns, (row + 0.5) / rows
        ax.text(*place, f"{mean:.0f}", ha="center", va="center", color=color, fontsize=6)


def draw_parallel_axes(grid_archive: Any, measures: Sequence[str], ax: Axes, *, game: str) -> Axes:
    """A line for each elite across all measures, colored by score: for grids of three measures.

    Args:
        grid_archive: a `ribs.archives.GridArchive`; pyribs draws.
        measures: names of its measures.
        ax: where to draw.
        game: as the title names it.

    Raises:
        EvolutionError: pyribs and what it draws with are not installed.
    """
    try:
        from ribs.visualize import parallel_axes_plot
    except ImportError:
        raise EvolutionError(
            f"figures of three measures need pyribs; install it with: {how_to_install('evolve')}"
        ) from None
    parallel_axes_plot(grid_archive, ax=ax, cmap="cividis", sort_archive=True)
    ax.set_xticks(range(len(measures)), [_label(name) for name in measures])
    ax.set_title(f"{game}\nniches of all elites; color: mean score (points)", fontsize="medium")
    return ax


def save_archive(evolution: Evolution, file: ImageFile) -> None:
    """Draw the archive of an evolution to a PNG file.

    Raises:
        EvolutionError: three measures, and pyribs, which draws them, is not installed.
    """
    settings, means = evolution.settings, mean_grid(evolution)
    game = format_rules(settings.rules)

    def draw(ax: Axes) -> None:
        if means.ndim == 2:
            draw_archive(means, settings.measures, settings.rules.max_score, ax, game=game)
        else:
            draw_parallel_axes(as_grid_archive(evolution), settings.measures, ax, game=game)

    save_figure(draw, file)


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
    top = float(np.nanmax(values, initial=1.0)) if top is None else max(top, 1.0)
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
