"""Where an iteration leads: policies as nodes, improvements as arrows, a cycle as a circle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyArrowPatch

from hanabilab.errors import HanabiError
from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure
from studies.small_games.plots.iterations import Iteration

_NODE = 0.3
_RISE, _FALL, _SAME = PALETTE[2], PALETTE[5], "0.4"
#: As much as two policies on a circle are apart, at least.
_APART = 1.7
_ARROW: dict[str, Any] = {
    "arrowstyle": "-|>",
    "mutation_scale": 14,
    "linewidth": 1.6,
    "shrinkA": 0,
    "shrinkB": 0,
}


def draw_cycle(iteration: Iteration, ax: Axes, *, game: str, names: Sequence[str] = ()) -> Axes:
    """Policies with their values, the blueprint first, and what each improvement changes.

    Args:
        iteration: one that ended, for a few policies.
        ax: where to draw.
        game: as the title names it.
        names: of the policies, written below them; short, of few lines.

    Raises:
        HanabiError: an iteration that was stopped, or not a name for each policy.
    """
    if iteration.returns_to is None:
        raise HanabiError(f"iteration of {iteration.operator} was stopped: no cycle to draw")
    if len(names) not in (0, len(iteration.values)):
        raise HanabiError(f"{len(names)} names for {len(iteration.values)} policies")
    places = _places(len(iteration.values), iteration.returns_to)
    nodes = [Circle(place, _NODE, facecolor="white", edgecolor="black") for place in places]
    for index, node in enumerate(nodes):
        ax.add_patch(node)
        name = names[index] if names else ""
        _write_policy(ax, node, iteration.values[index], name, first=index == 0)
    for index in range(len(nodes)):
        _draw_improvement(iteration, index, nodes, ax)
    _frame(places, ax)
    ax.set_title(plain(f"{game}, {_title(iteration)}"), fontsize="medium")
    return ax


def _places(count: int, returns_to: int) -> list[tuple[float, float]]:
    """Those on the way in a row that leads to the circle, which goes round clockwise."""
    period = count - returns_to
    radius = 0.0 if period == 1 else max(1.0, _APART / (2 * sin(pi / period)))
    row = [(-radius - _APART * (returns_to - index), 0.0) for index in range(returns_to)]
    angles = [pi - 2 * pi * index / period for index in range(period)]
    return row + [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _write_policy(ax: Axes, node: Circle, value: float, name: str, *, first: bool) -> None:
    x, y = node.center
    ax.text(x, y, f"{value:.4g}", ha="center", va="center")
    ax.text(x, y - _NODE - 0.08, name, ha="center", va="top", fontsize="small")
    if first:
        ax.text(x, y + _NODE + 0.08, "blueprint", ha="center", va="bottom", fontsize="small")


def _draw_improvement(iteration: Iteration, index: int, nodes: Sequence[Circle], ax: Axes) -> None:
    """The arrow from a policy to what the operator makes of it."""
    last, returns_to = len(nodes) - 1, int(iteration.returns_to or 0)
    after = index + 1 if index < last else returns_to
    color, told = _change(iteration.values[after] - iteration.values[index])
    if after == index:
        _draw_loop(nodes[index], color, ax)
    else:
        # Outwards on the circle, which goes round clockwise.
        bulge = 0.4 if index >= returns_to else 0.0
        _draw_arrow(nodes[index], nodes[after], bulge, color, told, ax)


def _draw_loop(node: Circle, color: str, ax: Axes) -> None:
    x, y = node.center
    ends = (x + 0.25, y + 0.2), (x + 0.25, y - 0.2)
    ax.add_patch(FancyArrowPatch(*ends, color=color, connectionstyle="arc3,rad=-2", **_ARROW))


def _draw_arrow(
    before: Circle, after: Circle, bulge: float, color: str, told: str, ax: Axes
) -> None:
    """An arrow that bulges to the left by a share of its length, with words beside it."""
    (x, y), (end_x, end_y) = before.center, after.center
    ax.add_patch(
        FancyArrowPatch(
            (x, y),
            (end_x, end_y),
            patchA=before,
            patchB=after,
            color=color,
            connectionstyle=f"arc3,rad={-bulge}",
            **_ARROW,
        )
    )
    # The curve is highest at half its bulge; words stand a little farther out.
    across, upwards = end_x - x, end_y - y
    out = bulge / 2 + 0.12 / hypot(across, upwards)
    place = (x + end_x) / 2 - out * upwards, (y + end_y) / 2 + out * across
    ax.text(*place, told, color=color, **_alignment(-upwards, across))


def _alignment(right: float, up: float) -> dict[str, Any]:
    """Of words that are to lie in this direction of a point."""
    size = hypot(right, up)
    across = "center" if abs(right) < 0.3 * size else "left" if right > 0 else "right"
    upwards = "center" if abs(up) < 0.3 * size else "bottom" if up > 0 else "top"
    return {"ha": across, "va": upwards}


def _change(gain: float) -> tuple[str, str]:
    """Color and words of a change of value."""
    if abs(gain) < 5e-10:
        return _SAME, "0"
    return (_RISE if gain > 0 else _FALL), f"{gain:+.4g}"


def _frame(places: Sequence[tuple[float, float]], ax: Axes) -> None:
    across, upwards = zip(*places, strict=True)
    ax.set_xlim(min(across) - 0.9, max(across) + 0.9)
    ax.set_ylim(min(upwards) - 0.9, max(upwards) + 0.8)
    ax.set_aspect("equal")
    ax.axis("off")


def _title(iteration: Iteration) -> str:
    end = "a fixed point" if iteration.period == 1 else f"a cycle of {iteration.period} policies"
    steps = iteration.returns_to
    after = f"after {steps} improvement{'s' * (steps != 1)}" if steps else "from the start"
    return f"{iteration.operator}: {end} {after}; values in points"


def save_cycle(
    iteration: Iteration, file: ImageFile, *, game: str, names: Sequence[str] = ()
) -> None:
    """Draw to a PNG file."""
    places = _places(len(iteration.values), iteration.returns_to or 0)
    width, height = (max(axis) - min(axis) + 2.5 for axis in zip(*places, strict=True))
    save_figure(
        lambda ax: draw_cycle(iteration, ax, game=game, names=names),
        file,
        (1.1 * width, 1.1 * height),
    )
