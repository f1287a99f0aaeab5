"""Figures of small games; each function takes values and an Axes, and returns the Axes."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from studies.small_games.plots.cycles import draw_cycle, save_cycle
    from studies.small_games.plots.fixed_points import (
        FixedPoints,
        draw_fixed_points,
        save_fixed_points,
    )
    from studies.small_games.plots.improvement import (
        Improvements,
        draw_improvement,
        save_improvement,
    )
    from studies.small_games.plots.iterations import Iteration, draw_iterations, save_iterations
    from studies.small_games.plots.ladder import Rung, draw_ladder, save_ladder
    from studies.small_games.plots.learning import (
        LearningCurve,
        LearningGoal,
        draw_learning,
        draw_solved,
        save_learning,
    )
    from studies.small_games.plots.payoffs import draw_payoffs, save_payoffs
    from studies.small_games.plots.rollouts import (
        RolloutStudy,
        SampledSearch,
        draw_rollouts,
        save_rollouts,
    )

__all__ = [
    "FixedPoints",
    "Improvements",
    "Iteration",
    "LearningCurve",
    "LearningGoal",
    "RolloutStudy",
    "Rung",
    "SampledSearch",
    "draw_cycle",
    "draw_fixed_points",
    "draw_improvement",
    "draw_iterations",
    "draw_ladder",
    "draw_learning",
    "draw_payoffs",
    "draw_rollouts",
    "draw_solved",
    "save_cycle",
    "save_fixed_points",
    "save_improvement",
    "save_iterations",
    "save_ladder",
    "save_learning",
    "save_payoffs",
    "save_rollouts",
]

open_face(__name__)
