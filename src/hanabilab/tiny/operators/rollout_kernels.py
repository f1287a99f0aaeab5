"""Rollouts: a history drawn from a belief, an action, and play to the end by the blueprint.

Letters as in `tree`. What follows a history stands side by side: `first[n]` to `first[n + 1]`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, inlined_kernel, kernel
from hanabilab.randomness import Rng, draw_unit, seed_rng


class RolloutTable(NamedTuple):
    """What rollouts read of a tree and of the policy that they follow."""

    members: NDArray[np.int64]  # [N] histories sorted by information set
    first_member: NDArray[np.int64]  # [I + 1] where those of each set begin
    policy: NDArray[np.float64]  # [C] the blueprint
    owner: NDArray[np.int64]  # [C] information set of each choice
    first: NDArray[np.int64]  # [N + 1] where what follows each history begins
    choice: NDArray[np.int64]  # [N] the choice that led to each history
    chance: NDArray[np.float64]  # [N] probability of all chance on the way
    payoff: NDArray[np.float64]  # [N] at the ends


@kernel
def fill_rollout_means(
    means: NDArray[np.float64],
    choices: NDArray[np.int64],
    rollouts: int,
    seed: int,
    weights: NDArray[np.float64],
    table: RolloutTable,
) -> None:
    """The mean payoff of `rollouts` rollouts of each of some choices.

    Args:
        means: [len(choices)] to fill; 0 where no history is believed in.
        choices: choices to try; each draws from a stream of its own.
        weights: [N] how much each history is believed in, within its information set.
    """
    rng, table = np.empty(2, np.uint64), borrow(table)
    for place in range(len(choices)):
        tried = choices[place]
        infoset = table.owner[tried]
        members = table.members[table.first_member[infoset] : table.first_member[infoset + 1]]
        belief = 0.0
        for history in members:
            belief += weights[history]
        total = 0.0
        if belief > 0.0:
            seed_rng(rng, seed, tried, 0)
            for _ in range(rollouts):
                node = _draw_member(rng, weights, members, belief)
                node = _draw_next(rng, node, tried, table)
                while table.first[node + 1] > table.first[node]:
                    node = _draw_next(rng, node, -1, table)
                total += table.payoff[node]
        means[place] = total / rollouts


@inlined_kernel
def _draw_member(
    rng: Rng, weights: NDArray[np.float64], members: NDArray[np.int64], belief: float
) -> int:
    """A history of an information set, by its weight; `belief` is the sum of weights."""
    left = draw_unit(rng) * belief
    found = members[0]
    for history in members:
        if weights[history] > 0.0:
            found = history
            left -= weights[found]
            if left < 0.0:
                break
    return int(found)


@inlined_kernel
def _draw_next(rng: Rng, node: int, tried: int, table: RolloutTable) -> int:
    """A history after `node`, by the choice `tried`, or by the policy if that is -1."""
    left = draw_unit(rng) * table.chance[node]
    found = -1
    for after in range(table.first[node], table.first[node + 1]):
        choice = table.choice[after]
        taken = 1.0 if choice == tried else 0.0
        if tried < 0:
            taken = table.policy[choice]
        if taken > 0.0:
            found = after
            left -= taken * table.chance[after]
            if left < 0.0:
                break
    return int(found)
