"""The numbers of an agent as they are tuned: where candidates were drawn around, by generation."""

from __future__ import annotations

from math import ceil

import numpy as np
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, plain, write_figure
from hanabilab.tuning.search import Tuning

_COLUMNS = 3


def draw_number(tuning: Tuning, place: int, ax: Axes) -> Axes:
    """The path of one number, with a band of one standard deviation of its candidates.

    Args:
        tuning: with one generation or more.
        place: of the number, among those that are tuned.
        ax: where to draw.
    """
    number, given = tuning.settings.numbers[place], tuning.settings.start[place]
    means, deviations = tuning.means[:, place], tuning.deviations[:, place]
    generations = np.arange(len(means))
    low = np.clip(means - deviations, number.low, number.high)
    high = np.clip(means + deviations, number.low, number.high)
    ax.axhline(given, color="gray", ls=":", lw=1)
    ax.fill_between(generations, low, high, color=PALETTE[0], alpha=0.15, linewidth=0)
    ax.plot(generations, means, color=PALETTE[0])
    ax.set_title(f"{plain(number.name)}: {given} to {tuning.tuned[place]}", fontsize="medium")
    ax.set_ylim(number.low - 0.5, number.high + 0.5)
    ax.set_xlim(0, max(1, tuning.done))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_tuning(tuning: Tuning, file: ImageFile) -> None:
    """Draw the paths of all numbers to a PNG file."""
    count = len(tuning.settings.numbers)
    columns = min(count, _COLUMNS)
    rows = ceil(count / columns)
    figure = new_figure(1 + 3 * columns, 1 + 2.2 * rows)
    for place in range(count):
        draw_number(tuning, place, figure.add_subplot(rows, columns, place + 1))
    settings = tuning.settings
    figure.suptitle(
        f"{settings.candidates} candidates of {settings.games} games a generation, seed "
        f"{settings.seed}\nlines: mean of candidates; bands: one standard deviation; "
        "dots: as given",
        fontsize="medium",
    )
    figure.supxlabel("generation", fontsize="medium")
    figure.supylabel("value of the number, over its range", fontsize="medium")
    write_figure(figure, file)
