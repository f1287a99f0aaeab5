"""What every search works on: the beliefs of the seat to act, and arrays to play games out in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, new_memory
from hanabilab.beliefs import HandRange, History, unseen_counts
from hanabilab.beliefs.packed_hands import BLOCK, PackedHands, sum_blocks
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE
from hanabilab.game.games import new_states, new_views
from hanabilab.game.rules import Rules


class Position(NamedTuple):
    """What the searching seat knows and believes."""

    seen: Any  # VIEW row of the seat to act
    known_deck: NDArray[np.int16]  # [MAX_DECK]
    actions: NDArray[np.int16]  # [turns] so far
    hands: PackedHands  # the range; [0] to draw hands from hints alone
    counts: NDArray[np.int64]  # [MAX_CARDS] copies unseen
    sums: NDArray[np.float64]  # running sums of weights, `sum_blocks`; [0] to draw by trial
    memory_is_fixed: bool  # `Workspace.world_memory` holds in every world


class Workspace(NamedTuple):
    """Scratch for one search. P players, M size of the blueprint's memory."""

    world: Any  # STATE row: the world drawn last
    world_memory: NDArray[np.int64]  # [P, M] what seats remember there
    rollout: Any  # STATE row: the game played out
    rollout_memory: NDArray[np.int64]  # [P, M]
    rngs: NDArray[np.uint64]  # [P, 2] generators of the rollout
    past: Any  # STATE row
    look_at: Any  # VIEW row
    opening: NDArray[np.int64]  # [P, M] memory at the start of a game
    scratch: NDArray[np.int64]  # [SCRATCH_SIZE] of `beliefs.sampled_worlds`


def make_position(
    history: History,
    hands: HandRange | None,
    *,
    memory_is_fixed: bool = False,
    drawn_by_trial: bool = False,
) -> Position:
    """What the seat of `history` knows and believes, ready for kernels.

    Args:
        hands: its range; None to draw hands from hints alone.
        memory_is_fixed: seats remember the same in every world of the range.
        drawn_by_trial: for large ranges that are asked few times. Those with likelihoods are summed
            up all the same: a trial knows of none.
    """
    counts = unseen_counts(history.view)
    arrays = PackedHands(np.zeros(0, np.int32), np.zeros(0, np.float32))
    if hands is not None:
        arrays = hands.arrays
    by_trial = drawn_by_trial and not len(arrays.likelihood)
    sums = np.zeros(0 if by_trial else -(-len(arrays.packed) // BLOCK))
    if len(sums):
        sum_blocks(sums, arrays, counts)
    return Position(
        seen=history.view,
        known_deck=history.known_deck,
        actions=history.actions[: history.turn],
        hands=arrays,
        counts=counts,
        sums=sums,
        memory_is_fixed=memory_is_fixed,
    )


def make_workspace(rules: Rules, blueprint: Agent) -> Workspace:
    """Scratch for one search."""
    opening = new_memory(blueprint, rules.players)
    world, rollout, past = new_states(rules, 3)
    return Workspace(
        world=world,
        world_memory=opening.copy(),
        rollout=rollout,
        rollout_memory=opening.copy(),
        rngs=np.zeros((rules.players, 2), np.uint64),
        past=past,
        look_at=new_views(rules, 1)[0],
        opening=opening,
        scratch=np.zeros(SCRATCH_SIZE, np.int64),
    )
