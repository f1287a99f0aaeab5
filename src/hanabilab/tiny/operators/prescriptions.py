"""The greedy prescription at a public belief, if the blueprint is played ever after.

All prescriptions are compared. A blueprint goes by what seats have seen, so what follows an action
does not depend on what other types would have done. So the best prescription consists of the best
action of each type. Joint one-ply search finds the same: it sums over types where this module takes
the product.

Source: Lerer et al. 2020, section 4.2; Sokota, Lockhart, Timbers et al. 2021, section 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.policies import Policy, check_policy, reach_of
from hanabilab.tiny.sweeps import all_values, tie_margin
from hanabilab.tiny.tree import GameTree

#: Prescriptions of a public state that are compared.
MAX_PRESCRIPTIONS = 100_000

#: Numbers of histories in memory at once.
_BATCH_CELLS = 4_000_000


def improve_by_prescriptions(tree: GameTree, policy: Policy) -> Policy:
    """The greedy prescription at every public state, in order of play, over a blueprint.

    Raises:
        GameError: not a policy of the tree, or too many prescriptions.
    """
    blueprint = check_policy(tree, policy)
    searched = blueprint.copy()
    for public in np.unique(tree.public_of).tolist():
        weights = tree.chance * reach_of(tree, searched)
        found = greedy_prescription(tree, blueprint, weights * (tree.public == public))
        own = np.flatnonzero(tree.public_of[tree.owner] == public)
        searched[own] = found[own]
    return searched


def greedy_prescription(tree: GameTree, blueprint: Policy, weights: NDArray[np.float64]) -> Policy:
    """The blueprint with the best prescription for a public belief.

    Prescriptions that are as good as one nearer to the blueprint, or with earlier actions, are not
    taken.

    Args:
        weights: [N] how likely histories are; 0 outside of one public state.

    Raises:
        GameError: over `MAX_PRESCRIPTIONS`.
    """
    types = sorted(set(tree.infoset[weights > 0].tolist()) - {-1})
    options = [_options(tree, blueprint, infoset) for infoset in types]
    tried = math.prod(map(len, options))
    if tried > MAX_PRESCRIPTIONS:
        raise GameError(
            f"{tree.game.name!r} has {tried:,} prescriptions for {len(types)} types at one public "
            f"state; at most {MAX_PRESCRIPTIONS:,} are compared"
        )
    best, value = blueprint, -math.inf
    for policies in _batches(tree, blueprint, types, options):
        worth = weights @ (all_values(tree, policies) / tree.chance[:, None])
        first = int(np.argmax(worth >= worth.max() - tie_margin(tree)))
        if worth[first] > value + tie_margin(tree):
            best, value = policies[:, first], float(worth[first])
    return best


def _options(tree: GameTree, blueprint: Policy, infoset: int) -> NDArray[np.float64]:
    """[options, actions] what a type may be told: the blueprint's probabilities, or one action."""
    own = blueprint[tree.choices_of(infoset)]
    pure = np.eye(len(own))
    return np.vstack([own[None], pure[(pure != own).any(axis=1)]])


def _batches(
    tree: GameTree, blueprint: Policy, types: list[int], options: list[NDArray[np.float64]]
) -> Iterator[NDArray[np.float64]]:
    """The blueprint with every prescription, [C, B] some at a time; the blueprint's own first."""
    shape = tuple(map(len, options))
    size = max(1, _BATCH_CELLS // tree.size)
    for start in range(0, math.prod(shape), size):
        numbers = np.arange(start, min(start + size, math.prod(shape)))
        policies = np.repeat(blueprint[:, None], len(numbers), axis=1)
        for infoset, rows, places in zip(
            types, options, np.unravel_index(numbers, shape) if shape else (), strict=True
        ):
            policies[tree.choices_of(infoset)] = rows[places].T
        yield policies
