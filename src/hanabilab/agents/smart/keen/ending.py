"""The last cards of `keen`: with the number `endgame` it looks at all that can follow.

What its actions say is read as ever, though in the end it may act for other reasons: to read less
into them would lose more.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel, scratch
from hanabilab.agents.endgame.hidden_hand import OwnHand, improved_action
from hanabilab.agents.endgame.open_hands import can_look
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.keen.foresight import NO_WORTH, best_fair_hint
from hanabilab.agents.smart.keen.numbers import ENDGAME
from hanabilab.agents.smart.keen.turn import decide_by_rules
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.copies import copies_unseen
from hanabilab.knowledge.slot_memory import fill_own

#: The branch of an action that makes more points than that of the rules.
LOOKS_AHEAD = -1


@inlined_kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action of the seat to act, and the branch that it comes from."""
    action, branch = decide_by_rules(view, memory)
    if can_look(view, memory[ENDGAME]):
        better = _look_ahead(view, memory, action)
        if better != action:
            return better, LOOKS_AHEAD
    return action, branch


@kernel
def _look_ahead(view: View, memory: Memory, action: int) -> int:
    """`action`, or one that makes more points in the end; a hint is the fair one worth most."""
    rules, unseen, sets = view.rules, copies_unseen(view), scratch(MAX_HAND)
    fill_own(sets, view, memory, unseen[0])
    hint = NO_ACTION
    if view.information_tokens > 0:
        hint = best_fair_hint(view, memory, NO_WORTH)
    own = OwnHand(sets[: rules.hand_size], unseen, bit(rules.hand_size) - 1)
    return improved_action(view, own, action, hint)
