"""Kernels: a game played out from a position with one policy in all seats."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, inlined_kernel, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.filters import observe_all
from hanabilab.game.engine import apply_action, score
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look

#: In place of a score: the policy chose an illegal action.
FAILED = -2


@kernel
def observe_action(
    memory: NDArray[np.int64], state: State, look_at: View, observe: Observe
) -> None:
    """Let the memory [C, M] take in the last action: one copy if it is common, else one a seat."""
    if len(memory) == 1:
        look(look_at, state, state.last_seat)
        observe(look_at, memory[0])
    else:
        observe_all(memory, state, look_at, observe)


@inlined_kernel
def play_out(
    state: State,
    look_at: View,
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    act: Act,
    observe: Observe,
) -> int:
    """Play `state` to its end with one policy in all seats, and return the score, or FAILED.

    The memory is [C, M], C being 1 where all seats' copies are alike and the policy's memory is
    common, and M being 0 for a policy without; the generators are [P, 2].
    """
    memory, rngs = borrow(memory), borrow(rngs)
    last_copy = len(memory) - 1
    while state.status == RUNNING:
        seat = int(state.current_seat)
        look(look_at, state, seat)
        action = act(look_at, memory[min(seat, last_copy)], rngs[seat])
        if not apply_action(state, action):
            return FAILED
        if memory.shape[1] > 0:
            observe_action(memory, state, look_at, observe)
    return score(state)
