"""What a search by rollouts is worth, by how many it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import HanabiError
from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure


@dataclass(frozen=True)
class SampledSearch:
    """One operator with R counts of rollouts.

    Attributes:
        rollouts: [R] of each action at a decision, 1 or more, ascending.
        mean: [R] expected payoff in points, averaged over runs.
        ci95: [R, 2] ends of 95 % intervals of these means.
        exact: expected payoff of the search that knows the values of actions.

    Raises:
        HanabiError: shapes that do not fit, or no rollouts.
    """

    rollouts: ArrayLike
    mean: ArrayLike
    ci95: ArrayLike
    exact: float

    def __post_init__(self) -> None:
        count = np.size(self.rollouts)
        if np.shape(self.mean) != (count,) or np.shape(self.ci95) != (count, 2):
            raise HanabiError(
                f"{count} counts of rollouts need {count} means and [{count}, 2] ends of "
                f"intervals, not {np.shape(self.mean)} and {np.shape(self.ci95)}"
            )
        if not count or np.min(self.rollouts) < 1:
            raise HanabiError(
                f"rollouts are {np.asarray(self.rollouts)}; counts of 1 or more are needed"
            )


@dataclass(frozen=True)
class RolloutStudy:
    """Searches of one blueprint, and what the bound of Lerer et al. 2020 needs.

    Attributes:
        game: as titles name it.
        searches: by name of operator.
        blueprint: its expected payoff in points.
        turns: decisions of a game, at most.
        payoffs: the lowest and the highest there is, in points; no interval is drawn beyond them.
        actions: at a decision, at most.
        runs: that each mean is over.
    """

    game: str
    searches: Mapping[str, SampledSearch]
    blueprint: float
    turns: int
    payoffs: tuple[float, float]
    actions: int
    runs: int

    @property
    def spread(self) -> float:
        """The highest payoff less the lowest, in points."""
        return self.payoffs[1] - self.payoffs[0]

    def bound(self, rollouts: NDArray[np.float64]) -> NDArray[np.float64]:
        """What a search is worth at least (Lerer et al. 2020, theorem 1), in points."""
        return self.blueprint - 2 * self.turns * self.spread * self.actions / np.sqrt(rollouts)


def draw_rollouts(study: RolloutStudy, ax: Axes) -> Axes:
    """Value of searches by rollouts, with 95 % intervals, exact values and the proven bound.

    Where the bound is far below all values, its left part lies outside.
    """
    for place, (name, found) in enumerate(study.searches.items()):
        _draw_search(name, found, study.payoffs, PALETTE[place % len(PALETTE)], ax)
    blueprint = study.blueprint
    ax.axhline(blueprint, color="black", linewidth=0.9, label=f"blueprint {blueprint:.4g}")
    _draw_bound(study, ax)
    ax.set_xscale("log")
    ax.set_xlabel("rollouts N of each action")
    ax.set_ylabel("expected payoff (points)")
    ax.set_title(
        plain(
            f"{study.game}: search by rollouts; means of n = {study.runs:,} runs, 95 % intervals"
        ),
        fontsize="medium",
    )
    ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_search(
    name: str, found: SampledSearch, payoffs: tuple[float, float], color: str, ax: Axes
) -> None:
    rollouts, mean = np.asarray(found.rollouts), np.asarray(found.mean)
    errors = np.abs(np.clip(found.ci95, *payoffs).T - mean)
    look: dict[str, Any] = {"color": color, "marker": "o", "markersize": 4, "capsize": 3}
    label = f"{name}; dashed: exact, {found.exact:.4g}"
    ax.errorbar(rollouts, mean, yerr=errors, label=label, **look)
    ax.axhline(found.exact, color=color, linestyle="--", linewidth=0.9)


def _draw_bound(study: RolloutStudy, ax: Axes) -> None:
    """The bound by N, down to where it would squeeze the rest."""
    counts = np.concatenate([np.ravel(found.rollouts) for found in study.searches.values()])
    grid = np.geomspace(counts.min(), counts.max(), 200)
    bound = study.bound(grid)
    formula = rf"$-\;2\cdot{study.turns}\cdot{study.spread:g}\cdot{study.actions}\,/\sqrt{{N}}$"
    label = f"lower bound: blueprint {formula}"
    ax.plot(grid, bound, color="0.5", linestyle="-.", linewidth=0.9, label=label)
    ax.set_ylim(_limits(study, float(bound[-1])))


def _limits(study: RolloutStudy, last_bound: float) -> tuple[float, float]:
    """All values, and the last of the bound if that is not too far down."""
    values = [
        np.ravel([*np.ravel(np.clip(each.ci95, *study.payoffs)), each.exact])
        for each in study.searches.values()
    ]
    together = np.concatenate([*values, [study.blueprint]])
    low, high = float(together.min()), float(together.max())
    margin = 0.1 * (high - low) or 0.1
    return max(min(last_bound, low), low - 15 * margin) - margin, high + margin


def save_rollouts(study: RolloutStudy, file: ImageFile) -> None:
    """Draw to a PNG file."""
    save_figure(lambda ax: draw_rollouts(study, ax), file, (9, 4.5))
