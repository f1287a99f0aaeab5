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
from hanabilab.agents.smart.deciding import (
    AT_A_LOSS,
    BURNS,
    DISCARDS_CHOP,
    DISCARDS_HIGHEST,
    DISCARDS_USELESS,
    FINESSES,
    GAMBLES,
    HINTS,
    PLAYS,
    RESCUES,
    WARNS,
    decide,
    seen_through,
)
from hanabilab.agents.smart.hints import best_hint, last_hint
from hanabilab.agents.smart.public import CHOP, MEMORY_SIZE
from hanabilab.agents.smart.reading import (
    POINTER,
    WARNING,
    find_twin,
    hint_meaning,
    observe,
    unwarned_slot,
)
from hanabilab.game.actions import action_kind, action_slot, hint_offset, seat_at
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.telling import card_words
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_single, is_surely
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.knowledge.slot_memory import count_out_own, place_of, take_out
from hanabilab.randomness import Rng

_FEW = 6


def name_cards(view: View, cards: int) -> str:
    """The cards of a set, "R1 Y1"; only their number if they are many."""
    count = count_members(cards)
    return card_words(view.rules, cards) if count <= _FEW else f"one of {count} cards"


# --- Why it acts ---------------------------------------------------------------------------------


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does: the branch of `deciding`, and the card it is about."""
    action, branch = decide(view, memory)
    if branch in (RESCUES, WARNS):
        return _explain_rescue(view, memory, int(branch))
    if branch == HINTS:
        return _explain_hint(view, memory, int(hint_offset(view.rules, action)))
    if branch == BURNS:
        return "burns a token: nothing to hint at, and nothing may be discarded"
    slot = int(action_slot(view.rules, action))
    known = memory[place_of(view.seat, slot)]
    seen = seen_through(view, memory, slot, count_out_own(view, memory)[0])
    return {
        PLAYS: f"plays slot {slot}, playable: {name_cards(view, seen)}{_secret(view, known)}",
        GAMBLES: f"gambles on slot {slot}: {_chance(view, seen)}",
        FINESSES: f"finesse: slot {slot} is {name_cards(view, known)}, and so is the newest card "
        "of another seat",
        DISCARDS_USELESS: f"discards slot {slot}, useless: {name_cards(view, seen)}",
        DISCARDS_CHOP: f"discards slot {slot}, its chop",
        DISCARDS_HIGHEST: f"discards slot {slot}: all its cards are valuable, none known higher",
        AT_A_LOSS: f"plays slot {slot}: it can neither hint nor discard",
    }[int(branch)]


def _secret(view: View, known: int) -> str:
    return "" if is_surely(known, view.playable) else ", as it alone can see"


def _chance(view: View, cards: int) -> str:
    good, count = count_members(cards & view.playable), count_members(cards)
    return f"{good} of the {count} cards it can be {'is' if good == 1 else 'are'} playable"


def _explain_rescue(view: View, memory: Memory, branch: int) -> str:
    seat, slot = int(seat_at(view, 1)), int(memory[CHOP])
    card = name_cards(view, 1 << int(view.hands[seat, slot]))
    how = "warns" if branch == WARNS else "points at a playable card of"
    return f"{how} seat {seat}, which would discard slot {slot}, the last {card}"


def _explain_hint(view: View, memory: Memory, offset: int) -> str:
    _, told = best_hint(view, memory, offset)
    seat = int(seat_at(view, offset))
    return f"points at a playable card of seat {seat}, and excludes {told} cards there"


# --- What an action has told ---------------------------------------------------------------------


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """What the last action has told by convention, and which cards are named since, by counting.

    Args:
        view: any seat's, after the action.
        before: the memory before it.
        after: the memory after it.
    """
    if view.last_action < 0:
        return []
    told: dict[tuple[int, int], str] = {}
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
    lines = [_tell(view, after, seat, slot, what) for (seat, slot), what in told.items()]
    return lines + _newly_named(view, before, after, told)


def _tell(view: View, memory: Memory, seat: int, slot: int, what: str) -> str:
    return f"seat {seat} slot {slot} {what}; {name_cards(view, memory[place_of(seat, slot)])}"


def _newly_named(
    view: View, before: Memory, after: Memory, told: dict[tuple[int, int], str]
) -> list[str]:
    """The cards that are named now, were not before, and that no convention was about."""
    moved = before.copy()
    if action_kind(view.rules, view.last_action) <= PLAY:
        take_out(view, moved, view.last_seat, action_slot(view.rules, view.last_action))
    return [
        _tell(view, after, seat, slot, "is named")
        for seat in range(view.rules.num_players)
        for slot in range(view.rules.hand_size)
        if is_single(after[place_of(seat, slot)])
        and not is_single(moved[place_of(seat, slot)])
        and (seat, slot) not in told
    ]


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
