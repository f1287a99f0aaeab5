"""Every deterministic joint policy of a small tree, by number.

The number of a policy is written in the actions of its information sets, the last one's digit
lowest: 0 takes the first action everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.tree import GameTree

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
    place = np.arange(tree.num_choices) - tree.first_choice[owner]
    return np.asarray(digits == place[:, None], np.float64)


def number_policies(tree: GameTree, policies: NDArray[np.float64]) -> NDArray[np.int64]:
    """[B] the numbers of deterministic policies [C, B]."""
    place = np.arange(tree.num_choices) - tree.first_choice[tree.owner]
    return np.asarray((place * _weights(tree)[tree.owner]) @ policies.astype(np.int64))


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
