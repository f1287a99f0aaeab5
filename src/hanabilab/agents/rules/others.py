"""Rules that are neither plays, discards nor hints alone."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.actions import FORFEIT, discard_action, hint_action, is_legal, play_action
from hanabilab.game.view import View
from hanabilab.randomness import Rng, draw_below


@kernel
def osawa_random(view: View, rng: Rng) -> int:
    """Hints in 3 of 10 cases, discards in 4, plays in 3, and does not ask whether it may.

    The hint goes to any seat, the own included, and says any color or any rank.
    """
    rules = view.rules
    kind, slot = draw_below(rng, 10), draw_below(rng, int(rules.hand_size))
    if kind >= 3:
        action = discard_action(rules, slot) if kind < 7 else play_action(rules, slot)
        return action if is_legal(view, action) else FORFEIT
    offset, color = draw_below(rng, int(rules.num_players)), draw_below(rng, 2) == 0
    if color:
        value = draw_below(rng, int(rules.num_suits))
    else:
        value = int(rules.num_suits) + draw_below(rng, int(rules.num_ranks))
    action = hint_action(rules, offset, value)
    return action if offset > 0 and is_legal(view, action) else FORFEIT
