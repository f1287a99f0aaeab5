"""The tree of public beliefs, drawn: a box for each public state, a branch for each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, write_figure
from hanabilab.tiny.public_tree import Belief, PublicState, children_of, percent

# All lengths are inches at a size of letters of 8 points.
_POINTS = 8
_LETTER = 0.068
_ROW = 0.17
_PADDING = 0.07
_BAR = 0.6
_PERCENT = 0.42
_BETWEEN = 0.16
_MARGIN = 0.15
_TITLE = 0.45
#: More rows of a belief than these are left out, the unlikeliest.
_MOST_TYPES = 8


@dataclass(frozen=True)
class _Row:
    """A line of a box: a heading, or a type with its chance and action."""

    name: str
    chance: float | None = None
    action: str = ""
    heading: bool = False


@dataclass(frozen=True)
class _Layout:
    """Where everything stands, in inches; y grows upwards.

    Attributes:
        rows: of each box.
        left, middle: of each box: its left end, and the height of its middle.
        name: how wide names of types are.
        box: how wide boxes are.
        width, height: of all.
    """

    rows: list[list[_Row]]
    left: list[float]
    middle: list[float]
    name: float
    box: float
    width: float
    height: float


def draw_belief_tree(states: Sequence[PublicState], ax: Axes, *, title: str = "") -> Axes:
    """Boxes in layers by turn, from left to right, with branches that name action and chance.

    A box tells who acts and the value from here on; bars are what everyone believes about what each
    seat sees alone, arrows what the seat to act does with each. Gray boxes are never reached.

    Args:
        states: parents before children; `prune_states` makes large trees small.
        ax: where to draw; letters are sized to its room.
        title: of which game and policy.

    Raises:
        GameError: no tree.
    """
    layout = _lay_out(states, title)
    ax.set(xlim=(0, layout.width), ylim=(0, layout.height), aspect="equal")
    ax.axis("off")
    points = _POINTS * _scale(layout, ax)
    ax.text(_MARGIN, layout.height - _MARGIN, title, va="top", fontsize=1.2 * points)
    for index, state in enumerate(states):
        if index:
            _draw_branch(state, index, layout, ax, points)
        _draw_box(state, index, layout, ax, points)
    for text in ax.texts:
        text.set_parse_math(False)  # names of others' games may have dollars in them
    return ax


def _scale(layout: _Layout, ax: Axes) -> float:
    """How many inches of the figure an inch of the layout has."""
    room = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
    return float(min(room.width / layout.width, room.height / layout.height))


def _lay_out(states: Sequence[PublicState], title: str) -> _Layout:
    children = children_of(states)
    rows = [_rows(state) for state in states]
    name, box = _box_widths([row for each in rows for row in each])
    gap = _LETTER * max(len(_branch(state)) for state in states) + 0.3
    heights = [_ROW * len(each) + 2 * _PADDING for each in rows]
    depth = [0]
    for state in states[1:]:
        depth.append(depth[state.parent] + 1)
    below_title = _bands(children, heights)[0] + _MARGIN
    return _Layout(
        rows=rows,
        left=[_MARGIN + (box + gap) * each for each in depth],
        middle=[below_title - each for each in _middles(children, heights)],
        name=name,
        box=box,
        width=2 * _MARGIN + (box + gap) * max(depth) + box,
        height=below_title + (_TITLE if title else _MARGIN),
    )


def _box_widths(rows: Sequence[_Row]) -> tuple[float, float]:
    """How wide names of types and boxes are."""
    name = max((len(row.name) for row in rows if not row.heading), default=0)
    action = max((len(row.action) + 3 for row in rows if row.action), default=0)
    heading = max(len(row.name) for row in rows if row.heading)
    inside = _LETTER * (name + 1 + action) + _BAR + _PERCENT
    return _LETTER * name, max(inside, _LETTER * heading) + 2 * _PADDING


def _rows(state: PublicState) -> list[_Row]:
    rows = [_Row(state.headline, heading=True)]
    for belief in state.beliefs:
        rows += [_Row(belief.about, heading=True), *_type_rows(belief)]
    if state.hidden:
        rows.append(_Row(f"+ {state.hidden:,} states left out", heading=True))
    return rows


def _type_rows(belief: Belief) -> list[_Row]:
    order = sorted(range(len(belief.types)), key=lambda place: -belief.chance(place))
    shown = sorted(order[:_MOST_TYPES])
    rows = [
        _Row(
            belief.types[place],
            belief.chance(place) if belief.chances else None,
            belief.actions[place] if belief.actions else "",
        )
        for place in shown
    ]
    left_out = len(belief.types) - len(shown)
    return rows + [_Row(f"+ {left_out:,} types", heading=True)] * bool(left_out)


def _branch(state: PublicState) -> str:
    return f"{state.action}, {percent(state.chance)}"


def _bands(children: list[list[int]], heights: list[float]) -> list[float]:
    """How much room each box needs for itself and all after it."""
    bands = list(heights)
    for index in reversed(range(len(children))):
        after = sum(bands[child] + _BETWEEN for child in children[index]) - _BETWEEN
        bands[index] = max(bands[index], after)
    return bands


def _middles(children: list[list[int]], heights: list[float]) -> list[float]:
    """Where the middle of each box is, counted downwards from the top."""
    bands = _bands(children, heights)
    middles = [bands[0] / 2] * len(children)
    for index, after in enumerate(children):
        room = sum(bands[child] + _BETWEEN for child in after) - _BETWEEN
        top = middles[index] - room / 2
        for child in after:
            middles[child] = top + bands[child] / 2
            top += bands[child] + _BETWEEN
    return middles


def _draw_branch(state: PublicState, index: int, layout: _Layout, ax: Axes, points: float) -> None:
    """From the box before to the box, with a knee; thick where it is likely."""
    start = layout.left[state.parent] + layout.box
    end, y = layout.left[index], layout.middle[index]
    knee = start + 0.12
    across, upwards = (start, knee, knee, end), (layout.middle[state.parent],) * 2 + (y, y)
    look: dict[str, Any] = {"color": "0.35", "linewidth": 0.6 + 1.8 * state.chance}
    if not state.chance:
        look = {"color": "0.65", "linewidth": 0.8, "linestyle": ":"}
    ax.plot(across, upwards, zorder=1, solid_joinstyle="round", **look)
    ax.text(knee + 0.06, y + 0.03, _branch(state), va="bottom", fontsize=points)


def _draw_box(state: PublicState, index: int, layout: _Layout, ax: Axes, points: float) -> None:
    rows = layout.rows[index]
    left, height = layout.left[index], _ROW * len(rows) + 2 * _PADDING
    top = layout.middle[index] + height / 2
    ax.add_patch(
        FancyBboxPatch(
            (left, top - height),
            layout.box,
            height,
            boxstyle="round,pad=0,rounding_size=0.05",
            facecolor="0.92" if state.value is None else "white",
            edgecolor="0.35",
            linewidth=0.8,
            zorder=2,
        )
    )
    for place, row in enumerate(rows):
        y = top - _PADDING - _ROW * (place + 0.5)
        _draw_row(row, left + _PADDING, y, layout, ax, points, first=place == 0)


def _draw_row(
    row: _Row, x: float, y: float, layout: _Layout, ax: Axes, points: float, *, first: bool
) -> None:
    look: dict[str, Any] = {"va": "center", "fontsize": points, "zorder": 4}
    if row.heading:
        weight, color = ("bold", "black") if first else ("normal", "0.4")
        ax.text(x, y, row.name, fontweight=weight, color=color, **look)
        return
    ax.text(x, y, row.name, **look)
    bar = x + layout.name + _LETTER
    if row.chance is not None:
        _draw_bar(row.chance, bar, y, ax)
        ax.text(bar + _BAR + _PERCENT, y, percent(row.chance), ha="right", **look)
    if row.action:
        ax.text(bar + _BAR + _PERCENT + _LETTER, y, f"→ {row.action}", color=PALETTE[5], **look)


def _draw_bar(chance: float, x: float, y: float, ax: Axes) -> None:
    for width, color in ((_BAR, "0.9"), (_BAR * chance, PALETTE[0])):
        ax.add_patch(Rectangle((x, y - 0.3 * _ROW), width, 0.6 * _ROW, color=color, lw=0, zorder=3))


def save_belief_tree(states: Sequence[PublicState], file: ImageFile, *, title: str = "") -> None:
    """Draw to a PNG file as large as the tree."""
    layout = _lay_out(states, title)
    figure = new_figure(layout.width, layout.height)
    figure.set_layout_engine("none")  # boxes are laid out already
    draw_belief_tree(states, figure.add_axes((0, 0, 1, 1)), title=title)
    write_figure(figure, file)
