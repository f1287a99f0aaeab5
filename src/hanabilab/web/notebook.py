"""The board in a notebook: one SVG of a position, with every card shown.

It is drawn in the same shapes and colors as the page's board.
"""

from __future__ import annotations

from html import escape
from string import digits
from typing import Any

from hanabilab.game.games import Game
from hanabilab.game.position import Position
from hanabilab.web.table import table

#: Outlines of the suits' symbols in a box of 24 by 24, as `static/hanabi/card.js` has them.
SYMBOLS = {
    "♥": "M12 21C5 15.2 2 11.6 2 7.9 2 5.1 4.2 3 6.8 3 9 3 10.9 4.2 12 6.2 13.1 4.2 15 3 17.2 3 "
    "19.8 3 22 5.1 22 7.9 22 11.6 19 15.2 12 21Z",
    "★": "M12 1.6 15.1 8.5 22.6 9.3 17 14.3 18.6 21.7 12 17.9 5.4 21.7 7 14.3 1.4 9.3 8.9 8.5Z",
    "♣": "M12 2a4.4 4.4 0 0 1 3.7 6.8 4.5 4.5 0 1 1-2.5 7.9c.2 2.3.9 3.8 2.3 5.3h-7c1.4-1.5 "
    "2.1-3 2.3-5.3a4.5 4.5 0 1 1-2.5-7.9A4.4 4.4 0 0 1 12 2Z",
    "◆": "M12 1 20.5 12 12 23 3.5 12Z",
    "●": "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19Z",
    "▲": "M12 2.5 22.5 20.5H1.5Z",
}
_CARD, _ROW = 68, 128
_EDGE, _QUIET = "#2a2f38", "#454c57"
_LEFT = 124


def board_svg(game: Game) -> str:
    """The board of a game as SVG."""
    told, now = table(game.rules), Position.of(game.state)
    width = _LEFT + _CARD * max(game.rules.hand_size, game.rules.suits) + 10
    height = 136 + _ROW * game.rules.players
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'style="max-width: 100%" role="img" '
        f'aria-label="{escape(_label(game, now))}" font-family="system-ui, sans-serif">',
        f'<rect width="{width}" height="{height}" rx="10" fill="#e6ebf1"/>',
        *_tokens(game, now),
        *_stacks(told, now),
        *(part for seat in range(game.rules.players) for part in _hand(told, now, seat)),
        *_discards(told, now, height - 14),
        "</svg>",
    ]
    return "".join(parts)


def _label(game: Game, now: Position) -> str:
    last = f"; seat {now.last.seat} {now.last.with_card}" if now.last else ""
    return f"Hanabi after {now.turn} turns, score {game.score}{last}"


def _tokens(game: Game, now: Position) -> list[str]:
    lines = [
        f"turn {now.turn}",
        f"score {game.score} / {now.max_score}",
        f"hints {now.tokens_shown} / {now.max_information_tokens}",
        f"lives {now.life_tokens} / {now.max_life_tokens}",
        f"deck {now.deck_size}",
    ]
    return [_text(12, 26 + 18 * at, line, 13, weight=600) for at, line in enumerate(lines)]


def _stacks(told: dict[str, Any], now: Position) -> list[str]:
    """The fireworks in the top row."""
    found = []
    for suit, word in enumerate(now.fireworks):
        x, top = _LEFT + _CARD * suit, word[0] + word[-1]
        begun = word[-1] != "0"
        found.append(_face(told, top, x, 12) if begun else _empty(told["suits"][suit], x))
    return found


def _hand(told: dict[str, Any], now: Position, seat: int) -> list[str]:
    y = 112 + _ROW * seat
    mark = "▶ " if now.seat_to_act == seat else ""
    found = [_text(12, y + 40, f"{mark}{told['seats'][seat]}", 14, weight=700)]
    for slot, held in enumerate(now.hands[seat]):
        if held:
            x = _LEFT + _CARD * slot
            found.append(_face(told, held.name, x, y, hinted=held.hinted != 0))
            found += _known(held.known, x + 30, y + 98)
    return found


def _known(known: str, x: int, y: int) -> list[str]:
    """What its holder knows, below a card: suits, then ranks."""
    suits = known.rstrip(digits)
    lines = [each for each in (suits, known[len(suits) :]) if each]
    return [
        _text(x, y + 14 * at, line, 12, anchor="middle", color=_QUIET)
        for at, line in enumerate(lines)
    ]


def _discards(told: dict[str, Any], now: Position, y: int) -> list[str]:
    """Ranks that are discarded, below the hands, a column for each suit."""
    found = [_text(12, y, "discards", 13, weight=600)]
    for at, suit in enumerate(told["suits"]):
        letter = suit["letter"]
        ranks = sorted(card[1:] for card in now.discards if card[0] == letter)
        if ranks:
            words = f"{letter} {''.join(ranks)}"
            found.append(
                _text(_LEFT + _CARD * at + 30, y, words, 12, anchor="middle", color=_QUIET)
            )
    return found


def _face(told: dict[str, Any], card: str, x: int, y: int, *, hinted: bool = False) -> str:
    suit = next(each for each in told["suits"] if each["letter"] == card[0])
    ink, edge = _ink(suit["color"]), ("#b07d00", 3) if hinted else (_EDGE, 1)
    return (
        f'<rect x="{x}" y="{y}" width="60" height="84" rx="7" fill="{suit["color"]}" '
        f'stroke="{edge[0]}" stroke-width="{edge[1]}"/>'
        + _text(x + 9, y + 32, card[1], 30, weight=800, color=ink)
        + _text(x + 51, y + 27, suit["letter"], 16, weight=650, color=ink, anchor="end")
        + _symbol(suit["symbol"], x + 14, y + 42, 32, ink)
    )


def _empty(suit: dict[str, str], x: int) -> str:
    return (
        f'<rect x="{x}" y="12" width="60" height="84" rx="7" fill="none" stroke="#8c94a1" '
        'stroke-dasharray="5 4"/>'
        + _text(x + 51, 39, suit["letter"], 16, weight=650, anchor="end")
        + _symbol(suit["symbol"], x + 15, 46, 30, suit["color"], _EDGE)
    )


def _symbol(symbol: str, x: int, y: int, size: int, color: str, edge: str = "none") -> str:
    scale = f"translate({x} {y}) scale({size / 24:.3f})"
    return f'<path d="{SYMBOLS[symbol]}" fill="{color}" stroke="{edge}" transform="{scale}"/>'


def _text(
    x: int,
    y: int,
    text: str,
    size: int,
    *,
    weight: int = 400,
    color: str = "#171a1f",
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{color}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _ink(color: str) -> str:
    """Black or white, whichever is read better on a color (WCAG 2.1, relative luminance)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    return "#15181c" if light / 0.05 > 1.05 / light else "#ffffff"
