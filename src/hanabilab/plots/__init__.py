"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from hanabilab.plots.archive import draw_archive, draw_parallel_axes, save_archive
from hanabilab.plots.belief_tree import draw_belief_tree, save_belief_tree
from hanabilab.plots.cycles import draw_cycle, save_cycle
from hanabilab.plots.distances import (
    Published,
    draw_likeness_by_distance,
    draw_score_by_distance,
)
from hanabilab.plots.figure import PALETTE, save_figure
from hanabilab.plots.fixed_points import FixedPoints, draw_fixed_points, save_fixed_points
from hanabilab.plots.histogram import draw_histograms, save_histograms
from hanabilab.plots.improvement import Improvements, draw_improvement, save_improvement
from hanabilab.plots.iterations import Iteration, draw_iterations, save_iterations
from hanabilab.plots.ladder import Rung, draw_ladder, save_ladder
from hanabilab.plots.learning import (
    LearningCurve,
    LearningGoal,
    draw_learning,
    draw_solved,
    save_learning,
)
from hanabilab.plots.matrix import draw_matrix, save_matrix
from hanabilab.plots.niches import draw_niches
from hanabilab.plots.payoffs import draw_payoffs, save_payoffs
from hanabilab.plots.public_states import Belief, PublicState, format_states, prune_states
from hanabilab.plots.rollouts import RolloutStudy, SampledSearch, draw_rollouts, save_rollouts
from hanabilab.plots.rounds import draw_rounds, save_rounds
from hanabilab.plots.search import draw_belief, draw_values, save_search

__all__ = [
    "PALETTE",
    "Belief",
    "FixedPoints",
    "Improvements",
    "Iteration",
    "LearningCurve",
    "LearningGoal",
    "PublicState",
    "Published",
    "RolloutStudy",
    "Rung",
    "SampledSearch",
    "draw_archive",
    "draw_belief",
    "draw_belief_tree",
    "draw_cycle",
    "draw_fixed_points",
    "draw_histograms",
    "draw_improvement",
    "draw_iterations",
    "draw_ladder",
    "draw_learning",
    "draw_likeness_by_distance",
    "draw_matrix",
    "draw_niches",
    "draw_parallel_axes",
    "draw_payoffs",
    "draw_rollouts",
    "draw_rounds",
    "draw_score_by_distance",
    "draw_solved",
    "draw_values",
    "format_states",
    "prune_states",
    "save_archive",
    "save_belief_tree",
    "save_cycle",
    "save_figure",
    "save_fixed_points",
    "save_histograms",
    "save_improvement",
    "save_iterations",
    "save_ladder",
    "save_learning",
    "save_matrix",
    "save_payoffs",
    "save_rollouts",
    "save_rounds",
    "save_search",
]
