"""Learning curves over seeds: what is reached, and how often the optimum is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from hanabilab.errors import HanabiError
from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, write_figure

__all__ = ["LearningCurve", "draw_learning", "draw_solved", "save_learning"]

#: Of lines, once all colors are taken.
_STYLES = ("-", "--", ":")


@dataclass(frozen=True)
class LearningCurve:
    """One learner at E moments, over S seeds.

    Attributes:
        name: of the learner.
        episodes: [E] learned from until then, ascending.
        mean: [E] expected payoff of what was learned in points, averaged over seeds.
        ci95: [E, 2] ends of 95 % intervals of these means.
        solved: [E] share of seeds whose policy is optimal.
        solved_ci95: [E, 2] ends of their 95 % intervals, of Wilson's as `stats.rate` has them.
        seeds: S, how many.
        cpu_seconds: of a run from first to last, if measured.

    Raises:
        HanabiError: shapes that do not fit.
    """

    name: str
    episodes: ArrayLike
    mean: ArrayLike
    ci95: ArrayLike
    solved: ArrayLike
    solved_ci95: ArrayLike
    seeds: int
    cpu_seconds: float | None = None

    def __post_init__(self) -> None:
        count = np.size(self.episodes)
        found = [np.shape(each) for each in (self.mean, self.ci95, self.solved, self.solved_ci95)]
        if found != [(count,), (count, 2), (count,), (count, 2)]:
            raise HanabiError(
                f"learner {self.name!r}: {count} moments need means [{count}] and intervals "
                f"[{count}, 2], and the same of the share solved, not {found}"
            )


def draw_learning(curves: Sequence[LearningCurve], ax: Axes, *, optimum: float, game: str) -> Axes:
    """Mean expected payoff by episodes, with bands of 95 % intervals over seeds.

    Args:
        curves: a learner each.
        ax: where to draw.
        optimum: the best expected payoff in points.
        game: as the title names it.
    """
    for place, curve in enumerate(curves):
        _draw_band(curve, curve.mean, curve.ci95, ax, place)
    ax.axhline(optimum, color="black", linestyle="--", linewidth=0.8, label=f"optimum {optimum:g}")
    ax.set_ylabel("expected payoff (points)")
    return _finish(ax, f"{game}: means over seeds; bands: 95 % intervals")


def draw_solved(curves: Sequence[LearningCurve], ax: Axes, *, game: str) -> Axes:
    """Share of seeds with an optimal policy, by episodes, with bands of Wilson's intervals."""
    for place, curve in enumerate(curves):
        shares, ends = 100 * np.asarray(curve.solved), 100 * np.asarray(curve.solved_ci95)
        _draw_band(curve, shares, ends, ax, place)
    ax.set_ylabel("seeds that found the optimum (%)")
    ax.set_ylim(-3, 103)
    return _finish(ax, f"{game}: solved; bands: 95 % intervals of Wilson")


def _draw_band(
    curve: LearningCurve, middle: ArrayLike, ends: ArrayLike, ax: Axes, place: int
) -> None:
    """A line in a color and style that no other place among the learners has."""
    moments, edges = np.asarray(curve.episodes), np.asarray(ends)
    turn, shade = divmod(place, len(PALETTE))
    style, color = _STYLES[turn % len(_STYLES)], PALETTE[shade]
    ax.fill_between(moments, edges[:, 0], edges[:, 1], color=color, alpha=0.08, linewidth=0)
    ax.plot(
        moments, np.asarray(middle), color=color, linewidth=1.6, linestyle=style, label=_told(curve)
    )


def _told(curve: LearningCurve) -> str:
    label = f"{curve.name}, n = {curve.seeds:,} seeds"
    return label if curve.cpu_seconds is None else f"{label}, {curve.cpu_seconds:.2g} CPU s each"


def _finish(ax: Axes, title: str) -> Axes:
    ax.set_xlabel("episodes")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set_title(title, fontsize="medium")
    ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_learning(
    curves: Sequence[LearningCurve], file: ImageFile, *, optimum: float, game: str
) -> None:
    """Draw both to a PNG file, one below the other, with one legend."""
    figure = new_figure(9, 7)
    upper, lower = figure.subplots(2, 1, sharex=True)
    draw_learning(curves, upper, optimum=optimum, game=game).label_outer()
    legend = draw_solved(curves, lower, game=game).get_legend()
    if legend:
        legend.remove()
    write_figure(figure, file)
