"""The picture of a study of zero-shot coordination: each method with itself and with others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, save_figure
from studies.partners import RULE_AGENTS

_PARTNERS = ("itself", "another seed", "rule agents")


def save_methods(
    found: Mapping[str, Mapping[str, Any]], most: int, title: str, file: ImageFile
) -> None:
    """Draw to a PNG file, wider for more methods; see `draw_methods`."""
    size = 2 + 1.3 * len(found), 4.5
    save_figure(lambda ax: draw_methods(found, ax, most, title), file, size)


def draw_methods(found: Mapping[str, Mapping[str, Any]], ax: Axes, most: int, title: str) -> None:
    """Draw scores: a group of bars for each method, and a dot for each network or pair of them.

    Args:
        found: what `zero_shot.study` found, by method.
        ax: drawn into.
        most: the best score of the game, in points.
        title: of the figure.
    """
    for place, row in enumerate(found.values()):
        for bar, (partner, values) in enumerate(zip(_PARTNERS, _values(row), strict=False)):
            at, mean = place + (bar - 1) * 0.27, float(np.mean(values))
            ax.bar(at, mean, 0.25, color=PALETTE[bar], label=partner if place == 0 else None)
            spread = np.linspace(-0.08, 0.08, len(values))
            ax.plot(at + spread, values, ".", color="black", markersize=3, alpha=0.6)
            ax.annotate(f"{mean:.1f}", (at, mean), (0, 3), textcoords="offset points", ha="center")
    ax.set_xticks(range(len(found)), list(found))
    ax.set_ylabel("mean score (points)")
    ax.set_ylim(0, most)
    ax.set_title(title)
    ax.legend(title="with")


def _values(row: Mapping[str, Any]) -> list[list[float]]:
    """The mean score of each network with itself, of each pair of seeds, and with rule agents."""
    matrix = np.array(row["matrix"])
    both = ((matrix + matrix.T) / 2)[np.triu_indices(len(matrix), 1)]
    values = [list(np.diag(matrix)), list(both)]
    if "strangers" in row:
        beside = [row["strangers"][who] for who in RULE_AGENTS]
        values.append(list(np.mean(beside, axis=0)))
    return values
