"""Kernels of likeness: games of one agent, in which all agents are asked what they would do.

Shapes: A agents, M memory, S states, P players.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.game.actions import fill_legal
from hanabilab.game.engine import apply_action, deal_seeded
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import SEAT_STREAM, Rng, seed_rng


@kernel
def ask_in_game(
    actions: NDArray[np.int8],
    legal: NDArray[np.int64],
    host: int,
    seed: int,
    game: int,
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    spare: Rng,
    may: NDArray[np.bool_],
    state: State,
    look_at: View,
    acts: tuple[Act, ...],
    observes: tuple[Observe, ...],
) -> int:
    """Let `host` play a game with copies of itself, and ask all agents on every turn.

    Agents are of one family: they have native code in common and differ in memory, which is the
    same for every seat and follows from what is public. Each is asked with a generator in the
    state that the seat's is in, so that equal agents answer alike.

    Args:
        actions: int8 [A, S], filled from state 0 on; FORFEIT where an agent gives up.
        legal: [S] how many actions were legal.
        memory: [A, M] as before the deal; changed.
        rngs: [P, 2] scratch, as `spare` and `may` [num_actions].
        state: scratch, with the rules in it.

    Returns:
        How many states there were; one in which the host forfeits is the last.
    """
    deal_seeded(state, seed, game, spare)
    for seat in range(state.rules.num_players):
        seed_rng(rngs[seat], seed, game, SEAT_STREAM + seat)
    _observe(memory, look_at, state, observes[0])
    count = 0
    while state.status == RUNNING:
        seat = int(state.current_seat)
        look(look_at, state, seat)
        for agent in range(len(memory)):
            if agent != host:
                copy_into(spare, rngs[seat])
                actions[agent, count] = acts[0](look_at, memory[agent], spare)
        chosen = acts[0](look_at, memory[host], rngs[seat])
        actions[host, count] = chosen
        fill_legal(may, state)
        legal[count] = may.sum()
        count += 1
        if not apply_action(state, chosen):
            break
        _observe(memory, look_at, state, observes[0])
    return count


@kernel
def _observe(memory: NDArray[np.int64], look_at: View, state: State, observe: Observe) -> None:
    """Let all memories [A, M] take in what has just happened, as the seat that acted sees it."""
    look(look_at, state, max(int(state.last_seat), 0))
    for agent in range(len(memory)):
        observe(look_at, memory[agent])


@kernel
def count_equal(counts: NDArray[np.int64], actions: NDArray[np.int8]) -> None:
    """Fill `counts` [A, A] with the states of `actions` [A, S] in which two agents do the same."""
    for one in range(len(actions)):
        for other in range(one + 1):
            equal = 0
            for state in range(actions.shape[1]):
                equal += actions[one, state] == actions[other, state]
            counts[one, other] = equal
            counts[other, one] = equal
