"""A position as a picture: a row for each seat, fireworks and counters below."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from hanabilab.game.position import Position
from hanabilab.game.state import State

#: Suits by their letters, told apart by color-blind readers, too; every card also bears its letter.
_SUITS = {
    "R": "#D55E00",
    "Y": "#F0E442",
    "G": "#009E73",
    "W": "#FFFFFF",
    "B": "#56B4E9",
    "P": "#CC79A7",
}
#: The suits that variants add.
_OTHER_SUIT = "#BBBBBB"
_PIXELS = 80  # an inch
_LEAST_COLUMNS = 3  # that the counters fit below


def draw_position(state: State) -> NDArray[np.uint8]:
    """[height, width, 3] all hands of a STATE row, fireworks and counters."""
    now = Position.of(state)
    rows = len(now.hands) + 1
    columns = max(len(now.hands[0]), len(now.fireworks), _LEAST_COLUMNS)
    figure = Figure(figsize=(columns + 1, rows + 0.8), dpi=_PIXELS, facecolor="#333333")
    canvas: Any = FigureCanvasAgg(figure)  # whose methods Matplotlib does not type
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(-1, columns), ylim=(-0.8, rows))
    axes.set_axis_off()
    for seat, hand in enumerate(now.hands):
        height = rows - 1 - seat
        _write(axes, -0.5, height + 0.5, f"seat {seat}{' *' * (seat == now.seat_to_act)}", 10)
        for slot, held in enumerate(hand):
            if held:
                _draw_card(axes, (slot, height), held.name, held.known)
    for suit, word in enumerate(now.fireworks):
        _draw_card(axes, (suit, 0), word, "")
    _write(axes, -0.5, 0.5, "table", 10)
    _write(axes, (columns - 1) / 2, -0.4, _counters(now), 10)
    canvas.draw()
    pixels: NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return pixels


def _draw_card(axes: Axes, place: tuple[int, int], name: str, known: str) -> None:
    color = _SUITS.get(name[0], _OTHER_SUIT)
    axes.add_patch(Rectangle((place[0] + 0.08, place[1] + 0.06), 0.84, 0.88, facecolor=color))
    axes.text(place[0] + 0.5, place[1] + 0.6, name, ha="center", va="center", fontsize=18)
    axes.text(place[0] + 0.5, place[1] + 0.22, known, ha="center", va="center", fontsize=8)


def _write(axes: Axes, x: float, y: float, text: str, size: int) -> None:
    axes.text(x, y, text, ha="center", va="center", fontsize=size, color="white")


def _counters(now: Position) -> str:
    return (
        f"points {now.points} of {now.max_score}   hints {now.tokens_shown}   "
        f"lives {now.life_tokens}   deck {now.deck_size}   turn {now.turn}"
    )
