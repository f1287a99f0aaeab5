"""A position as text for people: what `print(game)` and `print(view)` write.

Plain Python on STATE and VIEW rows. Behind each card stands what the hints leave it to be, "?" if
no hint has said anything of it; a star marks the seat to act.
"""

from __future__ import annotations

from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.state import RUNNING, STATUS_NAMES, PublicTable
from hanabilab.game.telling import (
    action_words,
    card_word,
    firework_word,
    possible_word,
    tokens_word,
)


def show_position(table: PublicTable) -> str:
    """The position in lines: turn, tokens, fireworks, discards, the last action, the hands."""
    rules = table.rules
    seats = range(rules.num_players)
    return "\n".join(
        [
            _turn_line(table),
            f"points {table.points} of {rules.max_score}, hints {tokens_word(table)} of "
            f"{rules.max_information_tokens}, lives {table.life_tokens} of "
            f"{rules.max_life_tokens}, deck {rules.deck_size - int(table.deck_drawn)}",
            f"fireworks {_fireworks(table)}",
            f"discards  {_discards(table)}",
            *_last_line(table),
            *(_hand_line(table, seat) for seat in seats),
        ]
    )


def _turn_line(table: PublicTable) -> str:
    if table.status != RUNNING:
        return f"turn {table.turn}: {STATUS_NAMES[table.status]}"
    return f"turn {table.turn}: seat {table.current_seat} to act"


def _fireworks(table: PublicTable) -> str:
    rules = table.rules
    suits = range(rules.num_suits)
    return " ".join(firework_word(rules, suit, table.fireworks[suit]) for suit in suits)


def _discards(table: PublicTable) -> str:
    cards = range(table.rules.num_cards)
    words = [card_word(table.rules, card) for card in cards for _ in range(table.discards[card])]
    return " ".join(words) or "none"


def _last_line(table: PublicTable) -> list[str]:
    if table.last_seat < 0:
        return []
    words = action_words(table, table.last_action, table.last_seat)
    card = f" ({card_word(table.rules, table.last_card)})" if table.last_card >= 0 else ""
    return [f"last      seat {table.last_seat} {words}{card}"]


def _hand_line(table: PublicTable, seat: int) -> str:
    rules = table.rules
    turn = table.status == RUNNING and table.current_seat == seat
    cards = [
        _held(rules, int(table.hands[seat, slot]), int(table.possible[seat, slot]))
        for slot in range(rules.hand_size)
    ]
    return f"seat {seat} {'*' if turn else ' '}  {'  '.join(cards)}".rstrip()


def _held(rules: RuleTables, card: int, possible: int) -> str:
    """A slot as "R3 ?", "?? R" or "--"."""
    if card == NO_CARD:
        return "--"
    name = "??" if card == UNKNOWN_CARD else card_word(rules, card)
    return f"{name} {possible_word(rules, possible)}"
