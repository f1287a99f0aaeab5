"""Agents asked for one move from Python."""

from __future__ import annotations

from hanabilab._jit.guard import call_act, is_guarded
from hanabilab.agents.calls import act_once
from hanabilab.agents.policy import Agent, CompiledPolicy, Memory, Turns
from hanabilab.game.view import View
from hanabilab.randomness import Rng


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
