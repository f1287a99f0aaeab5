"""A position as a picture: a row for each seat, fireworks and counters below."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.state import RUNNING, State
from hanabilab.game.telling import card_word, firework_word, names_of, possible_word, tokens_word

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


def draw_position(state: State) -> NDArray[np.uint8]:
    """[height, width, 3] all hands of a STATE row, fireworks, discards and counters."""
    rules = state.rules
    rows, columns = int(rules.num_players) + 1, max(int(rules.hand_size), int(rules.num_suits))
    figure = Figure(figsize=(columns + 1, rows + 0.8), dpi=_PIXELS, facecolor="#333333")
    canvas: Any = FigureCanvasAgg(figure)  # whose methods Matplotlib does not type
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(-1, columns), ylim=(-0.8, rows))
    axes.set_axis_off()
    for seat in range(rules.num_players):
        _draw_hand(axes, state, seat, rows - 1 - seat)
    for suit in range(rules.num_suits):
        word = firework_word(rules, suit, state.fireworks[suit])
        _draw_card(axes, (suit, 0), _color(rules, suit), word, "")
    _write(axes, -0.5, 0.5, "table", 10)
    _write(axes, (columns - 1) / 2, -0.4, _counters(state), 10)
    canvas.draw()
    pixels: NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return pixels


def _draw_hand(axes: Axes, state: State, seat: int, height: int) -> None:
    rules = state.rules
    to_act = state.status == RUNNING and state.current_seat == seat
    _write(axes, -0.5, height + 0.5, f"seat {seat}{' *' if to_act else ''}", 10)
    for slot in range(rules.hand_size):
        card = int(state.hands[seat, slot])
        if card != NO_CARD:
            known = possible_word(rules, int(state.possible[seat, slot]))
            color = _color(rules, card // int(rules.num_ranks))
            _draw_card(axes, (slot, height), color, card_word(rules, card), known)


def _color(rules: RuleTables, suit: int) -> str:
    return _SUITS.get(names_of(rules).letters[suit], _OTHER_SUIT)


def _draw_card(axes: Axes, place: tuple[int, int], color: str, name: str, known: str) -> None:
    axes.add_patch(Rectangle((place[0] + 0.08, place[1] + 0.06), 0.84, 0.88, facecolor=color))
    axes.text(place[0] + 0.5, place[1] + 0.6, name, ha="center", va="center", fontsize=18)
    axes.text(place[0] + 0.5, place[1] + 0.22, known, ha="center", va="center", fontsize=8)


def _write(axes: Axes, x: float, y: float, text: str, size: int) -> None:
    axes.text(x, y, text, ha="center", va="center", fontsize=size, color="white")


def _counters(state: State) -> str:
    rules = state.rules
    return (
        f"points {state.points} of {rules.max_score}   hints {tokens_word(state)}   "
        f"lives {state.life_tokens}   deck {rules.deck_size - int(state.deck_drawn)}   "
        f"turn {state.turn}"
    )
