"""Whether a deck or a position can be won when all cards are known."""

from hanabilab.search.open_hands.solver import (
    WIDTHS,
    Outcome,
    Winnability,
    decide_deck,
    decide_game,
)

__all__ = ["WIDTHS", "Outcome", "Winnability", "decide_deck", "decide_game"]
