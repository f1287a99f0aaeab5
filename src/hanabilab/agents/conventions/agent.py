"""`h-group`: plays by the H-Group's conventions, up to a level.

It acts by the reader's own kernels: what it is called to play, and what others will make of a hint,
are what `reading` says. So the reasons that `hanabi explain` gives are those of its moves.

Source: docs/conventions.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow
from hanabilab.agents.conventions.deciding import decide
from hanabilab.agents.conventions.memory import LEVEL
from hanabilab.agents.conventions.numbers import NUMBERS
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.telling import explain, interpret
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.view import View
from hanabilab.randomness import Rng


def _observe(view: View, memory: Memory) -> None:
    """The reader's, under the agent's borrowed memory."""
    observe(view, borrow(memory))


@policy(
    "h-group",
    observe=_observe,
    memory_size=LEVEL,
    common=True,
    explain=explain,
    interpret=interpret,
    numbers=NUMBERS,
)
def h_group(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Plays by the conventions of the H-Group."""
    return decide(view, borrow(memory))[0]
