"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from hanabilab.plots.archive import draw_archive, draw_parallel_axes, save_archive
from hanabilab.plots.histogram import PALETTE, draw_histograms, save_histograms
from hanabilab.plots.matrix import draw_matrix, save_matrix
from hanabilab.plots.search import draw_belief, draw_values, save_search

__all__ = [
    "PALETTE",
    "draw_archive",
    "draw_belief",
    "draw_histograms",
    "draw_matrix",
    "draw_parallel_axes",
    "draw_values",
    "save_archive",
    "save_histograms",
    "save_matrix",
    "save_search",
]
