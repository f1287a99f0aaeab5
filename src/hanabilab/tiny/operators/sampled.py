"""One-ply search by rollouts, as it is done where games are large, and what it can lose.

Beliefs are exact; the value of an action is the mean over rollouts. The same seed gives the same
search, so in joint search everyone knows what the others' search does.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.game import check_seed
from hanabilab.tiny.levels import Level
from hanabilab.tiny.operators.one_ply import Searchers, run_search
from hanabilab.tiny.operators.rollout_kernels import RolloutTable, fill_rollout_means
from hanabilab.tiny.policies import Policy, check_policy
from hanabilab.tiny.tree import GameTree

MAX_ROLLOUTS = 10_000_000


def improve_sampled(
    tree: GameTree, policy: Policy, searchers: Searchers, *, rollouts: int, seed: int = 0
) -> Policy:
    """What is played if `searchers` search by rollouts over the blueprint `policy`.

    Args:
        rollouts: of each action of each information set.

    Raises:
        GameError: not a policy of the tree, no such seats, or numbers out of range.
    """
    blueprint = check_policy(tree, policy)
    _check(rollouts, seed)
    table = rollout_table(tree, blueprint)

    def measure(level: Level, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        weights = np.zeros(tree.size)
        weights[level.parent] = reach[:, 0] * tree.chance[level.parent]
        choices = np.arange(level.choices.start, level.choices.stop)
        means = np.empty(len(choices))
        fill_rollout_means(means, choices, rollouts, seed, weights, table)
        return means[:, None]

    return run_search(tree, blueprint[:, None], searchers, measure)[:, 0]


def rollout_table(tree: GameTree, policy: Policy) -> RolloutTable:
    """What `fill_rollout_means` reads of a tree and a policy."""
    members = np.argsort(tree.infoset, kind="stable")
    first_member = np.searchsorted(tree.infoset[members], np.arange(len(tree.infosets) + 1))
    first = np.searchsorted(tree.parent, np.arange(tree.size + 1))
    return RolloutTable(
        members=members,
        first_member=first_member,
        policy=policy,
        owner=tree.owner,
        first=first,
        choice=tree.choice,
        chance=tree.chance,
        payoff=tree.payoff,
    )


def _check(rollouts: int, seed: int) -> None:
    if type(rollouts) is not int or not 1 <= rollouts <= MAX_ROLLOUTS:
        raise GameError(f"rollouts is {rollouts!r}; a whole number from 1 to {MAX_ROLLOUTS:,}")
    check_seed(seed)


def sampling_bound(tree: GameTree, value: float, rollouts: int) -> float:
    """What search by rollouts is worth at least in expectation over seeds, by one or jointly.

    That is `value` - 2 T Delta A / sqrt(N): the value of the blueprint, the most moves of a game,
    the range of payoffs, the most actions of a decision, and the rollouts of each action.

    Source: Lerer et al. 2020, Theorem 1.
    """
    payoffs = tree.payoff[tree.infoset < 0]
    spread = float(payoffs.max() - payoffs.min())
    return value - 2 * len(tree.levels) * spread * int(tree.num_actions.max()) / math.sqrt(rollouts)
