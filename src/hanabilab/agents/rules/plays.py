"""Rules that play a card: the published ones, then ours."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.rules.memory import (
    ONLY,
    PENDING,
    RECENT,
    SAVED,
    TOLD,
    keeps_errors,
    log_entry,
    log_length,
    marks,
    single_before,
)
from hanabilab.agents.rules.turn import (
    THROWS,
    Turn,
    counted,
    is_sure,
    likeliest_slot,
    own_playable,
    own_total,
    unseen_cards,
)
from hanabilab.game.actions import FORFEIT, NO_ACTION, action_kind, may_use, play_action
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single, is_surely, other_hands
from hanabilab.knowledge.hands import ALL_SLOTS, newest_slot, unhinted_slots
from hanabilab.knowledge.hints import hinted_seat

#: Which marks `play_told` follows: those of the last hints, those as long as cards are held, and
#: those of the last hints that did not touch the chop.
TOLD_NOW, TOLD_EVER, TOLD_NOT_SAVED = range(3)
#: What `play_best_safe` prefers among sure plays: the lowest rank, one that lets another seat play,
#: a top rank alone.
LOWEST, OPENING, TOP = range(3)


@inlined_kernel
def play_finesse(view: View, memory: Memory) -> int:
    """The next seat was hinted a card that is one card short: play the own newest card.

    The original throws for two players: it looks for the hand of a third.
    """
    rules, last = view.rules, view.last_action
    if last < 0 or action_kind(rules, last) <= PLAY:
        return NO_ACTION
    if keeps_errors(memory):
        return THROWS
    following = (view.seat + 1) % rules.num_players
    if hinted_seat(view) != following:
        return NO_ACTION
    for slot in range(rules.hand_size):
        card = view.hands[following, slot]
        touched = view.last_touched >> slot & 1
        if touched and rules.rank_of[card] == view.fireworks[rules.suit_of[card]] + 1:
            return play_action(rules, newest_slot(view, int(view.seat), ALL_SLOTS))
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
def _play_likeliest(view: View, turn: Turn, slots: int, percent: int) -> int:
    """The likeliest playable of some cards, the last of equals, if it is so with `percent`."""
    playable, total = own_playable(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, playable, total, slots)
    fires = slot >= 0 and is_sure(playable, total, slot, percent)
    return play_action(view.rules, slot) if fires else NO_ACTION


@inlined_kernel
def play_probably_safe(view: View, turn: Turn, percent: int, more_lives_than: int) -> int:
    """The likeliest playable card, the last of equals, if it is so with `percent` or more."""
    if view.life_tokens <= more_lives_than:
        return NO_ACTION
    return _play_likeliest(view, turn, ALL_SLOTS, percent)


@inlined_kernel
def play_safe(view: View, turn: Turn) -> int:
    """The first card that is playable whatever it is."""
    unseen = unseen_cards(view, turn)
    for slot in range(view.rules.hand_size):
        if is_surely(view.possible[view.seat, slot] & unseen, view.playable):
            return play_action(view.rules, slot)
    return NO_ACTION


@inlined_kernel
def _may_be(view: View, turn: Turn, value: int, slot: int, drawn: int) -> bool:
    """Whether a card hinted alone could be the one that `play_unique_possible` takes it for.

    For a color that is the *top* card of its firework, as in the original, which is one off. A
    color must have been said of the very card; for a rank that is not looked at.
    """
    rules, unseen = view.rules, unseen_cards(view, turn)
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
        slots &= 1 << newest_slot(view, int(view.seat), ALL_SLOTS)
    if slots == 0:
        return NO_ACTION
    return _play_likeliest(
        view, turn, slots, percent if view.life_tokens > more_lives_than else 100
    )


@inlined_kernel
def play_hail_mary(view: View, percent: int) -> int:  # noqa: ARG001  # so does the original
    """Nothing: it waits for a deck with fewer than no cards."""
    return NO_ACTION


# --- Our own -------------------------------------------------------------------------------------


@kernel
def play_told(
    view: View, turn: Turn, memory: Memory, which: int, more_lives_than: int, percent: int
) -> int:
    """The newest of the cards that hints told to play, of those that may be playable.

    Args:
        which: of the marks, TOLD_NOW, TOLD_EVER or TOLD_NOT_SAVED.
    """
    seat = int(view.seat)
    slots = marks(memory, seat, PENDING if which == TOLD_EVER else TOLD)
    slots &= ~marks(memory, seat, SAVED) if which == TOLD_NOT_SAVED else ALL_SLOTS
    if slots == 0 or view.life_tokens <= more_lives_than:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    for slot in range(view.rules.hand_size):
        if counted(playable, slot) == 0 or not is_sure(playable, total, slot, percent):
            slots &= ~(1 << slot)
    slot = newest_slot(view, seat, slots)
    return play_action(view.rules, slot) if slot >= 0 else NO_ACTION


@kernel
def play_hinted(view: View, turn: Turn, percent: int, more_lives_than: int) -> int:
    """The likeliest playable of the cards that hints have touched, if likely by `percent`."""
    if view.life_tokens <= more_lives_than:
        return NO_ACTION
    slots = ~unhinted_slots(view, int(view.seat)) & ALL_SLOTS
    return _play_likeliest(view, turn, slots, percent)


@kernel
def lowest_rank_of(view: View, cards: int) -> int:
    """The lowest rank, from 0, among a set of cards."""
    rank = 0
    while cards & view.rules.touches[view.rules.num_suits + rank] == 0:
        rank += 1
    return rank


@kernel
def play_best_safe(view: View, turn: Turn, prefers: int) -> int:
    """Of the cards that are playable for sure, the best to play now; the first of equals.

    Args:
        prefers: LOWEST, OPENING or TOP.
    """
    rules, unseen = view.rules, unseen_cards(view, turn)
    top = rules.touches[rules.num_hint_values - 1]
    in_sight = other_hands(view, int(view.seat)) if prefers == OPENING else 0
    best, best_rank = NO_ACTION, 100
    for slot in range(rules.hand_size):
        possible = view.possible[view.seat, slot] & unseen
        if possible == 0 or possible & ~view.playable != 0:
            continue
        if prefers == TOP and possible & ~top != 0:
            continue
        if prefers == OPENING and (possible & ~top) << 1 & in_sight == 0:
            continue
        rank = lowest_rank_of(view, possible)
        if rank < best_rank:
            best, best_rank = play_action(rules, slot), rank
    return best


@kernel
def play_at_end(view: View, turn: Turn, cards_left: int, more_lives_than: int, percent: int) -> int:
    """With few cards in the deck: the likeliest playable card, if there is a chance.

    Args:
        view: of the seat to act.
        turn: what the rules of one turn share.
        cards_left: in the deck, at most.
        more_lives_than: lives that must be exceeded.
        percent: the least chance to be playable.
    """
    left = view.rules.deck_size - view.deck_drawn
    if left > cards_left or view.life_tokens <= more_lives_than:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    slot = likeliest_slot(view, playable, total, ALL_SLOTS)
    fires = slot >= 0 and counted(playable, slot) > 0 and is_sure(playable, total, slot, percent)
    return play_action(view.rules, slot) if fires else NO_ACTION
