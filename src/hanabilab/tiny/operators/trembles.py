"""What seats believe of the past if everybody followed a policy, also where nobody would be then.

A policy that never takes an action says nothing about histories in which it was taken. So all are
thought to slip now and then: with a chance that goes to zero, and then to any action, each as
likely, which says nothing of the cards. A seat believes in the histories with the fewest slips.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.sweeps import partners_reach
from hanabilab.tiny.tree import GameTree


def literal_weights(tree: GameTree) -> NDArray[np.float64]:
    """[C] all 1: a past in which actions say nothing, not even which of them were legal."""
    return np.ones(tree.num_choices)


def beliefs_of(tree: GameTree, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """[N] how likely each history is to the seat that acts there, in its information set.

    They sum to 1 in each information set, and are 0 at the ends. What the seat itself did does not
    count: it did the same in all of these histories.

    Args:
        weights: [C] how likely others were to take each choice: a policy, or `literal_weights`.
    """
    # Each slip halves the second number of a history: fewest slips are the largest of them.
    slipped = weights <= 0
    both = np.stack([np.where(slipped, 1.0, weights), np.where(slipped, 0.5, 1.0)], axis=1)
    acting = np.flatnonzero(tree.infoset >= 0)
    sets = tree.infoset[acting]
    likely, steady = partners_reach(tree, both)[tree.seat_of[sets], acting].T
    steadiest = np.zeros(len(tree.infosets))
    np.maximum.at(steadiest, sets, steady)
    believed = np.where(steady == steadiest[sets], likely * tree.chance[acting], 0.0)
    beliefs = np.zeros(tree.size)
    beliefs[acting] = believed / np.bincount(sets, believed, len(tree.infosets))[sets]
    return beliefs
