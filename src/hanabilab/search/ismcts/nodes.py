"""The tree: one node for each sequence of actions, in a preallocated array. Kernels.

A node averages over the hidden cards. Worlds differ in which actions they allow, so a node also
counts the visits at which it could have been chosen.

Source: Cowling et al. 2012, section 4 (one tree for many determinizations, availability counts).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.record import Record
from hanabilab.randomness import Rng, draw_below

#: Index of the root.
ROOT = 0
#: In place of an index: no such node.
NO_NODE = -1

_NODE_FIELDS = ("action", "child", "sibling", "visits", "available", "points", "squares")
#: One row: a node, see `Node`.
NODE = np.dtype((Record, np.dtype([(name, np.int64) for name in _NODE_FIELDS])))


class Node(Protocol):
    """A NODE row, field for field."""

    action: int  # that leads here; NO_ACTION at the root
    child: int  # index of the youngest child, or NO_NODE
    sibling: int  # index of the next older child of the same parent, or NO_NODE
    visits: int  # iterations that came through here
    available: int  # visits of the parent at which this node could have been chosen
    points: int  # sum of the scores of these iterations
    squares: int  # sum of their squares


@kernel
def plant(tree: NDArray[Any]) -> int:
    """Make `tree` [N] a root alone; returns the number of nodes."""
    _clear(tree[ROOT], NO_ACTION, NO_NODE)
    return 1


@kernel
def _clear(node: Node, action: int, sibling: int) -> None:
    node.action = action
    node.child = NO_NODE
    node.sibling = sibling
    node.visits = 0
    node.available = 0
    node.points = 0
    node.squares = 0


@kernel
def add_child(tree: NDArray[Any], used: int, parent: int, action: int) -> int:
    """Make node `used`, the first that is free, a child; returns its index."""
    _clear(tree[used], action, tree[parent].child)
    tree[used].available = 1
    tree[parent].child = used
    return used


@kernel
def find_child(tree: NDArray[Any], parent: int, action: int) -> int:
    """The child that `action` leads to, counted as available; or NO_NODE."""
    child = tree[parent].child
    while child != NO_NODE and tree[child].action != action:
        child = tree[child].sibling
    if child != NO_NODE:
        tree[child].available += 1
    return child


@kernel
def best_child(
    tree: NDArray[Any], parent: int, is_open: NDArray[np.bool_], exploration: float
) -> int:
    """The child with the highest upper confidence bound of those whose actions are open.

    Args:
        is_open: [A] which actions can be chosen; those that have a child already are taken out.
        exploration: points; weight of sqrt(log(times available) / visits).

    Returns:
        An index, or NO_NODE.
    """
    best, best_bound = NO_NODE, -1.0
    child = tree[parent].child
    while child != NO_NODE:
        node = tree[child]
        if is_open[node.action]:
            is_open[node.action] = False
            node.available += 1
            bound = _upper_bound(node, exploration)
            if bound > best_bound:
                best, best_bound = child, bound
        child = node.sibling
    return best


@kernel
def _upper_bound(node: Node, exploration: float) -> float:
    return node.points / node.visits + exploration * sqrt(log(node.available) / node.visits)


@kernel
def draw_open(is_open: NDArray[np.bool_], rng: Rng) -> int:
    """One of the actions that are still open, all equally likely; NO_ACTION if none is."""
    count = 0
    for action in range(len(is_open)):
        count += is_open[action]
    if count == 0:
        return NO_ACTION
    place = draw_below(rng, count)
    action = 0
    while not is_open[action] or place > 0:
        place -= is_open[action]
        action += 1
    return action


@kernel
def back_up(tree: NDArray[Any], path: NDArray[np.int64], depth: int, points: int) -> None:
    """Count an iteration that scored `points` at the nodes of `path` [0..depth]."""
    for index in range(depth + 1):
        node = tree[path[index]]
        node.visits += 1
        node.points += points
        node.squares += points * points
