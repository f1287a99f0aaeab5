"""Games of one agent, in which all agents are asked what they would do. Kernels.

Shapes: A agents, M memory, S states, P players.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Observe
from hanabilab.game.actions import fill_legal
from hanabilab.game.dealing import deal_seeded
from hanabilab.game.engine import apply_action
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import SEAT_STREAM, Rng, seed_rng
from hanabilab.teamplay.adaptive.kernels import Native


class Answers(NamedTuple):
    """What all agents would do in the states of one game, from state 0 on."""

    actions: NDArray[np.int8]  # [A, S] FORFEIT where an agent gives up
    legal: NDArray[np.int64]  # [S] how many actions were legal


class Scratch(NamedTuple):
    """For one game."""

    memory: NDArray[np.int64]  # [A, M] of the agents, as before the deal
    rngs: NDArray[np.uint64]  # [P, 2]
    spare: Rng
    may: NDArray[np.bool_]  # [num_actions]
    state: Any  # STATE row with the rules in it
    look_at: Any  # VIEW row with the rules in it


@kernel
def ask_in_game(
    answers: Answers, host: int, deal: tuple[int, int], scratch: Scratch, native: Native
) -> int:
    """Let `host` play a game with copies of itself, and ask all agents on every turn.

    Memory is the same for every seat and follows from what is public. Each agent is asked with a
    generator in the state that the seat's is in, so that equal agents answer alike.

    Args:
        answers: filled.
        host: the agent that sits in all seats.
        deal: seed, and number of the game.
        scratch: changed.
        native: the code of all agents: they are of one family, and differ in memory.

    Returns:
        How many states there were; one in which the host forfeits is the last.
    """
    actions, legal = answers
    state, look_at, rngs = scratch.state, scratch.look_at, scratch.rngs
    memory = scratch.memory
    deal_seeded(state, deal[0], deal[1], scratch.spare)
    for seat in range(state.rules.num_players):
        seed_rng(rngs[seat], deal[0], deal[1], SEAT_STREAM + seat)
    _observe(memory, look_at, state, native.observe)
    count = 0
    while state.status == RUNNING:
        seat = int(state.current_seat)
        look(look_at, state, seat)
        for agent in range(len(memory)):
            if agent != host:
                copy_into(scratch.spare, rngs[seat])
                actions[agent, count] = native.act(look_at, memory[agent], scratch.spare)
        chosen = native.act(look_at, memory[host], rngs[seat])
        actions[host, count] = chosen
        fill_legal(scratch.may, state)
        legal[count] = scratch.may.sum()
        count += 1
        if not apply_action(state, chosen):
            break
        _observe(memory, look_at, state, native.observe)
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
