"""Something legal, for where the conventions of an agent have no answer."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.actions import discard_action, hint_action, play_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.hands import oldest_slot
from hanabilab.knowledge.hints import rank_value


@kernel
def any_action(view: View) -> int:
    """A hint, the rank of the nearest seat's first card; else the oldest card's discard, or play.

    Conventions end under odd rules, with hands emptied in the last round, with strange partners.
    """
    rules = view.rules
    if view.information_tokens > 0:
        for offset in range(1, rules.num_players):
            for slot in range(rules.hand_size):
                card = view.hands[seat_at(view, offset), slot]
                if card >= 0:
                    return hint_action(rules, offset, rank_value(rules, card))
    slot = oldest_slot(view)
    if view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, slot)
    return play_action(rules, slot)
