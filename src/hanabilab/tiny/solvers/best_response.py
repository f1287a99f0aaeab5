"""The best response of a seat to the others' policy, and seats that respond in turns."""

from __future__ import annotations

from collections.abc import Iterator

from hanabilab.errors import GameError
from hanabilab.tiny.policies import Policy, check_policy
from hanabilab.tiny.sweeps import partners_reach, put_better, tie_margin
from hanabilab.tiny.tree import GameTree


def best_response(tree: GameTree, policy: Policy, seat: int) -> Policy:
    """`policy` with the best actions of `seat` for the others as they are.

    Exact also where the seat acts several times: its last decisions come first, and the earlier
    ones count on them. Where nothing is gained the policy is kept.

    Raises:
        GameError: not a policy of the tree, or no such seat.
    """
    if not 0 <= seat < tree.game.seats:
        raise GameError(f"seat {seat} of {tree.game.name!r}; seats are 0 to {tree.game.seats - 1}")
    best = check_policy(tree, policy)[:, None].copy()
    reach = partners_reach(tree, best)
    values = tree.ends[:, None].copy()
    for level in reversed(tree.levels):
        after = values[level.nodes]
        worth = level.sum_by_choice(reach[level.actor, level.parent] * after)
        put_better(best, worth, level, (seat,), tie_margin(tree))
        values[level.before] = level.sum_by_history(best[level.choice] * after)
    return best[:, 0]


def climb(tree: GameTree, policy: Policy) -> Policy:
    """Best responses in turn until no seat gains: every seat's policy is best for the others'.

    Raises:
        GameError: not a policy of the tree.
    """
    for better in responses(tree, policy):
        policy = better
    return policy


def responses(tree: GameTree, policy: Policy) -> Iterator[Policy]:
    """The policies on the way of `climb`, one for each seat's best response.

    Raises:
        GameError: not a policy of the tree.
    """
    unchanged = 0
    while unchanged < tree.game.seats:
        for seat in range(tree.game.seats):
            better = best_response(tree, policy, seat)
            unchanged = unchanged + 1 if (better == policy).all() else 0
            policy = better
            yield policy
