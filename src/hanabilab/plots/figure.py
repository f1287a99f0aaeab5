"""What all figures share: palette and lines, and PNG files that are the same bytes each time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

#: Okabe & Ito 2008: told apart by color-blind readers, too.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")

#: The first is solid; through the gaps of the others those below are seen.
_STYLES = ((0, ()), (0, (4, 2)), (0, (4, 1.5, 1, 1.5)), (0, (2, 2)), (0, (1, 2.5)))
_MARKERS = ("o", "s", "^", "D", "v")
_WIDEST, _NARROWEST = 3.6, 1.4
#: Markers of a line of many points, from one end to the other.
_MARKS = 6


def line_look(place: int, count: int, points: int) -> dict[str, Any]:
    """How line number `place` of `count` looks, so that lines that lie on each other are all seen.

    Each has its color, dashes and marker; the first is the widest, the last the narrowest; markers
    of different lines of many points stand apart.
    """
    apart = max(1, points // _MARKS)
    return {
        "color": PALETTE[place % len(PALETTE)],
        "linestyle": _STYLES[place % len(_STYLES)],
        "linewidth": _WIDEST - (_WIDEST - _NARROWEST) * place / max(1, count - 1),
        "marker": _MARKERS[place % len(_MARKERS)],
        "markersize": 10 - 5 * place / max(1, count - 1),
        "markeredgecolor": "white",
        "markevery": (place * apart // count, apart),
    }


def plain(text: str) -> str:
    """Text in which names of others stand, such as paths, as a figure is to show it.

    Matplotlib reads what stands between two dollars as a formula, and leaves out of the legend
    what begins with an underscore.
    """
    shown = text.replace("$", r"\$")
    return f"\N{ZERO WIDTH SPACE}{shown}" if shown.startswith("_") else shown


#: Where a figure goes: a path, or a file that is open for bytes.
ImageFile: TypeAlias = Path | BinaryIO


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, which pyplot's global state knows nothing of."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def write_figure(figure: Figure, file: ImageFile) -> None:
    """Write a figure to a PNG file."""
    figure.savefig(file, format="png", dpi=150, metadata={"Software": None})


def save_figure(
    draw: Callable[[Axes], object], file: ImageFile, size: tuple[float, float] = (8, 6.5)
) -> None:
    """Let `draw` fill a figure of `size` inches, and write it to a PNG file."""
    figure = new_figure(*size)
    draw(figure.add_subplot())
    write_figure(figure, file)
