"""Evolutions that take a moment: a short game, a small grid."""

from __future__ import annotations

from typing import Any

from hanabilab.evolution import Evolution, Settings, evolve
from hanabilab.game.rules import Rules

__all__ = ["TINY", "evolved", "tiny"]

#: Nine cards or so, one suit: a game takes a dozen turns.
TINY = Rules.preset("very-small", players=2, life_tokens=2, draw_slot="vacated", bomb="keep")


def tiny(**changes: Any) -> Settings:
    """Settings of an evolution of 4 individuals a batch, 2 games each."""
    plain = {"rules": TINY, "mode": "clean", "batch": 4, "random": 8, "games": 2, "length": 6}
    return Settings(**{**plain, "grid": (3, 3), "seed": 5, **changes})


def evolved(settings: Settings, individuals: int, threads: int = 1) -> Evolution:
    """The evolution after so many individuals."""
    *_, last = evolve(Evolution.begin(settings), individuals, threads=threads)
    return last
