"""The payoffs of a game with a card and an action each, as a grid of heat maps."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import GameError
from hanabilab.plots.figure import PALETTE, ImageFile, plain, save_figure

#: Between the maps of two deals, in cells.
_GAP = 0.5
_MARK = PALETTE[5]


def draw_payoffs(
    payoffs: ArrayLike, ax: Axes, *, game: str, played: ArrayLike | None = None
) -> Axes:
    """A heat map for each deal: the first card by row, the second by column; actions within.

    Args:
        payoffs: [C, D, A, B] in points, by first and second card, first and second action.
        ax: where to draw.
        game: as the title names it.
        played: [C, D, 2] both actions of a joint policy in each deal, which are marked.

    Raises:
        GameError: not of these shapes, or actions out of range.
    """
    table = _check_payoffs(payoffs)
    chosen = None if played is None else _check_played(played, table)
    first_cards, second_cards, rows, columns = table.shape
    for (first, second), block in _blocks(table):
        left, top = second * (columns + _GAP), first * (rows + _GAP)
        # Corners of cells, not centers, so that maps stand in one system of coordinates.
        extent = (left, left + columns, top + rows, top)
        limits = float(table.min()), float(table.max())
        image = ax.imshow(block, cmap="cividis", vmin=limits[0], vmax=limits[1], extent=extent)
        _write_cells(block, left, top, sum(limits) / 2, ax)
        if chosen is not None:
            a, b = chosen[first, second].tolist()
            ax.add_patch(Rectangle((left + b, top + a), 1, 1, fill=False, ec=_MARK, lw=3.5))
    _name_axes(table, ax)
    ax.set_title(plain(_title(game, table, chosen)), fontsize="medium")
    ax.figure.colorbar(image, ax=ax, label="payoff (points)", shrink=0.8)
    ax.set_xlim(-0.1, second_cards * (columns + _GAP) - _GAP + 0.1)
    ax.set_ylim(first_cards * (rows + _GAP) - _GAP + 0.1, -0.1)
    return ax


def _blocks(table: NDArray[np.float64]) -> list[tuple[tuple[int, ...], NDArray[np.float64]]]:
    """The deals, and payoffs [A, B] of each."""
    return [(deal, table[deal]) for deal in np.ndindex(table.shape[:2])]


def _check_payoffs(payoffs: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(payoffs, np.float64)
    if table.ndim != 4 or not table.size:
        raise GameError(
            f"payoffs have shape {table.shape}; [first cards, second cards, first actions, second "
            "actions] is needed"
        )
    return table


def _check_played(played: ArrayLike, table: NDArray[np.float64]) -> NDArray[np.int64]:
    chosen = np.asarray(played)
    cards, actions = table.shape[:2], table.shape[2:]
    if chosen.shape != (*cards, 2):
        raise GameError(f"actions played have shape {chosen.shape}; {(*cards, 2)} is needed")
    if (chosen < 0).any() or (chosen >= actions).any():
        raise GameError(f"actions played are out of range; there are {actions[0]} and {actions[1]}")
    return chosen.astype(np.int64)


def _write_cells(
    block: NDArray[np.float64], left: float, top: float, middle: float, ax: Axes
) -> None:
    for (row, column), payoff in np.ndenumerate(block):
        color = "black" if payoff > middle else "white"
        place = left + column + 0.5, top + row + 0.5
        ax.text(*place, f"{payoff:.4g}", ha="center", va="center", color=color)


def _name_axes(table: NDArray[np.float64], ax: Axes) -> None:
    """Actions at the cells, cards outside of them."""
    first_cards, second_cards, rows, columns = table.shape
    for axis, cards, actions in (
        (ax.yaxis, first_cards, rows),
        (ax.xaxis, second_cards, columns),
    ):
        starts = [card * (actions + _GAP) for card in range(cards)]
        places = [start + action + 0.5 for start in starts for action in range(actions)]
        axis.remove_overlapping_locs = False  # a card is named where an action is, too
        axis.set_ticks(places, [str(action) for _ in starts for action in range(actions)])
        middles = [start + actions / 2 for start in starts]
        axis.set_ticks(middles, [f"card {card}" for card in range(cards)], minor=True)
        axis.set_tick_params(which="minor", length=0, pad=18)
        axis.set_tick_params(which="major", length=0)
    for label in ax.get_yticklabels(minor=True):
        label.set(rotation=90, va="center")
    ax.set_xlabel("second player: action, card")
    ax.set_ylabel("first player: action, card")
    ax.spines[:].set_visible(False)


def _title(game: str, table: NDArray[np.float64], chosen: NDArray[np.int64] | None) -> str:
    if chosen is None:
        return f"{game}: payoffs"
    taken = [block[tuple(chosen[deal])] for deal, block in _blocks(table)]
    return f"{game}: marked, what is played in each deal; mean {np.mean(taken):.4g} points"


def save_payoffs(
    payoffs: ArrayLike, file: ImageFile, *, game: str, played: ArrayLike | None = None
) -> None:
    """Draw to a PNG file."""
    first_cards, second_cards, rows, columns = _check_payoffs(payoffs).shape
    size = 3 + 0.6 * second_cards * columns, 1.8 + 0.6 * first_cards * rows
    save_figure(lambda ax: draw_payoffs(payoffs, ax, game=game, played=played), file, size)
