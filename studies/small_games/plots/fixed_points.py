"""Where iterations end: values of fixed points, and how many starts reach each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure

_DECIMALS = 6


@dataclass(frozen=True)
class FixedPoints:
    """Ends of the iterations of one operator.

    Attributes:
        starts: how many starts end at a fixed point of each value, in points.
        cycling: how many end in a cycle.
        ci95: 95 % interval of the share of starts, by value; empty where all starts were tried.
    """

    starts: Mapping[float, int]
    cycling: int = 0
    ci95: Mapping[float, tuple[float, float]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many starts there are."""
        return sum(self.starts.values()) + self.cycling


def draw_fixed_points(
    found: Mapping[str, FixedPoints], ax: Axes, *, optimum: float, game: str
) -> Axes:
    """Share of starts by the value where they end, a bar for each operator; the optimum is named.

    Args:
        found: by name of operator.
        ax: where to draw.
        optimum: the best expected payoff in points.
        game: as the title names it.
    """
    values = sorted({round(value, _DECIMALS) for each in found.values() for value in each.starts})
    cycles = any(each.cycling for each in found.values())
    width = 0.8 / len(found)
    for place, (name, each) in enumerate(found.items()):
        left = np.arange(float(len(values) + cycles)) - 0.4 + width * (place + 0.5)
        color = PALETTE[place % len(PALETTE)]
        _draw_bars(each, values, left, ax, width=width, color=color, name=name)
    ticks = [_tick(value, optimum) for value in values] + ["cycle"] * cycles
    ax.set_xticks(range(len(ticks)), ticks)
    for label in ax.get_xticklabels():
        label.set_fontweight("bold" if "optimum" in label.get_text() else "normal")
    ax.set_xlabel("value of the fixed point (points)")
    ax.set_ylabel("share of starts (%)")
    ax.margins(y=0.12)
    ax.set_title(plain(_title(found, game)), fontsize="medium")
    ax.legend(frameon=False, fontsize="small")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_bars(
    each: FixedPoints,
    values: list[float],
    left: NDArray[np.float64],
    ax: Axes,
    *,
    width: float,
    color: str,
    name: str,
) -> None:
    counts = {round(value, _DECIMALS): count for value, count in each.starts.items()}
    heights = [counts.get(value, 0) for value in values] + [each.cycling]
    shares = 100 * np.array(heights[: len(left)]) / each.count
    label = f"{name}, n = {each.count:,} starts"
    bars = ax.bar(left, shares, width, color=color, label=label)
    ends = {round(value, _DECIMALS): interval for value, interval in each.ci95.items()}
    for place, value in zip(left, values, strict=False):
        if value in ends:
            low, high = (100 * end for end in ends[value])
            ax.vlines(place, low, high, color="black", linewidth=1)
    ax.bar_label(bars, [f"{share:.0f}" if share else "" for share in shares], fontsize="small")


def _tick(value: float, optimum: float) -> str:
    return f"{value:.4g}\noptimum" if abs(value - optimum) < 10**-_DECIMALS else f"{value:.4g}"


def _title(found: Mapping[str, FixedPoints], game: str) -> str:
    sampled = any(each.ci95 for each in found.values())
    return f"{game}: where iterations end" + ("; 95 % intervals" if sampled else "")


def save_fixed_points(
    found: Mapping[str, FixedPoints], file: ImageFile, *, optimum: float, game: str
) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_fixed_points(found, ax, optimum=optimum, game=game), file, (8, 4.5))
