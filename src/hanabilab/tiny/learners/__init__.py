"""Tabular learners of small games: seeded, compiled, evaluated exactly."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
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

open_face(__name__)
