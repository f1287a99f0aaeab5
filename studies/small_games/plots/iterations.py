"""Values of policies as an operator is applied again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from hanabilab.errors import HanabiError
from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure

#: Steps drawn after the last policy that is new, for cycles to be seen to go round.
_STEPS_AFTER = 3


@dataclass(frozen=True)
class Iteration:
    """What an operator makes of one blueprint, step by step, until a policy comes again.

    Attributes:
        operator: its name.
        values: expected payoff of each policy in points, the blueprint first; all are different
            policies, though maybe of equal values.
        returns_to: index of the policy that the operator makes of the last one: its own for a fixed
            point, an earlier one for a cycle; None where iteration was stopped before.

    Raises:
        HanabiError: no policies, or a return to none of them.
    """

    operator: str
    values: tuple[float, ...]
    returns_to: int | None = None

    def __post_init__(self) -> None:
        count = len(self.values)
        if not count or self.returns_to not in (None, *range(count)):
            raise HanabiError(
                f"an iteration of {count} policies cannot return to policy {self.returns_to}; "
                "indices count from 0"
            )

    @property
    def period(self) -> int:
        """Policies that follow each other for ever: 1 at a fixed point, 0 if that is not known."""
        return 0 if self.returns_to is None else len(self.values) - self.returns_to

    def values_until(self, steps: int) -> list[float]:
        """Values after 0 to `steps` improvements, as far as they are known."""
        known, again = list(self.values), self.values[self.returns_to :]
        while self.period and len(known) <= steps:
            known += again
        return known[: steps + 1]


def draw_iterations(
    iterations: Sequence[Iteration], ax: Axes, *, optimum: float, game: str
) -> Axes:
    """Values by iteration, a line for each start; those that are the same make it thicker.

    Args:
        iterations: of any operators and starts.
        ax: where to draw.
        optimum: the best expected payoff in points.
        game: as the title names it.
    """
    last = max(len(each.values) for each in iterations) - 1 + _STEPS_AFTER
    operators = list(dict.fromkeys(each.operator for each in iterations))
    for each, count in Counter(iterations).items():
        place = operators.index(each.operator)
        color, shift = PALETTE[place % len(PALETTE)], 0.05 * (place - (len(operators) - 1) / 2)
        _draw_one(each, ax, last=last, color=color, shift=shift, width=1 + log10(count))
    label = f"optimum {optimum:.4g}"
    ax.axhline(optimum, color="black", linestyle="--", linewidth=0.8, zorder=0, label=label)
    ax.set_xlabel("improvements")
    ax.set_ylabel("expected payoff (points)")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(plain(f"{game}: n = {len(iterations):,} iterations"), fontsize="medium")
    _add_legend(iterations, operators, ax)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_one(
    each: Iteration, ax: Axes, *, last: int, color: str, shift: float, width: float
) -> None:
    """What is new solid, with a square at a fixed point; what comes again dashed, with rings."""
    values = each.values_until(last)
    moved = [step + shift for step in range(len(values))]
    end = len(each.values) - 1
    ax.plot(moved[: end + 1], each.values, color=color, linewidth=width, marker="o", markersize=3.5)
    if each.period == 1:
        ax.plot(moved[end], values[end], color=color, marker="s", markersize=7)
    elif each.period:
        ax.plot(moved[end:], values[end:], color=color, linewidth=width, linestyle="--")
        ring = slice(each.returns_to, None)
        ax.plot(
            moved[ring], values[ring], color=color, linestyle="", marker="o", markersize=9, mfc="w"
        )


def _add_legend(iterations: Sequence[Iteration], operators: Sequence[str], ax: Axes) -> None:
    handles = ax.get_legend_handles_labels()[0]
    for index, name in enumerate(operators):
        mine = [each for each in iterations if each.operator == name]
        cycling = sum(each.period > 1 for each in mine)
        label = f"{name}: n = {len(mine):,} starts, {cycling:,} cycle"
        handles.append(Line2D([], [], color=PALETTE[index % len(PALETTE)], label=label))
    handles += [
        Line2D([], [], color="0.4", linestyle="", marker="s", markersize=7, label="fixed point"),
        Line2D(
            [], [], color="0.4", linestyle="--", marker="o", markersize=9, mfc="w", label="cycle"
        ),
    ]
    beside = (1, 0.5)
    ax.legend(
        handles=handles, frameon=False, fontsize="small", loc="center left", bbox_to_anchor=beside
    )


def save_iterations(
    iterations: Sequence[Iteration], file: ImageFile, *, optimum: float, game: str
) -> None:
    """Draw to a PNG file."""
    save_figure(
        lambda ax: draw_iterations(iterations, ax, optimum=optimum, game=game), file, (9, 4.5)
    )
