"""Tabular learners of small games: seeded, compiled, evaluated exactly."""

from __future__ import annotations

from hanabilab.tiny.learners.algorithms import ALGORITHMS, Algorithm, find_algorithm
from hanabilab.tiny.learners.learn import Learning, LearnSettings, fitting_algorithms, learn

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "LearnSettings",
    "Learning",
    "find_algorithm",
    "fitting_algorithms",
    "learn",
]
