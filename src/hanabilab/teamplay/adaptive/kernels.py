"""How likely each agent of a pool would have done what a partner did. Kernels.

Shapes: B members of the pool, M memory of one, K worlds, P players.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.game.actions import fill_legal
from hanabilab.game.engine import apply_action
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng

__all__ = ["add_log_likelihoods", "observe_members"]


@kernel
def observe_members(
    memories: NDArray[np.int64], state: State, look_at: View, observe: Observe
) -> None:
    """Let common memories [B, M] take in what has just happened."""
    look(look_at, state, max(int(state.last_seat), 0))
    for member in range(len(memories)):
        observe(look_at, memories[member])


@kernel
def _count_matches(
    matches: NDArray[np.int64],
    worlds: NDArray[Any],
    memories: NDArray[np.int64],
    action: int,
    look_at: View,
    act: Act,
    rng: Rng,
) -> None:
    """Fill `matches` [B] with the worlds in which each member would take `action`."""
    matches[:] = 0
    for index in range(len(worlds)):
        look(look_at, worlds[index], worlds[index].current_seat)
        for member in range(len(memories)):
            matches[member] += act(look_at, memories[member], rng) == action


@kernel
def add_log_likelihoods(
    logs: NDArray[np.float64],
    matches: NDArray[np.int64],
    worlds: NDArray[Any],
    memories: NDArray[np.int64],
    legal: NDArray[np.bool_],
    actions: NDArray[np.int16],
    seat: int,
    error: float,
    look_at: View,
    act: Act,
    observe: Observe,
    rng: Rng,
) -> None:
    """Add to `logs` [B] the log-likelihood of what the other seats did, under each member.

    A member takes an action as often as it does in the worlds, but does anything legal with
    probability `error`.

    Args:
        matches: [B] scratch.
        worlds: [K] after the deal, drawn from what `seat` knows now; played on.
        memories: [B, M] as at the start of a game; updated.
        legal: [A] scratch.
        actions: [T] all so far.
        look_at: VIEW row with the rules set, scratch.
        rng: for members that throw dice.
    """
    observe_members(memories, worlds[0], look_at, observe)
    for turn in range(len(actions)):
        action = int(actions[turn])
        if worlds[0].current_seat != seat:
            fill_legal(legal, worlds[0])
            _count_matches(matches, worlds, memories, action, look_at, act, rng)
            for member in range(len(logs)):
                share = matches[member] / len(worlds)
                logs[member] += np.log((1.0 - error) * share + error / legal.sum())
        for index in range(len(worlds)):
            apply_action(worlds[index], action)
        observe_members(memories, worlds[0], look_at, observe)
