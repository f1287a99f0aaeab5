"""What several evolutions have found, inside and beside each other (Canaan et al. 2019).

- runs: evolutions that can be compared, and niches that they have in common
- archive_evaluation: what is told of each archive, with fresh games
- within_run: all elites of a run with each other, by niche and by distance
- across_runs: elites of one run with those of another, of the same niche
- choices: what elites do in the states of each other's games
- similarity: genes that differ, and states in which two elites do the same
- report: documents and tables
- figures, distance_curves: what is drawn of a run
- paper: published figures to stand beside them

`python -m studies.diversity` prints the tables of docs/studies/diversity.md.
"""

from studies.diversity.across_runs import AcrossRuns, play_across
from studies.diversity.archive_evaluation import ArchiveEvaluation, evaluate_archive
from studies.diversity.choices import Choices, ask_all
from studies.diversity.runs import common_cells, load_runs
from studies.diversity.similarity import (
    PolicySimilarity,
    compare_policies,
    hamming,
    similarity,
)
from studies.diversity.within_run import WithinRun, matrix_plan

__all__ = [
    "AcrossRuns",
    "ArchiveEvaluation",
    "Choices",
    "PolicySimilarity",
    "WithinRun",
    "ask_all",
    "common_cells",
    "compare_policies",
    "evaluate_archive",
    "hamming",
    "load_runs",
    "matrix_plan",
    "play_across",
    "similarity",
]
