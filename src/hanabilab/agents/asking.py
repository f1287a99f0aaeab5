"""Agents asked from Python: what they do, what they remember, for one game or for many.

Python calls a native function through a small kernel. Called as it is, it would be Python, and all
kernels that it calls would be compiled a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

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
from hanabilab.errors import AgentError
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


def users_observe(agent: Agent) -> Callable[..., Any] | None:
    """The user's function by which an agent remembers, which may raise; None if it is ours.

    A search remembers as its blueprint does.
    """
    observer: Any = agent
    while observer is not None and not isinstance(observer, CompiledPolicy):
        observer = getattr(observer, "blueprint", None)
    observe = observer.observe if observer is not None else None
    return observe if observe is not None and is_guarded(observe) else None


def require_unraised(agent: Agent, raised: Any) -> None:
    """Do nothing if no function of an agent has raised where it was asked in imagined games.

    Args:
        agent: that was asked.
        raised: of all views that it was shown.

    Raises:
        AgentError: one has: what it remembered from then on means nothing.
    """
    if np.any(raised):
        raise AgentError(
            f"agent {agent.name!r} raises an exception in an imagined game (another hand, or other "
            "actions); let it play in all seats to see which"
        )


def whole_answers(agent: Agent, given: Any, count: int, where: str = "") -> NDArray[np.int64]:
    """[G] what a batched agent has answered, if that is a whole number for each of `count` games.

    Args:
        agent: that answers.
        given: what `act_batch` has returned.
        count: games that it was asked about.
        where: for the message, such as " in game 3".

    Raises:
        AgentError: it is anything else.
    """
    try:
        answers = np.asarray(given)
    except Exception:  # noqa: BLE001  # a user's, such as lists of different lengths
        answers = np.empty(0, object)
    if answers.dtype.kind not in "iu":
        what = repr(answers.reshape(-1).tolist()[0] if answers.size else given)[:80]
        raise AgentError(f"agent {agent.name!r} answers {what}{where}; an action is a whole number")
    if answers.shape != (count,):
        raise AgentError(f"agent {agent.name!r} gave {answers.shape} actions for {(count,)} games")
    return np.ascontiguousarray(answers, np.int64)


def ask_in(agent: Agent, turns: Turns, game: int) -> int:
    """What `agent` does in one of the waiting games.

    Raises:
        Exception: whatever a user's function raises.
    """
    if isinstance(agent, CompiledPolicy):
        return ask(agent, turns.views[game], turns.memory[game], turns.rngs[game])
    return int(whole_answers(agent, agent.act_batch(turns.only(game)), 1)[0])


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
    actions = whole_answers(policy, policy.act_batch(turns), len(turns.views))
    return actions, (turns.rngs != before).any(axis=1)
