"""Exact solutions of mini-Hanabi: the real rules for two, with few cards."""

from hanabilab.tiny.hanabi.ladder import LADDER, Rung
from hanabilab.tiny.hanabi.policy import MiniPolicy
from hanabilab.tiny.hanabi.sizes import GameSize
from hanabilab.tiny.hanabi.solver import Solution, Solver, solve

__all__ = ["LADDER", "GameSize", "MiniPolicy", "Rung", "Solution", "Solver", "solve"]
