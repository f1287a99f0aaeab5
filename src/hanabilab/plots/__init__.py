"""Figures; each function takes a table or counts and an Axes, and returns the Axes."""

from hanabilab.plots.histogram import PALETTE, draw_histograms, save_histograms

__all__ = ["PALETTE", "draw_histograms", "save_histograms"]
