"""Rollouts: a history drawn from a belief, an action, and play to the end by the blueprint.

Letters as in `tree`. What follows a history stands side by side: `first[n]` to
`first[n + 1]`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.randomness import Rng, draw_unit, seed_rng


@kernel
def fill_rollout_means(
    means: NDArray[np.float64],
    choices: NDArray[np.int64],
    rollouts: int,
    seed: int,
    weights: NDArray[np.float64],
    members: NDArray[np.int64],
    first_member: NDArray[np.int64],
    policy: NDArray[np.float64],
    owner: NDArray[np.int64],
    first: NDArray[np.int64],
    choice: NDArray[np.int64],
    chance: NDArray[np.float64],
    payoff: NDArray[np.float64],
) -> None:
    """The mean payoff of `rollouts` rollouts of each of some choices.

    Args:
        means: [len(choices)] to fill; 0 where no history is believed in.
        choices: choices to try; each draws from a stream of its own.
        weights: [N] how much each history is believed in, within its information set.
        members: [N] histories sorted by information set; those of set i begin at
            `first_member[i]`.
        first_member: [I + 1]
        policy: [C] the blueprint.
        owner: [C] information set of each choice.
        first: [N + 1]
        choice: [N] the choice that led to each history.
        chance: [N] probability of all chance on the way.
        payoff: [N] at the ends.
    """
    rng = np.empty(2, np.uint64)
    for place in range(len(choices)):
        tried = choices[place]
        start, stop = first_member[owner[tried]], first_member[owner[tried] + 1]
        belief = 0.0
        for member in range(start, stop):
            belief += weights[members[member]]
        total = 0.0
        if belief > 0.0:
            seed_rng(rng, seed, tried, 0)
            for _ in range(rollouts):
                node = _draw_member(rng, weights, members, start, stop, belief)
                node = _draw_next(rng, node, tried, policy, first, choice, chance)
                while first[node + 1] > first[node]:
                    node = _draw_next(rng, node, -1, policy, first, choice, chance)
                total += payoff[node]
        means[place] = total / rollouts


@kernel
def _draw_member(
    rng: Rng,
    weights: NDArray[np.float64],
    members: NDArray[np.int64],
    start: int,
    stop: int,
    belief: float,
) -> int:
    """A history of an information set, by its weight; `belief` is the sum of weights."""
    left = draw_unit(rng) * belief
    found = members[start]
    for place in range(start, stop):
        if weights[members[place]] > 0.0:
            found = members[place]
            left -= weights[found]
            if left < 0.0:
                break
    return int(found)


@kernel
def _draw_next(
    rng: Rng,
    node: int,
    tried: int,
    policy: NDArray[np.float64],
    first: NDArray[np.int64],
    choice: NDArray[np.int64],
    chance: NDArray[np.float64],
) -> int:
    """A history after `node`, by the choice `tried`, or by the policy if that is -1."""
    left = draw_unit(rng) * chance[node]
    found = -1
    for after in range(first[node], first[node + 1]):
        taken = 1.0 if choice[after] == tried else 0.0
        if tried < 0:
            taken = policy[choice[after]]
        if taken > 0.0:
            found = after
            left -= taken * chance[after]
            if left < 0.0:
                break
    return int(found)
