"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from hanabilab.plots.histogram import PALETTE, draw_histograms, save_histograms
from hanabilab.plots.search import draw_belief, draw_values, save_search

__all__ = [
    "PALETTE",
    "draw_belief",
    "draw_histograms",
    "draw_values",
    "save_histograms",
    "save_search",
]
