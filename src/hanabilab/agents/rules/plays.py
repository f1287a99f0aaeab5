"""Rules that play a card."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.rules.choosing import is_sure, likeliest_slot
from hanabilab.agents.rules.memory import (
    ONLY,
    RECENT,
    SLOTS,
    log_entry,
    log_length,
    marks,
    single_before,
)
from hanabilab.agents.rules.turn import Turn, own_playable, own_total, unseen_copies
from hanabilab.game.actions import (
    FORFEIT,
    NO_ACTION,
    action_kind,
    hint_offset,
    may_use,
    play_action,
)
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single
from hanabilab.knowledge.hands import newest_slot


@inlined_kernel
def play_finesse(view: View) -> int:
    """The next seat was hinted a card that is one card short: play the own newest card."""
    rules, last = view.rules, view.last_action
    if last < 0 or action_kind(rules, last) <= PLAY:
        return NO_ACTION
    following = (view.seat + 1) % rules.num_players
    if (view.last_seat + hint_offset(rules, last)) % rules.num_players != following:
        return NO_ACTION
    for slot in range(rules.hand_size):
        card = view.hands[following, slot]
        touched = view.last_touched >> slot & 1
        if touched and rules.rank_of[card] == view.fireworks[rules.suit_of[card]] + 1:
            return play_action(rules, newest_slot(view, view.seat, SLOTS))
    return NO_ACTION


@inlined_kernel
def play_finesse_told(view: View, memory: Memory) -> int:
    """A play followed a hint that touched one own card alone: play that card."""
    slot = single_before(memory, int(view.seat))
    played = view.last_action >= 0 and action_kind(view.rules, view.last_action) == PLAY
    return play_action(view.rules, slot) if played and slot >= 0 else NO_ACTION


@inlined_kernel
def play_if_certain(view: View) -> int:
    """The first card whose color and rank are known, and that is playable."""
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot]
        if is_single(possible) and possible & view.playable:
            return play_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def play_probably_safe(view: View, turn: Turn, percent: int, more_lives_than: int) -> int:
    """The likeliest playable card, the last of equals, if it is so with `percent` or more."""
    if view.life_tokens <= more_lives_than:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, playable, total, SLOTS)
    if slot >= 0 and is_sure(playable, total, slot, percent):
        return play_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def play_safe(view: View, turn: Turn) -> int:
    """The first card that is playable whatever it is."""
    unseen = unseen_copies(view, turn)[0]
    for slot in range(view.rules.hand_size):
        possible = view.possible[view.seat, slot] & unseen
        if possible & ~view.playable == 0 and possible != 0:
            return play_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def _may_be(view: View, turn: Turn, value: int, slot: int, drawn: int) -> bool:
    """Whether a card hinted alone could be the one that `play_unique_possible` takes it for.

    For a color that is the *top* card of its firework, as in the original, which is one off. A
    color must have been said of the very card; for a rank that is not looked at.
    """
    rules, unseen = view.rules, unseen_copies(view, turn)[0]
    if value < rules.num_suits:
        top = int(view.fireworks[value]) - 1
        kept = view.deck_index[view.seat, slot] < drawn
        return kept and top >= 0 and unseen >> (value * int(rules.num_ranks) + top) & 1 != 0
    return unseen & rules.touches[value] & view.playable != 0


@inlined_kernel
def play_unique_possible(view: View, turn: Turn, memory: Memory) -> int:
    """The card of the latest hint that touched it alone, if it could be what was meant.

    Hints older than every own card do not count.
    """
    oldest = int(view.deck_index[view.seat, 0])
    for slot in range(1, view.rules.hand_size):
        oldest = min(oldest, int(view.deck_index[view.seat, slot]))
    for back in range(log_length(memory)):
        receiver, slot, value, drawn = log_entry(view, memory, log_length(memory) - 1 - back)
        if oldest >= drawn:
            break
        if receiver == view.seat and slot >= 0 and _may_be(view, turn, value, slot, drawn):
            return play_action(view.rules, slot) if may_use(view, PLAY, slot) else FORFEIT
    return NO_ACTION


@inlined_kernel
def play_just_hinted(
    view: View, turn: Turn, memory: Memory, filters: int, more_lives_than: int, percent: int
) -> int:
    """The likeliest playable card, the last of equals, among those hinted since others last acted.

    It is played if it is sure, or likely by `percent` with lives enough.

    Args:
        filters: 2 for hints that touched one card alone, plus 1 for the newest card alone.
    """
    slots = marks(memory, int(view.seat), ONLY if filters & 2 else RECENT)
    if filters & 1:
        slots &= 1 << newest_slot(view, view.seat, SLOTS)
    if slots == 0:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, playable, total, slots)
    dares = view.life_tokens > more_lives_than
    if slot >= 0 and is_sure(playable, total, slot, percent if dares else 100):
        return play_action(view.rules, slot)
    return NO_ACTION
