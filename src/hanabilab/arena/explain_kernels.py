"""Kernels that ask one seat's native functions once."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.policy import Act, Memory, Observe
from hanabilab.game.view import View
from hanabilab.randomness import Rng


@kernel
def act_once(view: View, memory: Memory, rng: Rng, act: Act) -> int:
    """What a compiled agent does."""
    return act(view, memory, rng)


@kernel
def observe_once(view: View, memory: Memory, observe: Observe) -> None:
    """Let a memory take in what has just happened."""
    observe(view, memory)
