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
from hanabilab.game.cards import NO_CARD
from hanabilab.game.showing import show_position
from hanabilab.game.state import RUNNING, STATUS_NAMES, State
from hanabilab.game.telling import (
    action_words,
    card_word,
    firework_word,
    possible_word,
    tokens_word,
)

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
    if mode == "human":
        sys.stdout.write(f"{show_position(state)}\n")
    if mode == "ansi":
        return show_position(state)
    if mode == "html":
        return as_html(state)
    return picture(state) if mode == "rgb_array" else None


def as_html(state: State) -> str:
    """The position as an HTML table: a row for each seat, a cell for each card.

    A card's cell holds its name and, below it, what hints leave it to be.
    """
    rules = state.rules
    rows = [_html_row(state, seat) for seat in range(rules.num_players)]
    lines = [
        f"Turn {state.turn}, {_standing(state)}; points {state.points} of {rules.max_score}, "
        f"hints {tokens_word(state)}, lives {state.life_tokens}, "
        f"deck {rules.deck_size - int(state.deck_drawn)}",
        f"Fireworks: {_fireworks(state)}",
        f"Discards: {_discards(state)}",
        *_last(state),
    ]
    head = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f'<div class="hanabi">{head}<table>{"".join(rows)}</table></div>'


def _html_row(state: State, seat: int) -> str:
    cells = "".join(
        f"<td>{escape(name)}<br><small>{escape(known)}</small></td>"
        for name, known in hand_words(state, seat)
    )
    to_act = state.status == RUNNING and state.current_seat == seat
    mark = ' aria-current="true"' if to_act else ""
    return f'<tr{mark}><th scope="row">seat {seat}{" *" if to_act else ""}</th>{cells}</tr>'


def hand_words(state: State, seat: int) -> list[tuple[str, str]]:
    """The name of each card of a hand, oldest first, and what hints leave it to be."""
    held = [
        (int(state.hands[seat, slot]), int(state.possible[seat, slot]))
        for slot in range(state.rules.hand_size)
    ]
    return [
        (card_word(state.rules, card), possible_word(state.rules, possible))
        for card, possible in held
        if card != NO_CARD
    ]


def _standing(state: State) -> str:
    return "running" if state.status == RUNNING else STATUS_NAMES[state.status]


def _fireworks(state: State) -> str:
    rules = state.rules
    return " ".join(firework_word(rules, s, state.fireworks[s]) for s in range(rules.num_suits))


def _discards(state: State) -> str:
    rules = state.rules
    cards = [c for c in range(rules.num_cards) for _ in range(state.discards[c])]
    return " ".join(card_word(rules, card) for card in cards) or "none"


def _last(state: State) -> list[str]:
    if state.last_seat < 0:
        return []
    return [
        f"Last: seat {state.last_seat} {action_words(state, state.last_action, state.last_seat)}"
    ]


def picture(state: Any) -> NDArray[np.uint8]:
    """[height, width, 3] the position as a picture."""
    from hanabilab.plots.position import draw_position

    return draw_position(state)
