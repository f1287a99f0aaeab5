"""Whether a deck or a position can be won when all cards are known."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.search.open_hands.solver import (
        WIDTHS,
        Outcome,
        Winnability,
        decide_deck,
        decide_game,
    )

__all__ = ["WIDTHS", "Outcome", "Winnability", "decide_deck", "decide_game"]

open_face(__name__)
