"""Where the original's rules throw with two players: `compat` and `skip` keep that.

`compat` is the published code, whose games an exception ends; `skip` its later versions, which try
the next rule. What is here is thrown by a rule. Other errors are the game's: an action that a rule
wants and cannot have ends the game in both.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.rules.families import Family, parameter
from hanabilab.agents.rules.hints import incomplete, misjudged_slot
from hanabilab.agents.rules.surveys import surely_useless
from hanabilab.agents.rules.turn import (
    COLOR_MISSING,
    HELD,
    PLAYABLE,
    USELESS,
    Turn,
    facts,
    slots_with,
)
from hanabilab.game.actions import FORFEIT, NO_ACTION, action_kind
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single

#: In place of a rule's action: an exception.
THROWS = FORFEIT - 1


@kernel
def looks_for_finesse(view: View) -> bool:
    """Whether `play_finesse` looks for the hand of a third player: after the partner's hint."""
    last = view.last_action
    return last >= 0 and action_kind(view.rules, last) > PLAY


@kernel
def looks_at_gap(view: View, turn: Turn, family: int) -> bool:
    """Whether a rule looks at the partner's empty slot: it does once it has a card to tell of.

    To tell the last playable card, the original looks only if a color is unknown.
    """
    known = facts(view, turn, 1)
    if slots_with(known, HELD) == (1 << view.rules.hand_size) - 1:
        return False
    playable, useless = slots_with(known, PLAYABLE), slots_with(known, USELESS)
    if family == Family.TELL_USEFUL_BY_CHANCES:
        return playable != 0
    if family == Family.TELL_AT_LEAST_USELESS:
        return useless != 0 and surely_useless(view, turn, 1, -1) == 0
    if family == Family.TELL_LAST_PLAYABLE:
        return playable & slots_with(known, COLOR_MISSING) != 0
    return family == Family.TELL_UNAMBIGUOUS and playable & incomplete(known) != 0


@kernel
def tell_of_own_slot(view: View, turn: Turn, word: int) -> int:
    """What seat 1 does that asks its own hand what is missing of the partner's card.

    The slot is that of the partner's card. There is no hint to give of one's own: the rule throws,
    unless that slot is fully known, so that nothing is missing.
    """
    slot = misjudged_slot(view, turn, 1, parameter(word, 1) != 0, parameter(word, 2))
    return NO_ACTION if slot < 0 or is_single(view.possible[view.seat, slot]) else THROWS
