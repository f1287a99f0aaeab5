"""Games in the terminal: cards in color, the table, hands with what hints tell, what has happened.

All of it fits into 80 columns: no line is longer but where a hand of six cards needs it.
"""

from __future__ import annotations

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from hanabilab.game.games import Game
from hanabilab.game.position import LastAction, Position
from hanabilab.game.words import format_action

_SUIT_COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "magenta", "T": "cyan"}

#: How `position` is read.
LEGEND = (
    "Slots and seats count from 0, slot 0 is the oldest card. Behind each card stands what the "
    "hints leave it to be: R12 is red 1 or red 2, 45 a 4 or a 5 of any color, ? any card. A star "
    "marks the seat to act. R3 on the fireworks: red is built up to 3."
)

#: How `as_written` is read.
WRITTEN = (
    "hint 1 red is how records write it: to the seat 1 to the left of who gives it; slots as they "
    "are."
)


def position(game: Game) -> Group:
    """The table, and each hand with what its holder knows of it."""
    now = Position.of(game.state)
    hands = [_hand_line(now, seat) for seat in range(len(now.hands))]
    lines = (*_table_lines(game, now), *hands)
    return Group(*(Padding(line, (0, 0, 0, 2)) for line in lines))


def suit_color(letter: str) -> str:
    """The color that a suit is printed in."""
    return _SUIT_COLORS.get(letter, "white")


def as_written(game: Game) -> str:
    """The last action as records have it, such as "hint 1 2"."""
    return format_action(game.rules, game.actions[-1])


def outcome(game: Game) -> Text:
    """What came of the last action: the card, and whether it failed, or the slots touched."""
    last = LastAction.of(game.state)
    assert last is not None  # noqa: S101  # there has been an action
    if last.card is None:
        slots = " ".join(map(str, last.touched))
        return Text(f"slot{'s' * (len(last.touched) > 1)} {slots}")
    card = _colored_card(last.card)
    return card.append(" misplayed", "bold red") if last.misplayed else card


def _colored_card(name: str) -> Text:
    """A card's name in its suit's color."""
    return Text().append(name, f"bold {suit_color(name[0])}")


def _table_lines(game: Game, now: Position) -> list[Text]:
    """Fireworks, score, tokens and deck; then the discards, if there are any."""
    line = Text("fireworks ")
    for word in now.fireworks:
        line.append(f"{word} ", f"bold {suit_color(word[0])}")
    line.append(
        f" score {game.score}/{game.max_reachable_score}  hints {now.tokens_shown}  "
        f"lives {now.life_tokens}  deck {now.deck_size}"
    )
    if not now.discards:
        return [line]
    gone = Text("discards")
    for card in now.discards:
        gone.append(" ").append_text(_colored_card(card))
    return [line, gone]


def _hand_line(now: Position, seat: int) -> Text:
    """A hand, oldest slot first; behind each card what hints leave it to be."""
    width = 1 + max(len(held.known) for hand in now.hands for held in hand if held)
    line = Text(f"seat {seat}{'*' if seat == now.seat_to_act else ' '} ")
    for held in now.hands[seat]:
        line.append_text(_colored_card(held.name) if held else Text().append("--", "dim"))
        line.append(f" {held.known if held else '':<{width}}", "dim")
    line.rstrip()
    return line
