"""Joint policies of a tree: how they are written, what they are worth, and all of them by number.

A policy is an array [C]: the probability of each choice. A deterministic one is also an array [I]:
which action of each information set. The number of a deterministic policy is written in the actions
of its information sets, the last one's digit lowest: 0 takes the first action everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.game import check_seed
from hanabilab.tiny.sweeps import all_values, root_values
from hanabilab.tiny.tree import GameTree

Policy = NDArray[np.float64]

_TOLERANCE = 1e-9


def uniform_policy(tree: GameTree) -> Policy:
    """Every action as likely."""
    return 1.0 / tree.num_actions[tree.owner]


def random_policy(tree: GameTree, seed: int) -> Policy:
    """A deterministic policy, each as likely.

    Raises:
        GameError: a seed out of range.
    """
    rng = np.random.default_rng(check_seed(seed))
    return deterministic(tree, rng.integers(tree.num_actions))


def deterministic(tree: GameTree, picks: ArrayLike) -> Policy:
    """The policy that takes action `picks[i]` at information set i.

    Args:
        picks: [I] indices of actions.

    Raises:
        GameError: not one action of each information set.
    """
    chosen = np.asarray(picks)
    if chosen.shape != (len(tree.infosets),):
        raise GameError(
            f"a policy of {tree.game.name!r} has an action for each of {len(tree.infosets)} "
            f"information sets, not {chosen.size}"
        )
    wrong = np.flatnonzero((chosen < 0) | (chosen >= tree.num_actions))
    if wrong.size:
        where = int(wrong[0])
        raise GameError(
            f"action {chosen[where]} at information set {where} ({tree.infosets[where]}); "
            f"actions are 0 to {tree.num_actions[where] - 1}"
        )
    policy = np.zeros(tree.num_choices)
    policy[tree.first_choice + chosen.astype(np.int64)] = 1.0
    return policy


def picks_of(tree: GameTree, policy: Policy) -> NDArray[np.int64]:
    """[I] the likeliest action of each information set, the first of equals."""
    starts = tree.first_choice
    best = np.maximum.reduceat(policy, starts)
    places = np.flatnonzero(policy == best[tree.owner])
    owners, first = np.unique(tree.owner[places], return_index=True)
    return np.asarray(places[first] - starts[owners])


def check_policy(tree: GameTree, policy: ArrayLike) -> Policy:
    """`policy` as an array, if it is one of the tree.

    Raises:
        GameError: a wrong length, or probabilities that do not sum to 1 at each information set.
    """
    found = np.asarray(policy, np.float64)
    if found.shape != (tree.num_choices,):
        raise GameError(
            f"a policy of {tree.game.name!r} has {tree.num_choices} probabilities, one for each "
            f"choice, not {found.size}"
        )
    totals = np.add.reduceat(found, tree.first_choice)
    wrong = np.flatnonzero(~(np.abs(totals - 1) <= _TOLERANCE))
    if wrong.size or not (found >= 0).all():
        where = int(wrong[0]) if wrong.size else int(tree.owner[np.flatnonzero(found < 0)[0]])
        raise GameError(
            f"at information set {where} ({tree.infosets[where]}) probabilities are "
            f"{found[tree.choices_of(where)].tolist()}; they are 0 to 1 and sum to 1"
        )
    return found


def reach_of(tree: GameTree, policy: Policy) -> NDArray[np.float64]:
    """[N] the probability that players of `policy` take each history, if chance does."""
    reach = np.ones(tree.size)
    for level in tree.levels:
        reach[level.nodes] = reach[level.parent] * policy[level.choice]
    return reach


def infoset_reach(tree: GameTree, policy: Policy) -> NDArray[np.float64]:
    """[I] the probability that each information set comes up if all seats follow `policy`."""
    acting = np.flatnonzero(tree.infoset >= 0)
    likely = (reach_of(tree, policy) * tree.chance)[acting]
    return np.asarray(np.bincount(tree.infoset[acting], likely, len(tree.infosets)), np.float64)


def history_values(tree: GameTree, policy: Policy) -> NDArray[np.float64]:
    """[N] the expected payoff from each history on, times the probability of its chance."""
    return all_values(tree, policy[:, np.newaxis])[:, 0]


def value_of(tree: GameTree, policy: Policy) -> float:
    """The expected payoff of a joint policy."""
    return float(root_values(tree, policy[:, np.newaxis])[0])


def join_policies(tree: GameTree, policies: Sequence[Policy]) -> Policy:
    """What is played if each seat follows a policy of its own.

    Args:
        policies: one for each seat.

    Raises:
        GameError: not as many as seats.
    """
    if len(policies) != tree.game.seats:
        raise GameError(
            f"{len(policies)} policies for the {tree.game.seats} seats of {tree.game.name!r}"
        )
    seats = tree.seat_of[tree.owner]
    return np.stack(policies)[seats, np.arange(tree.num_choices)]


#: Joint policies that are tried one by one: seconds.
MAX_POLICIES = 2_000_000

#: Numbers of histories in memory at once.
_BATCH_CELLS = 4_000_000


def count_policies(tree: GameTree) -> int:
    """Deterministic joint policies, exactly."""
    return math.prod(tree.num_actions.tolist())


def check_policy_count(tree: GameTree, task: str) -> int:
    """The number of joint policies, if they can all be tried.

    Raises:
        GameError: over `MAX_POLICIES`.
    """
    count = count_policies(tree)
    if count > MAX_POLICIES:
        raise GameError(
            f"{task} tries every joint policy, and {tree.game.name!r} has "
            f"10^{math.log10(count):.1f} at {len(tree.infosets):,} information sets; "
            f"at most {MAX_POLICIES:,} can be tried"
        )
    return count


def policies_at(tree: GameTree, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """[C, B] the policies of some numbers [B]."""
    owner = tree.owner
    digits = numbers // _weights(tree)[owner][:, None] % tree.num_actions[owner][:, None]
    return np.asarray(digits == tree.place[:, None], np.float64)


def number_policies(tree: GameTree, policies: NDArray[np.float64]) -> NDArray[np.int64]:
    """[B] the numbers of deterministic policies [C, B]."""
    return np.asarray((tree.place * _weights(tree)[tree.owner]) @ policies.astype(np.int64))


def policy_batches(tree: GameTree) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """All policies, some at a time: their numbers [B], and they [C, B]."""
    count = count_policies(tree)
    size = max(1, _BATCH_CELLS // tree.size)
    for start in range(0, count, size):
        numbers = np.arange(start, min(start + size, count))
        yield numbers, policies_at(tree, numbers)


def _weights(tree: GameTree) -> NDArray[np.int64]:
    """[I] what the digit of each information set counts."""
    products = np.cumprod(tree.num_actions[::-1])[::-1]
    return np.asarray(products // tree.num_actions)
