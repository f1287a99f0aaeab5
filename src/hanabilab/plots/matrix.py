"""Heat map of a cross-play matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from hanabilab.messages import label
from hanabilab.plots.figure import ImageFile, plain, save_figure
from hanabilab.stats import ERROR_NOTE

# Beyond these, names and numbers do not fit.
_MOST_NAMED = 40
_MOST_WRITTEN = 12


def draw_matrix(document: Mapping[str, Any], ax: Axes) -> Axes:
    """Mean scores, a row for the one and a column for the others, with standard errors in cells.

    Args:
        document: as `hanabi crossplay --json` prints it; where sem is None, values are exact.
        ax: where to draw.
    """
    means = np.asarray(document["mean"])
    errors = None if document["sem"] is None else np.asarray(document["sem"])
    written = max(means.shape) <= _MOST_WRITTEN
    image = ax.imshow(means, cmap="cividis", aspect="equal")
    _name_axes(document, ax)
    if written:
        _write_cells(means, errors, ax)
    ax.set_title(plain(_title(document, errors, written=written)), fontsize="medium")
    ax.figure.colorbar(image, ax=ax, label="score (points)", shrink=0.8)
    return ax


def _title(document: Mapping[str, Any], errors: Any, *, written: bool) -> str:
    if errors is None:
        return f"{document['rules']}: expected score, exact"
    note = ERROR_NOTE if written else f"up to ± {errors.max():.2f}; {ERROR_NOTE}"
    return f"{document['rules']}: mean score, {document['games']:,} decks a pair\n{note}"


def _name_axes(document: Mapping[str, Any], ax: Axes) -> None:
    for names, axis in ((document["others"], ax.xaxis), (document["ones"], ax.yaxis)):
        if len(names) <= _MOST_NAMED:
            axis.set_ticks(range(len(names)), [plain(label(name)) for name in names])
    ax.tick_params(axis="x", labelrotation=45)
    for shown in ax.get_xticklabels():
        shown.set_horizontalalignment("right")
    ax.set_xlabel("with")
    ax.set_ylabel("agent")


def _write_cells(means: Any, errors: Any, ax: Axes) -> None:
    middle = (means.min() + means.max()) / 2
    for (row, column), mean in np.ndenumerate(means):
        color = "black" if mean > middle else "white"
        text = f"{mean:.2f}" if errors is None else f"{mean:.2f}\n± {errors[row, column]:.2f}"
        ax.text(column, row, text, ha="center", va="center", color=color, fontsize=8)


def save_matrix(document: Mapping[str, Any], file: ImageFile) -> None:
    """Draw to a PNG file."""
    size = max(len(document["ones"]), len(document["others"]))
    side = 4 + 0.75 * min(size, _MOST_WRITTEN)
    save_figure(lambda ax: draw_matrix(document, ax), file, (side + 1.5, side))
