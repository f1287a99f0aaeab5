"""Exact solutions of mini-Hanabi: the real rules for two, with few cards."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.hanabi.ladder import LADDER, Rung
    from hanabilab.tiny.hanabi.policy import MiniPolicy
    from hanabilab.tiny.hanabi.solver import GameSize, Solution, Solver, solve

__all__ = ["LADDER", "GameSize", "MiniPolicy", "Rung", "Solution", "Solver", "solve"]

open_face(__name__)
