"""Figures of small games; each function takes values and an Axes, and returns the Axes."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.plots.belief_tree import draw_belief_tree, save_belief_tree
    from hanabilab.tiny.plots.levers import draw_lever_curves, draw_lever_scores, save_levers

__all__ = [
    "draw_belief_tree",
    "draw_lever_curves",
    "draw_lever_scores",
    "save_belief_tree",
    "save_levers",
]

open_face(__name__)
