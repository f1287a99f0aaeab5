"""`smart`: hints point at the newest playable card, and silence says that nothing is in danger.

Conventions, besides what hints say to the letter and what counting tells:

- A hint that proves no card playable by itself says that of the cards it touches, the newest that
  may be playable is.
- A rank hint to the next seat that touches its *chop*, the card it would discard next, is a
  **warning** if that could be the last copy of a card of this rank. It says that it is, no more.
- Who could have warned the next seat and did something else says that its chop is not valuable.
- A **burn**, a rank hint to the seat before that touches its oldest card while all tokens are
  there, says no more than its letter.
- A **discard finesse**, the discard of a card that all knew and knew to be playable, says that its
  twin is another seat's newest card.

Source: the behavior of SmartBot (Arthur O'Dwyer, 2018); docs/agents.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow
from hanabilab.agents.policy import Memory, policy
from hanabilab.agents.smart.deciding import decide
from hanabilab.agents.smart.public import MEMORY_SIZE
from hanabilab.agents.smart.reading import observe
from hanabilab.agents.smart.words import explain, interpret
from hanabilab.game.view import View
from hanabilab.randomness import Rng


@policy(
    "smart",
    observe=observe,
    memory_size=MEMORY_SIZE,
    common=True,
    explain=explain,
    interpret=interpret,
)
def smart(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Hints point at the newest playable card; silence says that nothing is in danger."""
    return decide(view, borrow(memory))[0]
