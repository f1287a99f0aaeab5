"""Kernels that call one seat's native functions once.

Python asks agents through them. Called from Python itself, a native function would be Python, and
all kernels that it calls would be compiled a second time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.facts import Fill
from hanabilab.agents.policy import Act, Memory, Observe
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
