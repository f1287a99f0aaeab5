"""Mean score by round of a sequence of games, a line for each responder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from hanabilab.notation import parse_rules
from hanabilab.plots.figure import ImageFile, line_look, plain, save_figure


def draw_rounds(document: Mapping[str, Any], ax: Axes) -> Axes:
    """Mean scores by round, with bands of 95 % intervals where there is more than one partner.

    Args:
        document: as `hanabi adhoc --json` prints it.
        ax: where to draw.
    """
    top = parse_rules(document["rules"]).max_score
    for place, (name, found) in enumerate(document["responders"].items()):
        rounds = np.arange(1, len(found["by_round"]) + 1)
        look = line_look(place, len(document["responders"]), len(rounds))
        means = [each["mean"] for each in found["by_round"]]
        label = plain(f"{name}, mean {found['score']['mean']:.2f}")
        ax.plot(rounds, means, label=label, **look)
        if all(each["ci95"] for each in found["by_round"]):
            low, high = np.clip([each["ci95"] for each in found["by_round"]], 0, top).T
            ax.fill_between(rounds, low, high, color=look["color"], alpha=0.07, linewidth=0)
            for edge in (low, high):
                ax.plot(rounds, edge, color=look["color"], linewidth=0.6, linestyle=":")
    partners, sequences = len(document["partners"]), document["sequences"]
    ax.set_title(
        f"{document['rules']}: {partners:,} partners, sequences with each: {sequences:,}\n"
        "bands: 95 % intervals over partners",
        fontsize="medium",
    )
    ax.set_xlabel("game of the sequence")
    ax.set_ylabel("mean score (points)")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_rounds(document: Mapping[str, Any], file: ImageFile) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_rounds(document, ax), file, (8, 4.5))
