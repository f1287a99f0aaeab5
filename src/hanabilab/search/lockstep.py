"""What plays rollouts side by side: a batched policy, its memories, and what it expects at the end.

All games of a round begin at the same turn and go on turn by turn. A network's memories are carried
beside them. A rollout may be cut short: then the network says what score it expects.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.carrying import CarryingPolicy, Expecting
from hanabilab.agents.policy import BatchedPolicy, Turns


class Asked:
    """A batched policy that is asked for the games of one round.

    Args:
        policy: a network, whose memories are carried; or any other.
        players: at each table.
        count: games of the round.
    """

    def __init__(self, policy: BatchedPolicy, players: int, count: int) -> None:
        self.policy = policy
        if isinstance(policy, CarryingPolicy):
            self._carried = np.zeros((players, count, policy.carried_size), np.float32)
            self._recalled = np.zeros(players, np.bool_)

    def act(self, turns: Turns, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """[R] actions in the games `rows` [R], in which one and the same seat is to act."""
        if not isinstance(self.policy, CarryingPolicy):
            return np.ascontiguousarray(self.policy.act_batch(turns), np.int64)
        seat, before = self._recall(self.policy, turns, rows)
        actions, self._carried[seat, rows] = self.policy.act_carrying(turns, before)
        return np.ascontiguousarray(actions, np.int64)

    def finish(self, scores: NDArray[np.float64], turns: Turns, rows: NDArray[np.int64]) -> None:
        """Fill `scores` [N] of the games `rows` [R], which are cut short, with what it expects."""
        policy = self.policy
        if isinstance(policy, Expecting) and isinstance(policy, CarryingPolicy):
            scores[rows] = policy.expected_scores(turns, self._recall(policy, turns, rows)[1])

    def _recall(
        self, policy: CarryingPolicy, turns: Turns, rows: NDArray[np.int64]
    ) -> tuple[int, NDArray[np.float32]]:
        """Who acts, and [R, C] what it remembers; a seat that has not acted yet recalls it."""
        seat = int(turns.views["seat"][0])
        if not self._recalled[seat]:
            self._carried[seat, rows], self._recalled[seat] = policy.recall_batch(turns), True
        return seat, self._carried[seat, rows]
