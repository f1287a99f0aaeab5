"""Where the original's rules fail with two players: `compat` keeps its errors, which end the game.

Besides those here, `play_finesse` and `tell_at_least_useless` fail by themselves, and so does a
list of which no rule fires.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.rules.choosing import is_sure, likeliest_slot
from hanabilab.agents.rules.families import Family, parameter
from hanabilab.agents.rules.hints import incomplete
from hanabilab.agents.rules.memory import SLOTS
from hanabilab.agents.rules.surveys import surely_useless
from hanabilab.agents.rules.turn import (
    HELD,
    PLAYABLE,
    USELESS,
    Turn,
    count_hand,
    facts,
    slots_with,
)
from hanabilab.game.actions import FORFEIT, NO_ACTION
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import copies_left, is_single

__all__ = ["looks_at_gap", "tell_itself"]


@kernel
def looks_at_gap(view: View, turn: Turn, family: int) -> bool:
    """Whether a rule looks at the partner's empty slot: it does once it has a card to tell of."""
    known = facts(view, turn, 1)
    if slots_with(known, HELD) == (1 << view.rules.hand_size) - 1:
        return False
    playable, useless = slots_with(known, PLAYABLE), slots_with(known, USELESS)
    if family == Family.TELL_USEFUL_BY_CHANCES:
        return playable != 0
    if family == Family.TELL_AT_LEAST_USELESS:
        return useless != 0 and surely_useless(view, turn, 1, -1) == 0
    tells = family == Family.TELL_UNAMBIGUOUS or family == Family.TELL_LAST_PLAYABLE
    return tells and playable & incomplete(known) != 0


@kernel
def tell_itself(view: View, word: int) -> int:
    """What seat 1 does that takes its own hidden hand for the partner's: none of it looks playable.

    It fails once it would tell of a card, unless that is fully known.
    """
    if parameter(word, 1) == 0:
        return NO_ACTION
    copies = copies_left(view)
    total = count_hand(view, copies, 1, -1)
    playable = count_hand(view, copies, 1, view.playable)
    slot = likeliest_slot(view, playable, total, SLOTS)
    fires = slot >= 0 and is_sure(playable, total, slot, parameter(word, 2))
    return FORFEIT if fires and not is_single(view.possible[1, slot]) else NO_ACTION
