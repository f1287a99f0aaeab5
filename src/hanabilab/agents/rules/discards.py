"""Rules that discard a card, off while all tokens are there; and mutual unblocking."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.rules.choosing import is_sure, least_likely_slot, likeliest_slot
from hanabilab.agents.rules.memory import SLOTS
from hanabilab.agents.rules.turn import Turn, own_counts, own_total, own_useless, unseen_copies
from hanabilab.game.actions import NO_ACTION, discard_action, play_action
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards, is_single, played_cards
from hanabilab.knowledge.hands import oldest_slot
from hanabilab.randomness import Rng, draw_below


@inlined_kernel
def _color_of(view: View, possible: int) -> int:
    """The color of a card if it is known, else -1."""
    rules = view.rules
    suit = int(rules.suit_of[count_cards((possible & -possible) - 1)])
    return suit if possible != 0 and possible & ~rules.touches[suit] == 0 else -1


@inlined_kernel
def _rank_of(view: View, possible: int) -> int:
    """The rank of a card, from 0, if it is known, else -1."""
    rules = view.rules
    rank = int(rules.rank_of[count_cards((possible & -possible) - 1)])
    known = possible != 0 and possible & ~rules.touches[rules.num_suits + rank] == 0
    return rank if known else -1


@inlined_kernel
def _is_safe(view: View, played: int, possible: int) -> bool:
    """Whether what is known of a card, color or rank or both, says that no game needs it."""
    rules = view.rules
    color, rank = _color_of(view, possible), _rank_of(view, possible)
    if color >= 0 and rank >= 0:
        return possible & ~view.useless == 0
    return (color >= 0 and rules.touches[color] & ~played == 0) or (
        rank >= 0 and rules.touches[rules.num_suits + rank] & ~played == 0
    )


@inlined_kernel
def discard_highest(view: View) -> int:
    """The card of the highest known rank, the first of equals."""
    best, best_rank = -1, -1
    for slot in range(view.rules.hand_size):
        rank = _rank_of(view, int(view.possible[view.seat, slot]))
        if rank > best_rank:
            best, best_rank = slot, rank
    return discard_action(view.rules, best) if best >= 0 else NO_ACTION


@inlined_kernel
def discard_if_certain(view: View) -> int:
    """The first card whose color and rank are known, and that has been played already."""
    played = played_cards(view)
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot]
        if is_single(possible) and possible & played:
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def last_copies(view: View) -> int:
    """The cards still needed of which a single copy is left."""
    return view.left[0] & ~view.left[1] & ~view.useless


@inlined_kernel
def discard_least_likely_necessary(view: View, turn: Turn) -> int:
    """The card least likely to be a last copy that is needed, the last of equals."""
    necessary = own_counts(view, turn, last_copies(view))
    slot = least_likely_slot(view, necessary, own_total(view, turn), SLOTS)
    return discard_action(view.rules, slot) if slot >= 0 else NO_ACTION


@inlined_kernel
def discard_oldest(view: View) -> int:
    """The oldest card."""
    slot = oldest_slot(view)
    return discard_action(view.rules, slot) if slot >= 0 else NO_ACTION


@inlined_kernel
def discard_unidentified(view: View) -> int:
    """The first card of which neither color nor rank is known."""
    for slot in range(view.rules.hand_size):
        possible = int(view.possible[view.seat, slot])
        if possible and _color_of(view, possible) < 0 and _rank_of(view, possible) < 0:
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def discard_probably_useless(view: View, turn: Turn, percent: int) -> int:
    """The likeliest useless card, the last of equals, if it is so with `percent` or more."""
    useless, total = own_useless(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, useless, total, SLOTS)
    if slot >= 0 and is_sure(useless, total, slot, percent):
        return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def discard_randomly(view: View, rng: Rng) -> int:
    """Any card, all equally likely."""
    slot = draw_below(rng, int(view.rules.hand_size))
    while view.deck_index[view.seat, slot] < 0:
        slot = draw_below(rng, int(view.rules.hand_size))
    return discard_action(view.rules, slot)


@inlined_kernel
def discard_safe(view: View) -> int:
    """The first card that is useless by its known color, its known rank, or both."""
    played = played_cards(view)
    for slot in range(view.rules.hand_size):
        if _is_safe(view, played, int(view.possible[view.seat, slot])):
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def discard_useless(view: View, turn: Turn) -> int:
    """The first card of known color that is too high to be reached whatever its rank.

    Cards already played do not count as useless here.
    """
    out_of_reach = view.useless & ~played_cards(view)
    unseen = unseen_copies(view, turn)[0]
    for slot in range(view.rules.hand_size):
        possible = int(view.possible[view.seat, slot])
        reachable = possible & unseen & ~out_of_reach
        if possible and reachable == 0 and _color_of(view, possible) >= 0:
            return discard_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def osawa_discard(view: View, turn: Turn) -> int:
    """Rule 35, else rule 37."""
    action = discard_safe(view)
    return action if action != NO_ACTION else discard_useless(view, turn)


@inlined_kernel
def _unblocking_move(view: View, played: int, seat: int, plays_any: bool) -> int:
    """A safe discard or play that a seat knows of; the play must complete a suit unless any may."""
    rules = view.rules
    for slot in range(rules.hand_size):
        possible = int(view.possible[seat, slot])
        if possible and _is_safe(view, played, possible):
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
    played, following = played_cards(view), (view.seat + 1) % view.rules.num_players
    if _unblocking_move(view, played, following, True) != NO_ACTION:
        return NO_ACTION
    return _unblocking_move(view, played, int(view.seat), False)
