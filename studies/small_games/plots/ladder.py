"""The ladder of values of a game, from random play to open hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure


@dataclass(frozen=True)
class Rung:
    """A kind of play and what it is worth.

    Attributes:
        name: of the kind of play.
        value: expected payoff in points, or the mean over starts.
        span: lowest and highest over starts; None for a single value.
    """

    name: str
    value: float
    span: tuple[float, float] | None = None


def draw_ladder(
    rungs: Sequence[Rung], ax: Axes, *, game: str, optimum: str = "optimum", starts: int = 0
) -> Axes:
    """A bar for each rung, the first at the bottom, with its value; the optimum stands out.

    Args:
        rungs: from the worst to the best.
        ax: where to draw.
        game: as the title names it.
        optimum: name of the rung that no players can surpass.
        starts: how many starts spans are over.
    """
    names = [rung.name for rung in rungs]
    values = [rung.value for rung in rungs]
    colors = [PALETTE[1] if name == optimum else PALETTE[0] for name in names]
    ax.barh(names, values, color=colors, height=0.7)
    for place, rung in enumerate(rungs):
        _write_value(rung, place, ax)
    for value in [rung.value for rung in rungs if rung.name == optimum]:
        ax.axvline(value, color="black", linestyle="--", linewidth=0.8, zorder=0)
    spans = f"; lines: lowest to highest of n = {starts:,} starts" if starts else ""
    ax.set_title(plain(f"{game}{spans}"), fontsize="medium")
    ax.set_xlabel("expected payoff (points)")
    ax.margins(x=0.12)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _write_value(rung: Rung, place: int, ax: Axes) -> None:
    end = rung.value
    if rung.span:
        low, high = rung.span
        errors = [[rung.value - low], [high - rung.value]]
        ax.errorbar(rung.value, place, xerr=errors, color="black", capsize=3, linewidth=1)
        end = high
    ax.annotate(
        f"{rung.value:.4f}".rstrip("0").rstrip("."),
        (end, place),
        xytext=(5, 0),
        textcoords="offset points",
        va="center",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )


def save_ladder(
    rungs: Sequence[Rung], file: ImageFile, *, game: str, optimum: str = "optimum", starts: int = 0
) -> None:
    """Draw to a PNG file."""
    save_figure(
        lambda ax: draw_ladder(rungs, ax, game=game, optimum=optimum, starts=starts),
        file,
        (8, 1.3 + 0.42 * len(rungs)),
    )
