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
from hanabilab.agents.smart.deciding import BURNS, HINTS, RESCUES, WARNS, decide
from hanabilab.agents.smart.hints import best_hint, last_hint
from hanabilab.agents.smart.numbers import NUMBERS
from hanabilab.agents.smart.public import MEMORY_SIZE
from hanabilab.agents.smart.reading import (
    POINTER,
    WARNING,
    find_twin,
    hint_meaning,
    observe,
    unwarned_slot,
)
from hanabilab.agents.smart.telling import Told, explain_rescue, explain_use, interpret_told
from hanabilab.game.actions import action_kind, action_slot, hint_offset, seat_at
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.randomness import Rng


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does: the branch of `deciding`, and the card it is about."""
    action, branch = decide(view, memory)
    if branch in (RESCUES, WARNS):
        return explain_rescue(view, memory, int(branch))
    if branch == HINTS:
        return _explain_hint(view, memory, int(hint_offset(view.rules, action)))
    if branch == BURNS:
        return "burns a token: nothing to hint at, and nothing may be discarded"
    return explain_use(view, memory, int(action_slot(view.rules, action)), int(branch))


def _explain_hint(view: View, memory: Memory, offset: int) -> str:
    _, told = best_hint(view, memory, offset)
    seat = int(seat_at(view, offset))
    return f"points at a playable card of seat {seat}, and excludes {told} cards there"


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """What the last action has told by convention, and which cards are named since, by counting.

    Args:
        view: any seat's, after the action.
        before: the memory before it.
        after: the memory after it.
    """
    if view.last_action < 0:
        return []
    told: Told = {}
    slot = int(unwarned_slot(view, before))
    if slot != NO_SLOT:
        told[int(view.current_seat), slot] = "is not valuable: it was not warned of"
    if action_kind(view.rules, view.last_action) <= PLAY:
        seat, slot = find_twin(view, before)
        if slot != NO_SLOT:
            told[int(seat), int(slot)] = "is the twin of the card discarded"
    else:
        meaning, slot = hint_meaning(view, before, last_hint(view))
        if meaning == POINTER:
            told[int(hinted_seat(view)), int(slot)] = "is playable"
        elif meaning == WARNING:
            told[int(hinted_seat(view)), int(slot)] = "is valuable"
    return interpret_told(view, before, after, told)


@policy(
    "smart",
    observe=observe,
    memory_size=MEMORY_SIZE,
    numbers=NUMBERS,
    common=True,
    explain=explain,
    interpret=interpret,
)
def smart(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Hints point at the newest playable card; silence says that nothing is in danger."""
    return decide(view, borrow(memory))[0]
