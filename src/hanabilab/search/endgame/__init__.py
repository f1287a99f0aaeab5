"""Exact values of actions near the end of a game, as fractions."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.search.endgame.blueprint import BELIEFS, BlueprintValues, blueprint_values
    from hanabilab.search.endgame.honest import HonestValues, honest_values
    from hanabilab.search.endgame.nodes import MOST_CARDS
    from hanabilab.search.endgame.solve import open_values
    from hanabilab.search.endgame.values import ActionValue, Bounds, EndgameValues

__all__ = [
    "BELIEFS",
    "MOST_CARDS",
    "ActionValue",
    "BlueprintValues",
    "Bounds",
    "EndgameValues",
    "HonestValues",
    "blueprint_values",
    "honest_values",
    "open_values",
]

open_face(__name__)
