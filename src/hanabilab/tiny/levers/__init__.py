"""The lever game and its relatives: zero-shot coordination in the smallest games that show it.

Read in this order: `games`, `training`, `compare`. NumPy alone.
"""

from __future__ import annotations

from hanabilab.tiny.levers.compare import Compared, compare_methods
from hanabilab.tiny.levers.games import GAMES, LeverGame, Room, critical_temperature, lever_game
from hanabilab.tiny.levers.training import (
    METHODS,
    Chances,
    LeverSettings,
    Method,
    cross_play,
    play,
    train,
)

__all__ = [
    "GAMES",
    "METHODS",
    "Chances",
    "Compared",
    "LeverGame",
    "LeverSettings",
    "Method",
    "Room",
    "compare_methods",
    "critical_temperature",
    "cross_play",
    "lever_game",
    "play",
    "train",
]
