"""Why a card is played or discarded, and whether that keeps the conventions of people."""

from __future__ import annotations

from typing import NamedTuple

from hanabilab.agents.conventions.chains import R_CALL, Reading
from hanabilab.agents.conventions.memory import TRASH, stamp_of
from hanabilab.agents.conventions.positions import chop_slot
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_surely


class Why(NamedTuple):
    """Why a card is used.

    Attributes:
        kind: in words.
        kept: whether it keeps the conventions; None where they do not say.
        leaves_out: whether the seat was called to play another card.
    """

    kind: str
    kept: bool | None
    leaves_out: bool


def why_used(
    view: View, memory: Memory, own: Reading, used: int, *, is_play: bool, due: int
) -> Why:
    """Why the seat to act uses the card at a place.

    Args:
        view: its own, before.
        own: what it makes of all promises.
        used: the place; -1 for the last card of the deck.
        due: the place that it was to play; -1 for none.
    """
    called = int(own[R_CALL])
    left_out = 0 <= called != used
    if used < 0:
        return Why("other", None, left_out)
    note, hinted = int(own[used]), stamp_of(memory, used) > 0
    if not is_play:
        return _why_discarded(view, memory, used, note, due=due, called=called)
    if used == called:
        return Why("prompt" if hinted else "finesse", True, False)
    if hinted and note & int(view.playable):
        sure = is_surely(note, int(view.playable))
        return Why("known play" if sure else "hinted play", not left_out, left_out)
    return Why("other play", False if left_out else None, left_out)


def _why_discarded(
    view: View, memory: Memory, used: int, note: int, *, due: int, called: int
) -> Why:
    """Why a card is discarded: a chop with a card to play in hand breaks the conventions."""
    seat, slot = divmod(used, MAX_HAND)
    hinted = stamp_of(memory, used) > 0
    useless = bool(memory[used] & TRASH) or is_surely(note, int(view.useless))
    is_chop = not hinted and int(chop_slot(memory, seat)) == slot
    name = "useless" if useless else "chop" if is_chop else "hinted" if hinted else "other"
    kept = {"useless": True, "chop": due < 0, "hinted": None, "other": False}[name]
    return Why(f"{name} discard", False if called >= 0 else kept, called >= 0)
