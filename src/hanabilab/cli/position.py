"""Games in the terminal: cards in color, the table, hands with what hints tell, what has happened.

All of it fits into 80 columns: no line is longer but where a hand of six cards needs it.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from hanabilab.errors import NotationError
from hanabilab.game.actions import action_kind
from hanabilab.game.cards import NO_CARD
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.telling import action_words, firework_word, possible_word, tokens_word
from hanabilab.game.words import card_name, format_action

#: Terminal colors of the suits.
SUIT_COLORS = ("red", "yellow", "green", "white", "blue", "magenta")
_LETTER_COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "magenta", "T": "cyan"}

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
    hands = [_hand_line(game, seat) for seat in range(game.rules.players)]
    return Group(*(Padding(line, (0, 0, 0, 2)) for line in (*_table_lines(game), *hands)))


def said(game: Game) -> str:
    """The last action in words that need no key, such as "hints 2s to seat 1"."""
    return action_words(game.state, game.actions[-1], int(game.state.last_seat))


def suit_color(rules: Rules, suit: int) -> str:
    """The color that a suit is printed in: its own in the usual game, in variants by its letter."""
    if rules.variant:
        return _LETTER_COLORS.get(rules.names.letters[suit], "white")
    return SUIT_COLORS[suit]


def as_written(game: Game) -> str:
    """The last action as records have it, such as "hint 1 2"."""
    return format_action(game.rules, game.actions[-1])


def outcome(game: Game) -> Text:
    """What came of the last action: the card, and whether it failed, or the slots touched."""
    rules, state = game.rules, game.state
    kind = action_kind(rules.tables, game.actions[-1])
    if kind > PLAY:
        slots = [
            str(slot) for slot in range(rules.hand_size) if int(state.last_touched) >> slot & 1
        ]
        return Text(f"slot{'s' * (len(slots) > 1)} {' '.join(slots)}")
    card = _colored_card(rules, int(state.last_card))
    if kind == DISCARD or state.last_scored:
        return card
    return card.append(" misplayed", "bold red")


def require_turn(turn: int, last: int, file: Path) -> None:
    """Do nothing if a record has this turn.

    Raises:
        NotationError: it has not; says which it has.
    """
    if not 1 <= turn <= last:
        raise NotationError(f"turn is {turn}; {file} has turns 1 to {last}")


def _colored_card(rules: Rules, card: int) -> Text:
    """A card's name in its suit's color; dim where there is none."""
    text = Text()
    style = f"bold {suit_color(rules, card // rules.ranks)}" if card >= 0 else "dim"
    return text.append(card_name(rules, card), style)


def _table_lines(game: Game) -> list[Text]:
    """Fireworks, score, tokens and deck; then the discards, if there are any."""
    rules, state = game.rules, game.state
    line = Text("fireworks ")
    for suit in range(rules.suits):
        word = firework_word(rules.tables, suit, int(state.fireworks[suit]))
        line.append(f"{word} ", f"bold {suit_color(rules, suit)}")
    line.append(
        f" score {game.score}/{game.max_reachable_score}  hints {tokens_word(state)}  "
        f"lives {state.life_tokens}  deck {rules.deck_size - int(state.deck_drawn)}"
    )
    discards = [card for card in range(rules.num_cards) for _ in range(state.discards[card])]
    if not discards:
        return [line]
    gone = Text("discards")
    for card in discards:
        gone.append(" ").append_text(_colored_card(rules, card))
    return [line, gone]


def _hand_line(game: Game, seat: int) -> Text:
    """A hand, oldest slot first; behind each card what hints leave it to be."""
    rules, state = game.rules, game.state
    width = 1 + max(len(_knowledge(game, each, slot)) for each, slot in _places(rules))
    turn = not game.is_over and state.current_seat == seat
    line = Text(f"seat {seat}{'*' if turn else ' '} ")
    for slot in range(rules.hand_size):
        line.append_text(_colored_card(rules, int(state.hands[seat, slot])))
        line.append(f" {_knowledge(game, seat, slot):<{width}}", "dim")
    line.rstrip()
    return line


def _places(rules: Rules) -> list[tuple[int, int]]:
    return [(seat, slot) for seat in range(rules.players) for slot in range(rules.hand_size)]


def _knowledge(game: Game, seat: int, slot: int) -> str:
    """What hints leave a card to be; "" where there is none."""
    if game.state.hands[seat, slot] == NO_CARD:
        return ""
    return possible_word(game.rules.tables, int(game.state.possible[seat, slot]))
