"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from hanabilab.plots.archive import draw_archive, draw_niches, draw_parallel_axes, save_archive
    from hanabilab.plots.figure import PALETTE, save_figure
    from hanabilab.plots.histogram import draw_histograms, save_histograms
    from hanabilab.plots.likeness import draw_likeness, save_likeness
    from hanabilab.plots.matrix import draw_matrix, save_matrix
    from hanabilab.plots.review import draw_causes, draw_game, draw_survival, save_review
    from hanabilab.plots.rounds import draw_rounds, save_rounds
    from hanabilab.plots.search import draw_belief, draw_values, save_search
    from hanabilab.plots.training import draw_training, save_training

__all__ = [
    "PALETTE",
    "Axes",
    "draw_archive",
    "draw_belief",
    "draw_causes",
    "draw_game",
    "draw_histograms",
    "draw_likeness",
    "draw_matrix",
    "draw_niches",
    "draw_parallel_axes",
    "draw_rounds",
    "draw_survival",
    "draw_training",
    "draw_values",
    "save_archive",
    "save_figure",
    "save_histograms",
    "save_likeness",
    "save_matrix",
    "save_review",
    "save_rounds",
    "save_search",
    "save_training",
]

open_face(__name__)
