"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from hanabilab.plots.archive import draw_archive, draw_niches, draw_parallel_axes, save_archive
    from hanabilab.plots.figure import PALETTE, save_figure
    from hanabilab.plots.histogram import draw_histograms, save_histograms
    from hanabilab.plots.levers import draw_lever_curves, draw_lever_scores, save_levers
    from hanabilab.plots.matrix import draw_matrix, save_matrix
    from hanabilab.plots.review import draw_causes, draw_game, draw_survival, save_review
    from hanabilab.plots.rounds import draw_rounds, save_rounds
    from hanabilab.plots.search import draw_belief, draw_values, save_search
    from hanabilab.plots.tiny.belief_tree import draw_belief_tree, save_belief_tree
    from hanabilab.plots.tiny.cycles import draw_cycle, save_cycle
    from hanabilab.plots.tiny.fixed_points import FixedPoints, draw_fixed_points, save_fixed_points
    from hanabilab.plots.tiny.improvement import Improvements, draw_improvement, save_improvement
    from hanabilab.plots.tiny.iterations import Iteration, draw_iterations, save_iterations
    from hanabilab.plots.tiny.ladder import Rung, draw_ladder, save_ladder
    from hanabilab.plots.tiny.learning import (
        LearningCurve,
        LearningGoal,
        draw_learning,
        draw_solved,
        save_learning,
    )
    from hanabilab.plots.tiny.payoffs import draw_payoffs, save_payoffs
    from hanabilab.plots.tiny.rollouts import (
        RolloutStudy,
        SampledSearch,
        draw_rollouts,
        save_rollouts,
    )
    from hanabilab.plots.training import draw_training, save_training

__all__ = [
    "PALETTE",
    "Axes",
    "FixedPoints",
    "Improvements",
    "Iteration",
    "LearningCurve",
    "LearningGoal",
    "RolloutStudy",
    "Rung",
    "SampledSearch",
    "draw_archive",
    "draw_belief",
    "draw_belief_tree",
    "draw_causes",
    "draw_cycle",
    "draw_fixed_points",
    "draw_game",
    "draw_histograms",
    "draw_improvement",
    "draw_iterations",
    "draw_ladder",
    "draw_learning",
    "draw_lever_curves",
    "draw_lever_scores",
    "draw_matrix",
    "draw_niches",
    "draw_parallel_axes",
    "draw_payoffs",
    "draw_rollouts",
    "draw_rounds",
    "draw_solved",
    "draw_survival",
    "draw_training",
    "draw_values",
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
    "save_levers",
    "save_matrix",
    "save_payoffs",
    "save_review",
    "save_rollouts",
    "save_rounds",
    "save_search",
    "save_training",
]

open_face(__name__)
