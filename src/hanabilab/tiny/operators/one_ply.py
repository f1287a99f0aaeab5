"""One-ply search on exact beliefs: each searched decision is the best if all else is the blueprint.

Three operators take a policy to another:

- one seat searches, and believes that its partners follow the blueprint, which they do;
- all search, *independently*: each believes that the others follow the blueprint, which they do
  not;
- all search, *jointly*: beliefs account for the others' searches, in the order of play.

The first and the last never lower the value. The blueprint's action is kept where two actions are
worth the same, and where no history is believed possible.

Source: Lerer, Hu, Foerster & Brown 2020, "Improving policies via search in cooperative partially
observable games", sections 4.1 and 4.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.levels import Level
from hanabilab.tiny.policies import Policy, check_policy
from hanabilab.tiny.sweeps import all_values, first_reach, put_better, spread_reach, tie_margin
from hanabilab.tiny.tree import GameTree

_Array = NDArray[np.float64]

#: From a step and the reach [n, B] of its histories to what its choices [c, B] are worth.
Measure: TypeAlias = Callable[[Level, _Array], _Array]


@dataclass(frozen=True)
class Searchers:
    """Who searches, and what each believes of the others.

    Attributes:
        seats: those that search.
        joint: whether beliefs follow the others' search; else they follow the blueprint. For one
            seat that is the same.
    """

    seats: tuple[int, ...]
    joint: bool = True

    def __str__(self) -> str:
        if len(self.seats) == 1:
            return f"seat {self.seats[0]}"
        return "joint" if self.joint else "independent"


def searchers_of(tree: GameTree) -> tuple[Searchers, ...]:
    """The operators of a game: each seat alone, all independently, all jointly.

    Where there is but one seat, they are all the same: one operator.
    """
    seats = range(tree.game.seats)
    alone = [Searchers((seat,)) for seat in seats]
    if len(seats) == 1:
        return tuple(alone)
    return (*alone, Searchers(tuple(seats), joint=False), Searchers(tuple(seats)))


def improve(tree: GameTree, policy: Policy, searchers: Searchers) -> Policy:
    """What is played if `searchers` search over the blueprint `policy`.

    Raises:
        GameError: not a policy of the tree, or no such seats.
    """
    blueprint = check_policy(tree, policy)[:, None]
    return improve_all(tree, blueprint, searchers)[:, 0]


def improve_all(tree: GameTree, policies: _Array, searchers: Searchers) -> _Array:
    """`improve` for many policies at once, [C, B]; they are trusted to be policies.

    Raises:
        GameError: no such seats.
    """
    values = all_values(tree, policies)

    def measure(level: Level, reach: _Array) -> _Array:
        return level.sum_by_choice(reach * values[level.nodes])

    return run_search(tree, policies, searchers, measure)


def run_search(tree: GameTree, policies: _Array, searchers: Searchers, measure: Measure) -> _Array:
    """The search itself, whatever tells the worth of choices."""
    _check_seats(tree, searchers)
    searched = policies.copy()
    believed = searched if searchers.joint else policies
    reach = first_reach(tree, policies.shape[1])
    for level in tree.levels:
        worth = measure(level, reach[level.actor, level.parent])
        put_better(searched, worth, level, searchers.seats, tie_margin(tree))
        spread_reach(reach, believed, level)
    return searched


def _check_seats(tree: GameTree, searchers: Searchers) -> None:
    wrong = [seat for seat in searchers.seats if not 0 <= seat < tree.game.seats]
    if wrong or not searchers.seats:
        raise GameError(
            f"seats {searchers.seats} cannot search in {tree.game.name!r}; "
            f"seats are 0 to {tree.game.seats - 1}"
        )
