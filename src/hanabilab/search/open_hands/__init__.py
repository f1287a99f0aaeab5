"""Whether a deck can be won when all cards are known."""

from hanabilab.search.open_hands.solver import WIDTHS, Outcome, Winnability, decide_deck

__all__ = ["WIDTHS", "Outcome", "Winnability", "decide_deck"]
