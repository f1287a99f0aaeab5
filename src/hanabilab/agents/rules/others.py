"""Rules that are neither plays, discards nor hints alone."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.random_agent import any_legal_action
from hanabilab.agents.rules.discards import is_safe
from hanabilab.game.actions import (
    FORFEIT,
    NO_ACTION,
    discard_action,
    hint_action,
    is_legal,
    play_action,
)
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, played_cards
from hanabilab.randomness import Rng, draw_below


@inlined_kernel
def legal_random(view: View, rng: Rng) -> int:
    """Any legal action, all equally likely."""
    return any_legal_action(view, rng)


@kernel
def _unblocking_move(view: View, played: int, seat: int, plays_any: bool) -> int:
    """A safe discard or play that a seat knows of; the play must complete a suit unless any may."""
    rules = view.rules
    for slot in range(rules.hand_size):
        possible = int(view.possible[seat, slot])
        if possible and is_safe(view, played, possible):
            return discard_action(rules, slot)
        completes = plays_any or possible & rules.touches[rules.num_hint_values - 1] != 0
        if is_single(possible) and possible & view.playable and completes:
            return play_action(rules, slot)
    return NO_ACTION


@inlined_kernel
def try_to_unblock(view: View) -> int:
    """Without tokens and with a next seat that knows of no safe move: one that regains a token."""
    if view.information_tokens > 0:
        return NO_ACTION
    played, following = played_cards(view), int((view.seat + 1) % view.rules.num_players)
    if _unblocking_move(view, played, following, True) != NO_ACTION:
        return NO_ACTION
    return _unblocking_move(view, played, int(view.seat), False)


@inlined_kernel
def _if_legal(view: View, action: int) -> int:
    """An action; FORFEIT if it is not legal."""
    return action if is_legal(view, action) else FORFEIT


@kernel
def osawa_random(view: View, rng: Rng) -> int:
    """Hints in 3 of 10 cases, discards in 4, plays in 3, and does not ask whether it may.

    The hint goes to any seat, the own included, and says any color or any rank.
    """
    rules = view.rules
    kind, slot = draw_below(rng, 10), draw_below(rng, int(rules.hand_size))
    if kind >= 3:
        return _if_legal(
            view, discard_action(rules, slot) if kind < 7 else play_action(rules, slot)
        )
    offset, color = draw_below(rng, int(rules.num_players)), draw_below(rng, 2) == 0
    if color:
        value = draw_below(rng, int(rules.num_suits))
    else:
        value = int(rules.num_suits) + draw_below(rng, int(rules.num_ranks))
    return _if_legal(view, hint_action(rules, offset, value)) if offset > 0 else FORFEIT
