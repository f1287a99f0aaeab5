"""What all figures share: one palette, and PNG files that are the same bytes each time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeAlias

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

__all__ = ["PALETTE", "ImageFile", "new_figure", "save_figure", "write_figure"]

#: Okabe & Ito 2008: told apart by color-blind readers, too.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")


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
