"""Quality and diversity: MAP-Elites over lists of rules, its archive, and the agents in it."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.evolution.corrected import Corrected, remeasure
    from hanabilab.evolution.evaluation import Evaluator
    from hanabilab.evolution.grid_archive import as_grid_archive
    from hanabilab.evolution.individuals import Individuals, Statistics, statistics_of
    from hanabilab.evolution.keeping import EvolutionPlan, Kept, read_evolution
    from hanabilab.evolution.niches import MEASURES, Niches
    from hanabilab.evolution.pool import Pool
    from hanabilab.evolution.search import CURVE, Evolution, evolve
    from hanabilab.evolution.settings import Settings

__all__ = [
    "CURVE",
    "MEASURES",
    "Corrected",
    "Evaluator",
    "Evolution",
    "EvolutionPlan",
    "Individuals",
    "Kept",
    "Niches",
    "Pool",
    "Settings",
    "Statistics",
    "as_grid_archive",
    "evolve",
    "read_evolution",
    "remeasure",
    "statistics_of",
]

open_face(__name__)
