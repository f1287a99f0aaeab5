"""Positions in the terminal: cards in color, the table, hands with what their holders know."""

from __future__ import annotations

from rich.text import Text

from hanabilab.game.cards import NO_CARD, SUIT_LETTERS
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name

__all__ = ["SUIT_COLORS", "colored_card", "hand_line", "table_line"]

#: Terminal colors of the suits.
SUIT_COLORS = ("red", "yellow", "green", "white", "blue", "magenta")


def colored_card(rules: Rules, card: int) -> Text:
    """A card's name in its suit's color; dim where there is none."""
    style = f"bold {SUIT_COLORS[card // rules.ranks]}" if card >= 0 else "dim"
    return Text(card_name(rules, card), style)


def table_line(game: Game) -> Text:
    """Fireworks, score, tokens, deck and discards."""
    rules, state = game.rules, game.state
    line = Text("  fireworks ")
    for suit in range(rules.suits):
        top = int(state.fireworks[suit])
        line.append(f"{SUIT_LETTERS[suit]}{top} ", f"bold {SUIT_COLORS[suit]}")
    line.append(
        f" score {game.score}/{game.max_reachable_score}  hints {state.information_tokens}  "
        f"lives {state.life_tokens}  deck {rules.deck_size - int(state.deck_drawn)}"
    )
    discards = [card for card in range(rules.max_score) for _ in range(state.discards[card])]
    if discards:
        line.append("  discards")
    for card in discards:
        line.append(" ").append_text(colored_card(rules, card))
    return line


def hand_line(game: Game, seat: int) -> Text:
    """A hand, oldest slot first; behind each card what hints leave it to be."""
    rules, state = game.rules, game.state
    turn = not game.is_over and state.current_seat == seat
    line = Text(f"  seat {seat}{' *' if turn else '  '} ")
    for slot in range(rules.hand_size):
        card = int(state.hands[seat, slot])
        line.append_text(colored_card(rules, card))
        if card != NO_CARD:
            line.append(f" {_knowledge(rules, int(state.possible[seat, slot])):<12}", "dim")
    return line


def _knowledge(rules: Rules, possible: int) -> str:
    """The suits and ranks that a hand's holder still reckons with; "" for a card never hinted."""
    held = [card for card in range(rules.max_score) if possible >> card & 1]
    if len(held) == rules.max_score:
        return "?"
    suits = "".join(SUIT_LETTERS[suit] for suit in sorted({card // rules.ranks for card in held}))
    ranks = "".join(str(rank + 1) for rank in sorted({card % rules.ranks for card in held}))
    return suits + ranks
