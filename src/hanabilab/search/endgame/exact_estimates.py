"""Estimates without error, where few worlds are left: each is played out, and none is drawn."""

from __future__ import annotations

from math import factorial

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.beliefs import HandRange, History
from hanabilab.beliefs.chances import ways_of
from hanabilab.beliefs.history import new_rng
from hanabilab.search.endgame.playing import play_hand
from hanabilab.search.estimates import Estimates, Race, Standings, winner
from hanabilab.search.searching import make_position, make_workspace, rollout_policy


def exact_estimates(
    tried: NDArray[np.bool_],
    blueprint_action: int,
    history: History,
    believed: HandRange,
    policy: CompiledPolicy,
    most: int,
) -> Estimates | None:
    """What actions are worth over all hands of a range and all orders of the deck.

    Args:
        tried: [A] actions to play out.
        blueprint_action: what gains are counted from; any gain over it counts.
        history: of the seat to act.
        believed: the hands that it may hold.
        policy: plays on in all seats.
        most: games that may be played out.

    Returns:
        Estimates whose standard errors are 0; None if there are more games, some hands are likelier
        than by counting, or the policy uses random numbers.
    """
    position = make_position(history, believed)
    workspace = make_workspace(history.rules, policy)
    hands = position.hands
    left = int(position.seen.rules.deck_size) - int(position.seen.deck_drawn)
    games = len(hands.packed) * factorial(left) * int(tried.sum())
    if not len(hands.packed) or len(hands.likelihood) or games > most:
        return None
    sums, rng = np.zeros((len(tried), 3), np.int64), new_rng()
    arguments = position, workspace, rollout_policy(policy), rng
    for packed in hands.packed:
        failed = play_hand(sums, tried, int(packed), *arguments)
        require_unraised(policy, workspace.look_at.raised)
        if failed:
            return None
    ways = int(ways_of(hands.packed, position.counts).astype(np.int64).sum()) * factorial(left)
    tallies = _tallies(sums, blueprint_action, ways)
    action = winner(Standings(tallies, tried), Race(blueprint_action, 0.0, 0, 0.0), 0.0)
    games = int(sums[:, 2].sum())
    return Estimates(tallies, tried, blueprint_action, action, games, believed)


def _tallies(sums: NDArray[np.int64], blueprint_action: int, ways: int) -> NDArray[np.float64]:
    """[A, TALLIES] of sums [A, 3] over so many worlds."""
    means = sums[:, 1] / ways
    gains = (sums[:, 1] - sums[blueprint_action, 1]) / ways
    each = np.stack([np.ones(len(sums)), means, means**2, gains, gains**2], axis=1)
    # A single world counts twice: of one there is no standard error, and here it is 0.
    counts = np.where(sums[:, 2] > 0, np.maximum(sums[:, 2], 2), 0)
    return each * counts[:, None]
