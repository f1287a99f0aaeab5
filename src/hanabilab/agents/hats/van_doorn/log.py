"""What `hat` remembers of the last round: each seat's last action, packed into one number. Kernels.

A packed action is 0 before the first; else, from the lowest bit: two bits of kind (1 discard,
2 play, 3 hint); then four bits of code for a hint, or three of slot, five of card and one that
tells if the card scored.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.hats.van_doorn.orders import sent_code
from hanabilab.game.actions import action_kind, action_slot
from hanabilab.game.rule_tables import DISCARD, DRAW_NEWEST, PLAY
from hanabilab.game.view import View

_DISCARDED, _PLAYED, _HINTED = 1, 2, 3
_KIND, _VALUE, _CARD, _SCORED = 3, 2, 5, 10


@kernel
def packed_action(view: View) -> int:
    """The last action, to be kept."""
    kind = action_kind(view.rules, view.last_action)
    if kind not in (PLAY, DISCARD):
        return _HINTED | int(sent_code(view)) << _VALUE
    used = int(action_slot(view.rules, view.last_action)) << _VALUE | int(view.last_card) << _CARD
    return used | (_PLAYED | int(view.last_scored) << _SCORED if kind == PLAY else _DISCARDED)


@kernel
def is_hint(action: int) -> bool:
    """Whether a packed action is a hint."""
    return action & _KIND == _HINTED


@kernel
def hinted_code(action: int) -> int:
    """The code of a packed hint."""
    return action >> _VALUE


@kernel
def used_slot(action: int) -> int:
    """The slot that was played or discarded; -1 for a hint or nothing."""
    return action >> _VALUE & 7 if action & _KIND in (_DISCARDED, _PLAYED) else -1


@kernel
def used_card(action: int) -> int:
    """The card of a packed play or discard."""
    return action >> _CARD & 31


@kernel
def played_card(action: int) -> int:
    """The card that was played, scoring or not; -1 if none was."""
    return used_card(action) if action & _KIND == _PLAYED else -1


@kernel
def scored_card(action: int) -> int:
    """The card that was played and scored; -1 if none was."""
    return used_card(action) if action >> _SCORED & 1 and action & _KIND == _PLAYED else -1


@kernel
def slot_now(view: View, action: int, slot: int) -> int:
    """Where the card is that a seat had in a slot before its last action; -1 if it was used."""
    used = used_slot(action)
    if used < 0 or slot < used or view.rules.draw_slot != DRAW_NEWEST:
        return slot if slot != used else -1
    return slot - 1 if slot > used else -1


@kernel
def card_then(view: View, action: int, seat: int, slot: int) -> int:
    """The card that `seat` had in a slot before its last action."""
    now = slot_now(view, action, slot)
    return view.hands[seat, now] if now >= 0 else used_card(action)
