"""A position for people, as environments render it: text, an HTML table, a picture.

All hands are shown: these are for who looks at a game, not for who plays it.
"""

from __future__ import annotations

import sys
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.position import Position
from hanabilab.game.state import State

#: Ways to render; None does not, and "human" prints the text.
RENDER_MODES = ["human", "ansi", "html", "rgb_array"]


def check_render_mode(mode: str | None) -> str | None:
    """`mode`, if it is one.

    Raises:
        RulesError: it is not.
    """
    if mode not in (None, *RENDER_MODES):
        raise RulesError(f"render_mode is {mode!r}; it is one of {', '.join(RENDER_MODES)}")
    return mode


def require_begun(*, begun: bool) -> None:
    """Do nothing if there is a game to render.

    Raises:
        IllegalActionError: none has begun.
    """
    if not begun:
        raise IllegalActionError("no game has begun; call reset first")


def render(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position of a STATE row, as `mode` says."""
    text = str(Position.of(state)) if mode in ("human", "ansi") else None
    if mode == "human":
        sys.stdout.write(f"{text}\n")
    if mode == "ansi":
        return text
    if mode == "html":
        return as_html(state)
    return picture(state) if mode == "rgb_array" else None


def as_html(state: State) -> str:
    """The position as an HTML table: a row for each seat, a cell for each card.

    A card's cell holds its name and, below it, what hints leave it to be.
    """
    now = Position.of(state)
    lines = [
        f"Turn {now.turn}, {now.status}; points {now.points} of {now.max_score}, "
        f"hints {now.tokens_shown}, lives {now.life_tokens}, deck {now.deck_size}",
        f"Fireworks: {' '.join(now.fireworks)}",
        f"Discards: {' '.join(now.discards) or 'none'}",
        *([f"Last: seat {now.last.seat} {now.last.meant.words}"] if now.last else []),
    ]
    head = "".join(f"<p>{escape(line)}</p>" for line in lines)
    rows = "".join(_html_row(now, seat) for seat in range(len(now.hands)))
    return f'<div class="hanabi">{head}<table>{rows}</table></div>'


def _html_row(now: Position, seat: int) -> str:
    cells = "".join(
        f"<td>{escape(held.name)}<br><small>{escape(held.known)}</small></td>"
        for held in now.hands[seat]
        if held
    )
    to_act = seat == now.seat_to_act
    mark = ' aria-current="true"' if to_act else ""
    return f'<tr{mark}><th scope="row">seat {seat}{" *" if to_act else ""}</th>{cells}</tr>'


def picture(state: Any) -> NDArray[np.uint8]:
    """[height, width, 3] the position as a picture."""
    from hanabilab.plots.position import draw_position

    return draw_position(state)
