"""`keen`: `smart` with foresight."""

from __future__ import annotations

from hanabilab._jit import borrow
from hanabilab.agents.policy import Memory, policy
from hanabilab.agents.smart.keen.public import MEMORY_SIZE
from hanabilab.agents.smart.keen.reading import observe
from hanabilab.agents.smart.keen.turn import decide
from hanabilab.game.view import View
from hanabilab.randomness import Rng


@policy("keen", observe=observe, memory_size=MEMORY_SIZE, common=True)
def keen(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """`smart` with foresight, that reads what seats do without tokens, and do not point at."""
    return decide(view, borrow(memory))[0]
