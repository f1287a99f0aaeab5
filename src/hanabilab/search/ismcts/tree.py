"""The result of growing a tree: estimates for the root's actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.search.estimates import TALLIES
from hanabilab.search.ismcts.nodes import NO_NODE, ROOT


@dataclass(frozen=True)
class Tree:
    """The tree of one position. A actions.

    Attributes:
        nodes: [N] NODE rows, the root first.
        num_actions: A.
    """

    nodes: NDArray[Any]
    num_actions: int

    @property
    def visits(self) -> NDArray[np.int64]:
        """[A] iterations that began with each action; 0 where it was never tried."""
        return self._of_children("visits")

    @property
    def means(self) -> NDArray[np.float64]:
        """[A] mean score of these iterations, in points; NaN where there are none."""
        visits = self.visits
        points = np.where(visits > 0, self._of_children("points"), np.nan)
        return np.asarray(points / np.maximum(visits, 1))

    @property
    def action(self) -> int:
        """The action visited most; of equals the one with the best mean, then the lowest id."""
        visits = self.visits
        return int(np.where(visits == visits.max(), self.means, -np.inf).argmax())

    def tallies(self, blueprint_action: int) -> NDArray[np.float64]:
        """[A, TALLIES] as those of a race (`Estimates.tallies`), NaN gains if one was never tried.

        Actions were not tried in the same worlds: a gain has the errors of both means.
        """
        tallies = np.zeros((self.num_actions, TALLIES))
        worlds, squares = self.visits, self._of_children("squares")
        gains = self.means - self.means[blueprint_action]
        spread = squares - worlds * self.means**2
        variances = spread / np.maximum(worlds * (worlds - 1), 1)
        both = variances + variances[blueprint_action]
        tallies[:, 0], tallies[:, 1], tallies[:, 2] = worlds, self._of_children("points"), squares
        tallies[:, 3] = worlds * gains
        tallies[:, 4] = worlds * (worlds - 1) * both + worlds * gains**2
        tallies[blueprint_action, 4] = 0
        return tallies

    def _of_children(self, name: str) -> NDArray[np.int64]:
        values = np.zeros(self.num_actions, np.int64)
        child = self.nodes[ROOT].child
        while child != NO_NODE:
            values[self.nodes[child].action] = self.nodes[child][name]
            child = self.nodes[child].sibling
        return values
