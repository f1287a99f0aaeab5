"""How alike people agents act: a bar for each agent, and marks by what people did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from hanabilab.messages import label
from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure

#: Kinds of people's actions, by key of the document, and their marks.
_KINDS = {"play": "^", "discard": "v", "color": "o", "rank": "s"}


def draw_likeness(document: Sequence[Mapping[str, Any]], ax: Axes) -> Axes:
    """Agreement of each agent with people, the first agent on top.

    Args:
        document: as `hanabi log likeness --json` prints it.
        ax: where to draw.
    """
    rows = np.arange(len(document))
    agreement = [each["agreement"] for each in document]
    errors = np.array([each["sem"] for each in document], np.float64)  # NaN where there is none
    ax.barh(rows, agreement, xerr=errors, color=PALETTE[4], ecolor="black", height=0.6)
    for place, (kind, marker) in enumerate(_KINDS.items()):
        told = [(each[kind], row) for row, each in enumerate(document) if each[kind] is not None]
        look: dict[str, Any] = {
            "marker": marker,
            "linestyle": "",
            "color": PALETTE[place],
            "markersize": 6,
        }
        ax.plot(*np.array(told).reshape(-1, 2).T, **look, markeredgecolor="white", label=kind)
    ax.set_yticks(rows, [plain(label(each["agent"])) for each in document])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xlabel("share of people's decisions at which the agent does the same")
    first = document[0]
    ax.set_title(
        f"{first['decisions']:,} decisions of people in {first['games']:,} games\n"
        "bars: all, ± one standard error; marks: where people did this",
        fontsize="medium",
    )
    ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_likeness(document: Sequence[Mapping[str, Any]], file: ImageFile) -> None:
    """Draw to a PNG file, higher for more agents."""
    save_figure(lambda ax: draw_likeness(document, ax), file, (8, 1.6 + 0.5 * len(document)))
