"""A legal action for positions in which an agent's conventions have no answer."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.actions import NO_ACTION, discard_action, hint_action, play_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.hands import oldest_slot


@kernel
def any_hint(view: View) -> int:
    """A hint, the rank of the nearest seat's first card, or NO_ACTION.

    Where no rank touches that card it is a color; where nothing does, it is for the next card.
    """
    rules = view.rules
    if view.information_tokens == 0:
        return NO_ACTION
    for offset in range(1, rules.num_players):
        for slot in range(rules.hand_size):
            card = view.hands[seat_at(view, offset), slot]
            if card >= 0:
                values = rules.touched_by[card] & ~view.barred_hints
                for value in range(rules.num_hint_values - 1, -1, -1):
                    if (values >> value) & 1:
                        return hint_action(rules, offset, value)
    return NO_ACTION


@kernel
def any_action(view: View) -> int:
    """A hint, the rank of the nearest seat's first card; else the oldest card's discard, or play.

    Conventions end under odd rules, with hands emptied in the last round, with strange partners.
    """
    rules, hint = view.rules, any_hint(view)
    if hint != NO_ACTION:
        return hint
    slot = oldest_slot(view)
    if view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, slot)
    return play_action(rules, slot)
