"""Learning curves over seeds: what is reached, and how often the optimum is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import HanabiError
from hanabilab.plots.figure import ImageFile, line_look, new_figure, plain, write_figure


@dataclass(frozen=True)
class LearningCurve:
    """One learner at E moments, over S seeds.

    Attributes:
        name: of the learner.
        episodes: [E] learned from until then, ascending.
        mean: [E] expected payoff of what was learned in points, averaged over seeds.
        ci95: [E, 2] ends of 95 % intervals of these means; NaN for no band.
        solved: [E] share of seeds whose policy is optimal.
        solved_ci95: [E, 2] ends of their 95 % intervals, of Wilson's as `stats.rate` has them.
        seeds: S, how many.
        cpu_seconds: of a run from first to last, if measured.
        family: those that it is drawn beside.

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
    family: str = ""

    def __post_init__(self) -> None:
        count = np.size(self.episodes)
        found = [np.shape(each) for each in (self.mean, self.ci95, self.solved, self.solved_ci95)]
        if found != [(count,), (count, 2), (count,), (count, 2)]:
            raise HanabiError(
                f"learner {self.name!r}: {count} moments need means [{count}] and intervals "
                f"[{count}, 2], and the same of the share solved, not {found}"
            )


@dataclass(frozen=True)
class LearningGoal:
    """What there is to learn.

    Attributes:
        game: as titles name it.
        lowest: payoff of the game, in points.
        optimum: the best expected payoff; no interval is drawn beyond these two.
    """

    game: str
    lowest: float
    optimum: float


def draw_learning(curves: Sequence[LearningCurve], goal: LearningGoal, ax: Axes) -> Axes:
    """Mean expected payoff by episodes, with bands of 95 % intervals over seeds."""
    for place, curve in enumerate(curves):
        ends = np.clip(curve.ci95, goal.lowest, goal.optimum)
        _draw_band(place, curves, np.asarray(curve.mean), ends, ax)
    label = f"optimum {goal.optimum:.4g}"
    ax.axhline(goal.optimum, color="black", linestyle="--", linewidth=0.8, label=label)
    ax.set_ylabel("expected payoff (points)")
    return _finish(ax, f"{goal.game}: means over seeds; bands: 95 % intervals")


def draw_solved(curves: Sequence[LearningCurve], goal: LearningGoal, ax: Axes) -> Axes:
    """Share of seeds with an optimal policy, by episodes, with bands of Wilson's intervals."""
    for place, curve in enumerate(curves):
        shares, ends = 100 * np.asarray(curve.solved), 100 * np.asarray(curve.solved_ci95)
        _draw_band(place, curves, shares, ends, ax)
    ax.set_ylabel("seeds that found the optimum (%)")
    ax.set_ylim(-3, 103)
    return _finish(ax, f"{goal.game}: solved; bands: 95 % intervals of Wilson")


def _draw_band(
    place: int,
    curves: Sequence[LearningCurve],
    middle: NDArray[np.float64],
    edges: NDArray[np.float64],
    ax: Axes,
) -> None:
    """A line that can be told from all others, even where they are the same."""
    moments = np.asarray(curves[place].episodes)
    look = line_look(place, len(curves), len(moments))
    ax.fill_between(moments, *edges.T, color=look["color"], alpha=0.12, linewidth=0)
    ax.plot(moments, middle, label=_told(curves[place], curves[:place]), **look)


def _told(curve: LearningCurve, before: Sequence[LearningCurve]) -> str:
    """Its name and numbers, and who learns the very same."""
    label = f"{curve.name}, n = {curve.seeds:,} seeds"
    if curve.cpu_seconds is not None:
        label += f",\n{curve.cpu_seconds:.2g} CPU s each"
    twins = [other.name for other in before if np.array_equal(other.mean, curve.mean)]
    return f"{label}, the same as {twins[0]}" if twins else label


def _finish(ax: Axes, title: str) -> Axes:
    ax.set_xlabel("episodes")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set_title(plain(title), fontsize="medium")
    ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


_DRAWS = (draw_learning, draw_solved)


def save_learning(curves: Sequence[LearningCurve], goal: LearningGoal, file: ImageFile) -> None:
    """Draw both to a PNG file side by side, a row for each family of learners."""
    families = list(dict.fromkeys(curve.family for curve in curves))
    figure = new_figure(10.5, 1 + 2.7 * len(families))
    panels: Any = figure.subplots(len(families), 2, squeeze=False, sharex=True, sharey="col")
    for pair, family in zip(panels, families, strict=True):
        row = [curve for curve in curves if curve.family == family]
        drawn = [draw(row, goal, ax) for draw, ax in zip(_DRAWS, pair, strict=True)]
        titles = [ax.get_title() for ax in drawn]
        for ax, title in zip(drawn, (family, ""), strict=True):
            ax.set_title(title, fontsize="medium")
            ax.set_xlabel(ax.get_xlabel() if family == families[-1] else "")
        pair[0].get_legend().remove()
    figure.suptitle("\n".join(titles), fontsize="medium")
    write_figure(figure, file)
