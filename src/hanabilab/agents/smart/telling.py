"""What `smart` and `keen` say of a turn, in words: why they act, and what an action has told."""

from __future__ import annotations

from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.deciding import (
    AT_A_LOSS,
    DISCARDS_CHOP,
    DISCARDS_HIGHEST,
    DISCARDS_USELESS,
    FINESSES,
    GAMBLES,
    PLAYS,
    WARNS,
    seen_through,
)
from hanabilab.agents.smart.public import CHOP
from hanabilab.game.actions import action_kind, action_slot, seat_at
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.game.words import card_words
from hanabilab.knowledge.card_sets import count_members, is_single, is_surely
from hanabilab.knowledge.slot_memory import count_out_own, place_of, take_out

#: What an action has told of cards, by seat and slot.
Told = dict[tuple[int, int], str]

_FEW = 6


def name_cards(view: View, cards: int) -> str:
    """The cards of a set, "R1 Y1"; only their number if they are many."""
    count = count_members(cards)
    return card_words(view.rules, cards) if count <= _FEW else f"one of {count} cards"


# --- Why it acts ---------------------------------------------------------------------------------


def explain_use(view: View, memory: Memory, slot: int, branch: int) -> str:
    """Why the seat to act plays or discards its card in `slot`."""
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
    }[branch]


def _secret(view: View, known: int) -> str:
    return "" if is_surely(known, view.playable) else ", as it alone can see"


def _chance(view: View, cards: int) -> str:
    good, count = count_members(cards & view.playable), count_members(cards)
    return f"{good} of the {count} cards it can be {'is' if good == 1 else 'are'} playable"


def explain_rescue(view: View, memory: Memory, branch: int) -> str:
    """Why the seat to act hints at the next seat, whose chop is valuable."""
    seat = int(seat_at(view, 1))
    how = "warns" if branch == WARNS else "points at a playable card of"
    return f"{how} seat {seat}, which would discard {endangered_card(view, memory)}"


def endangered_card(view: View, memory: Memory) -> str:
    """The valuable chop of the next seat, "slot 0, the last R5"."""
    slot = int(memory[CHOP])
    card = name_cards(view, 1 << int(view.hands[seat_at(view, 1), slot]))
    return f"slot {slot}, the last {card}"


# --- What an action has told ---------------------------------------------------------------------


def interpret_told(view: View, before: Memory, after: Memory, told: Told) -> list[str]:
    """A line for each card that the last action has told of, and for each that is named since."""
    lines = [_tell(view, after, seat, slot, what) for (seat, slot), what in told.items()]
    return lines + _newly_named(view, before, after, told)


def _tell(view: View, memory: Memory, seat: int, slot: int, what: str) -> str:
    return f"seat {seat} slot {slot} {what}; {name_cards(view, memory[place_of(seat, slot)])}"


def _newly_named(view: View, before: Memory, after: Memory, told: Told) -> list[str]:
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
