"""What one improvement makes of all blueprints of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import HanabiError
from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, plain, write_figure

_LARGEST_AREA = 220.0  # of a marker, in square points
_SMALLEST_AREA = 7.0
#: Sideways between operators, as a share of the axis.
_APART = 0.014
#: Values closer than this are one value.
_DECIMALS, _SAME = 9, 1e-8


@dataclass(frozen=True)
class Improvements:
    """What operators make of B blueprints of a game.

    Attributes:
        game: as titles name it.
        before: [B] expected payoff of each blueprint, in points.
        after: [B] expected payoff of what each operator makes of it, by name of operator.
        optimum: the best expected payoff.

    Raises:
        HanabiError: no operators or blueprints, or an operator without a value for each blueprint.
    """

    game: str
    before: ArrayLike
    after: Mapping[str, ArrayLike]
    optimum: float

    def __post_init__(self) -> None:
        if not self.after or not np.size(self.before):
            raise HanabiError(f"{self.game}: nothing to draw without blueprints and operators")
        for name, values in self.after.items():
            if np.shape(values) != np.shape(self.before):
                raise HanabiError(
                    f"operator {name!r} has {np.size(values)} values for "
                    f"{np.size(self.before)} blueprints; one for each is needed"
                )


def draw_improvement(
    found: Improvements, ax: Axes, *, operators: Sequence[str] | None = None
) -> Axes:
    """Value after an improvement against value before it, a marker for each pair of values.

    Areas of markers tell how many blueprints they are; markers of several operators stand side by
    side. Below the diagonal an operator did harm.

    Args:
        found: values of all blueprints.
        ax: where to draw.
        operators: which to draw; the default is all.
    """
    shown = list(found.after) if operators is None else list(operators)
    pairs = {name: _count_pairs(found.before, values) for name, values in found.after.items()}
    most = max(int(counts.max()) for _, counts in pairs.values())
    apart = _APART * float(np.ptp(_limits(found)))
    shifts = apart * (np.arange(len(shown)) - (len(shown) - 1) / 2)
    for name, shift in zip(shown, shifts.tolist(), strict=True):
        points, counts = pairs[name]
        ax.scatter(
            points[:, 0] + shift,
            points[:, 1],
            s=np.maximum(_SMALLEST_AREA, _LARGEST_AREA * counts / most).tolist(),
            color=PALETTE[list(found.after).index(name) % len(PALETTE)],
            alpha=0.7,
            edgecolor="white",
            linewidth=0.4,
            label=_told(name, points, counts),
        )
    _draw_lines(found, ax)
    ax.set_xlabel("value of the blueprint (points)")
    ax.set_ylabel("value after one improvement (points)")
    ax.set_title(plain(_title(found, most, shifted=len(shown) > 1)), fontsize="medium")
    ax.legend(frameon=False, fontsize="small", loc="lower right")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _count_pairs(
    before: ArrayLike, after: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Pairs of values [K, 2], and how many blueprints [K] have each."""
    both = np.stack([np.asarray(before, np.float64), np.asarray(after, np.float64)], axis=1)
    return np.unique(both.round(_DECIMALS), axis=0, return_counts=True)


def _draw_lines(found: Improvements, ax: Axes) -> None:
    """Where nothing changes, and the optimum; both axes are the same."""
    limits, optimum = _limits(found), found.optimum
    look: dict[str, Any] = {"linewidth": 0.8, "zorder": 0}
    ax.plot(limits, limits, color="0.5", label="no change", **look)
    label = f"optimum {optimum:.4g}"
    ax.axhline(optimum, color="black", linestyle="--", label=label, **look)
    ax.set(xlim=limits, ylim=limits, aspect="equal")


def _limits(found: Improvements) -> tuple[float, float]:
    """Of both axes: all values, and a margin for the largest marker."""
    values = [np.ravel(each) for each in (found.before, *found.after.values(), found.optimum)]
    together = np.concatenate(values)
    low, high = float(together.min()), float(together.max())
    margin = 0.09 * (high - low) or 0.5
    return low - margin, high + margin


def _told(name: str, pairs: NDArray[np.float64], counts: NDArray[np.int64]) -> str:
    """How many blueprints were made better and worse."""
    gains = pairs[:, 1] - pairs[:, 0]
    better, worse = counts[gains > _SAME].sum(), counts[gains < -_SAME].sum()
    return f"{name}: {better:,} better, {worse:,} worse"


def _title(found: Improvements, most: int, *, shifted: bool) -> str:
    count = np.size(found.before)
    title = f"{found.game}: n = {count:,} blueprints; area: how many, {most:,} at most"
    return f"{title}\nshifted sideways by operator" if shifted else title


def save_improvement(found: Improvements, file: ImageFile) -> None:
    """Draw to a PNG file, a panel for each operator."""
    columns = min(2, len(found.after))
    rows = -(-len(found.after) // columns)
    figure = new_figure(5 * columns, 5 * rows)
    panels = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).flat
    for ax, name in zip(panels, found.after, strict=False):
        draw_improvement(found, ax, operators=[name]).label_outer()
        figure.suptitle(ax.get_title(), fontsize="medium")
        ax.set_title(name)
    for ax in panels[len(found.after) :]:
        ax.set_visible(False)
    write_figure(figure, file)
