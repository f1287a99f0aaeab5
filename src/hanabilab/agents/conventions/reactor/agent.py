"""`reactor`: plays ReactorZero with three players.

Source: docs/conventions.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow
from hanabilab.agents.conventions.reactor.deciding import decide
from hanabilab.agents.conventions.reactor.memory import MEMORY_SIZE
from hanabilab.agents.conventions.reactor.numbers import NUMBERS
from hanabilab.agents.conventions.reactor.observing import observe
from hanabilab.agents.conventions.reactor.telling import explain, interpret
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.view import View
from hanabilab.randomness import Rng


def _observe(view: View, memory: Memory) -> None:
    observe(view, borrow(memory))


@policy(
    "reactor",
    observe=_observe,
    memory_size=MEMORY_SIZE,
    players=range(3, 4),
    common=True,
    explain=explain,
    interpret=interpret,
    numbers=NUMBERS,
)
def reactor(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Plays ReactorZero: a hint to the seat after the next makes both act."""
    return decide(view, borrow(memory))[0]
