"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from hanabilab.plots.archive import draw_archive, draw_parallel_axes, save_archive
from hanabilab.plots.distances import (
    Published,
    draw_likeness_by_distance,
    draw_score_by_distance,
)
from hanabilab.plots.histogram import PALETTE, draw_histograms, save_histograms
from hanabilab.plots.matrix import draw_matrix, save_matrix
from hanabilab.plots.niches import draw_niches, save_figure
from hanabilab.plots.rounds import draw_rounds, save_rounds
from hanabilab.plots.search import draw_belief, draw_values, save_search

__all__ = [
    "PALETTE",
    "Published",
    "draw_archive",
    "draw_belief",
    "draw_histograms",
    "draw_likeness_by_distance",
    "draw_matrix",
    "draw_niches",
    "draw_parallel_axes",
    "draw_rounds",
    "draw_score_by_distance",
    "draw_values",
    "save_archive",
    "save_figure",
    "save_histograms",
    "save_matrix",
    "save_rounds",
    "save_search",
]
