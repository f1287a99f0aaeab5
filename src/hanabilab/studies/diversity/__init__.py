"""What the pools of several evolutions are like, inside and beside each other (Canaan et al. 2019).

- runs: evolutions that can be compared, and niches that they have in common
- across: elites of one run with those of another, of the same niche
- within: all elites of a run with each other, by niche and by distance
- likeness: genes that differ, and states in which two elites do the same
- standing: what is told of each archive, with fresh games
- report: documents and tables; paper: published figures to stand beside them
"""

from hanabilab.studies.diversity.across import Across, play_across
from hanabilab.studies.diversity.likeness import Answers, ask_everyone, hamming, similarity
from hanabilab.studies.diversity.runs import common_cells, load_runs
from hanabilab.studies.diversity.standing import Standing, measure_standing
from hanabilab.studies.diversity.within import Within, matrix_plan

__all__ = [
    "Across",
    "Answers",
    "Standing",
    "Within",
    "ask_everyone",
    "common_cells",
    "hamming",
    "load_runs",
    "matrix_plan",
    "measure_standing",
    "play_across",
    "similarity",
]
