"""Tuning: CMA-ES looks for better numbers of an agent that declares some (`agents.numbers`)."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tuning.comparing import Comparison, compare
    from hanabilab.tuning.keeping import Kept, TuningPlan
    from hanabilab.tuning.search import Tuning, tune
    from hanabilab.tuning.settings import Settings
    from hanabilab.tuning.strategy import Strategy

__all__ = [
    "Comparison",
    "Kept",
    "Settings",
    "Strategy",
    "Tuning",
    "TuningPlan",
    "compare",
    "tune",
]

open_face(__name__)
