"""Agents asked from Python: what they do, what they remember, for one game or for many.

Python calls a native function through a small kernel. Called as it is, it would be Python, and all
kernels that it calls would be compiled a second time.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab._jit.guard import call_act, is_guarded
from hanabilab.agents.facts import Fill
from hanabilab.agents.policy import (
    Act,
    Agent,
    BatchedPolicy,
    CompiledPolicy,
    Memory,
    Observe,
    Turns,
)
from hanabilab.game.view import View
from hanabilab.randomness import Rng


@kernel
def act_once(view: View, memory: Memory, rng: Rng, act: Act) -> int:
    """What the function of an agent, `CompiledPolicy.native_act`, answers."""
    return act(view, memory, rng)


@kernel
def observe_once(view: View, memory: Memory, observe: Observe) -> None:
    """Let a memory take in what has just happened."""
    observe(view, memory)


@kernel
def fill_once(out: NDArray[np.float32], view: View, memory: Memory, fill: Fill) -> None:
    """Write the facts that an agent offers, `agents.facts`, into `out`."""
    fill(view, memory, out)


def ask(policy: CompiledPolicy, view: View, memory: Memory, rng: Rng) -> int:
    """The action id that a compiled policy answers; nothing checks that it is legal.

    Raises:
        Exception: whatever a user's function raises.
    """
    before = rng.copy()
    action = int(act_once(view, memory, rng, policy.native_act))
    if view.raised and is_guarded(policy.function):  # once more, as Python, to hear what it raises
        return call_act(policy.function, view, memory[: policy.memory_size], before)
    return action


def ask_in(agent: Agent, turns: Turns, game: int) -> int:
    """What `agent` does in one of the waiting games.

    Raises:
        Exception: whatever a user's function raises.
    """
    if isinstance(agent, CompiledPolicy):
        return ask(agent, turns.views[game], turns.memory[game], turns.rngs[game])
    return int(agent.act_batch(turns.only(game))[0])


@runtime_checkable
class Drawing(BatchedPolicy, Protocol):
    """A batched policy with random numbers of its own, which tells in which games it draws any.

    Others draw from `Turns.rngs`, where it shows.
    """

    def act_and_tell(self, turns: Turns) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """[G] what `act_batch` answers, and [G] where it may rest on random numbers."""
        ...


def ask_batch(policy: BatchedPolicy, turns: Turns) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """[G] what a batched policy does, and [G] where that may rest on random numbers."""
    if isinstance(policy, Drawing):
        return policy.act_and_tell(turns)
    before = turns.rngs.copy()
    actions = np.asarray(policy.act_batch(turns))
    return actions, (turns.rngs != before).any(axis=1)
