"""The eight codes of Cox et al.: a rank hint is 0 to 3, a color hint 4 to 7, by who receives it.

Which rank or color is named does not matter to the code. Once a hand is empty, hints send no code,
because not every code could be sent.

Source: Cox, De Silva, DeOrsey, Kenter, Retter & Tobin 2015, "How to Make the Perfect Fireworks
Display", section 3.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.actions import action_kind, hint_offset, seat_at
from hanabilab.game.rule_tables import COLOR_HINT
from hanabilab.game.view import View
from hanabilab.knowledge.hands import first_held_slot
from hanabilab.knowledge.hints import COLOR, RANK

#: The only number of players with four receivers.
PLAYERS = range(5, 6)
NUM_CODES = 8
_RECEIVERS = 4


@kernel
def code_offset(code: int) -> int:
    """Seats to the left of the actor that a code's hint goes to."""
    return code % _RECEIVERS + 1


@kernel
def code_target(view: View, code: int) -> int:
    """The seat that a code's hint goes to."""
    return seat_at(view, code_offset(code))


@kernel
def code_attribute(code: int) -> int:
    """What a code's hint is about, COLOR or RANK."""
    return COLOR if code >= _RECEIVERS else RANK


@kernel
def sent_code(view: View) -> int:
    """The code of the last action, which must be a hint."""
    rules = view.rules
    code = hint_offset(rules, view.last_action) - 1
    return code + _RECEIVERS if action_kind(rules, view.last_action) == COLOR_HINT else code


@kernel
def a_hand_is_empty(view: View) -> bool:
    """Whether some seat has no card left, as in the last round of games with one card in hand."""
    empty = False
    for seat in range(view.rules.num_players):
        empty |= first_held_slot(view, seat) < 0
    return empty
