"""`h-group`: plays by the H-Group's conventions, up to a level.

It acts by the reader's own kernels: what it is called to play, and what others will make of a hint,
are what `reading` says. So the reasons that `hanabi explain` gives are those of its moves:
`deciding` names the branch, and the reader says what a hint would mean to its receiver.

Source: docs/conventions.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow
from hanabilab.agents.conventions.chains import R_CALL, R_CALL_CARDS
from hanabilab.agents.conventions.deciding import (
    CALLED,
    CHEAPEST,
    CHOP,
    GAMBLES,
    HINTS_AT,
    KNOWN_PLAY,
    RESCUES,
    USELESS,
    decide,
)
from hanabilab.agents.conventions.imagining import imagine
from hanabilab.agents.conventions.memory import (
    FOCUS,
    HINT_KINDS,
    KIND,
    LEVEL,
    NO_HINT,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.numbers import NUMBERS
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.reading import reading_of
from hanabilab.agents.policy import Memory, policy
from hanabilab.agents.smart.telling import name_cards
from hanabilab.game.actions import action_slot, hint_offset, seat_at
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.slot_memory import place_of
from hanabilab.randomness import Rng

_USES = {
    CALLED: "plays slot {}, as a hint asks it to: {}",
    KNOWN_PLAY: "plays slot {}, playable: {}",
    USELESS: "discards slot {}, useless: {}",
    CHOP: "discards slot {}, its chop",
    CHEAPEST: "discards slot {}: it has no chop, and this costs least: {}",
    GAMBLES: "gambles on slot {} in the last round: {}",
}

# --- Why it acts ---------------------------------------------------------------------------------


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does: the branch of `deciding`, and the card it is about."""
    action, branch = decide(view, memory)
    if branch in _USES:
        slot = int(action_slot(view.rules, action))
        cards = int(reading_of(view, memory, int(view.seat))[place_of(int(view.seat), slot)])
        return _USES[branch].format(slot, name_cards(view, cards))
    if branch not in (RESCUES, HINTS_AT):
        return "it has nothing to play, and its conventions leave it no better action"
    told = _explain_hint(view, memory, int(action))
    return f"{told}; it goes before a play, for more would be lost" if branch == RESCUES else told


def _explain_hint(view: View, memory: Memory, action: int) -> str:
    """What the hint will be read as, and whom it calls to play."""
    target = int(seat_at(view, hint_offset(view.rules, action)))
    ahead, after = view.copy(), memory.copy()  # type: ignore[attr-defined]  # a NumPy record
    imagine(ahead, action)
    observe(ahead, after)
    place, kind = int(after[FOCUS]) - 1, HINT_KINDS[int(after[KIND])]
    if place < 0:
        return f"hints at seat {target}: {kind}"
    cards = int(reading_of(ahead, after, target)[place])
    read = f"{kind}, slot {place % MAX_HAND} is {name_cards(view, cards)}"
    return "; ".join([f"hints at seat {target}: {read}", *_calls(ahead, after, int(view.seat))])


def _calls(view: View, memory: Memory, without: int) -> list[str]:
    """What the seats are called to play, but for one of them."""
    lines = []
    for seat in range(view.rules.num_players):
        reading = reading_of(view, memory, seat)
        place = int(reading[R_CALL])
        if seat != without and place >= 0:
            blind = "blindly " if stamp_of(memory, place) == 0 else ""
            cards = name_cards(view, int(reading[R_CALL_CARDS]))
            lines.append(f"seat {seat} is to play {blind}slot {place % MAX_HAND} as {cards}")
    return lines


# --- What an action has told ---------------------------------------------------------------------


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """What the last action has told everybody, and whom it calls as far as the viewer sees.

    Args:
        view: any seat's, after the action.
        before: the memory before it.
        after: the memory after it.
    """
    if view.last_action < 0:
        return []
    lines, place = [], int(after[FOCUS]) - 1
    if after[KIND] != NO_HINT and place >= 0:
        cards = name_cards(view, int(note_of(after, place)))
        kind = HINT_KINDS[int(after[KIND])]
        lines.append(f"{kind}: seat {place // MAX_HAND} slot {place % MAX_HAND} is {cards}")
    called = _calls(view, before, int(view.last_seat))
    return lines + [line for line in _calls(view, after, int(view.seat)) if line not in called]


# --- The agent -----------------------------------------------------------------------------------


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
