"""Sweeps over a tree, history by history: what the passes for many policies are held to."""

from __future__ import annotations

import numpy as np

__all__ = ["choice_worth", "reach_by_hand", "values_by_hand"]


def reach_by_hand(tree, policy):
    """[N] the probability of the choices that lead to each history."""
    reach = np.ones(tree.size)
    for node, parent in enumerate(tree.parent.tolist()):
        if parent >= 0:
            reach[node] = reach[parent] * policy[tree.choice[node]]
    return reach


def values_by_hand(tree, policy):
    """[N] expected payoffs, weighed by chance, from the last history to the first."""
    values = tree.ends.copy()
    for node in reversed(range(tree.size)):
        if tree.parent[node] >= 0:
            values[tree.parent[node]] += policy[tree.choice[node]] * values[node]
    return values


def choice_worth(tree, reach, values):
    """[C] values after each choice, weighed by the reach of the histories before."""
    worth = np.zeros(tree.num_choices)
    for node, parent in enumerate(tree.parent.tolist()):
        if parent >= 0:
            worth[tree.choice[node]] += reach[parent] * values[node]
    return worth
