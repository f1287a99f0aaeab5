"""`newest`: a hint means "play the newest card it touches". One convention, no more.

A hint waits for its receiver until the receiver's next turn. On its turn a seat

1. plays, of the hints that wait for it, the newest card of the first whose card could be playable:
   by what hints say of it, copies not counted;
2. plays the oldest card that was hinted color and rank, and is playable;
3. hints, with a token: the nearest seat for which no hint waits and that holds a card that is
   playable, and the newest touched by its rank or its color: the oldest such card, rank before
   color. A card that a hint tells a nearer seat to play counts as played;
4. discards the oldest card that was not hinted as the top rank, else the oldest;
5. where nothing may be discarded, gives a hint that will not be read as a play: the first seat and
   the highest rank, else color, whose newest card could not be playable; else any hint.

Source: chikinn/hanabi, `newest_card_player`, for what it does. There nothing forbids to discard at
eight tokens; rule 5 is ours.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import (
    NO_ACTION,
    action_kind,
    discard_action,
    hint_action,
    hint_value,
    play_action,
    seat_at,
    touched_slots,
)
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_PLAYERS, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words, names_of
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.hands import newest_slot, oldest_among, oldest_slot, slot_of
from hanabilab.knowledge.hints import hinted_seat, rank_value
from hanabilab.randomness import Rng

#: Memory: one entry a seat, the newest cards of the hints that wait for it, as places in the deck
#: plus one, seven bits each, the first hint lowest.
_BITS = 7
_MASK = (1 << _BITS) - 1

_TOLD, _KNOWN, _HINT, _DISCARD, _STALL, _STUCK = range(6)
_REASONS = (
    "it is the newest card of a hint, and could be playable",
    "its color and rank were hinted, and it is playable",
    "the newest card it touches is playable",
    "there is nothing to play or to hint",
    "nothing may be discarded, and it will not be read as a play",
    "nothing else may be done",
)


def _observe(view: View, memory: Memory) -> None:
    if view.last_action < 0:
        return
    memory[view.last_seat] = 0
    if action_kind(view.rules, view.last_action) <= PLAY:
        return
    target = hinted_seat(view)
    slot = newest_slot(view, target, view.last_touched)
    place, waiting = 0, int(memory[target])
    while waiting >> place & _MASK:
        place += _BITS
    memory[target] = waiting | (int(view.deck_index[target, slot]) + 1) << place


@kernel
def _told_slot(view: View, memory: Memory) -> int:
    """The slot of rule 1, or -1."""
    waiting = int(memory[view.seat])
    while waiting:
        slot = slot_of(view, view.seat, (waiting & _MASK) - 1)
        if slot >= 0 and view.possible[view.seat, slot] & view.playable:
            return slot
        waiting >>= _BITS
    return -1


@kernel
def _last_told(view: View, memory: Memory, seat: int) -> int:
    """The card of the last hint that waits for another seat; -1 if none does."""
    waiting, last = int(memory[seat]), 0
    while waiting:
        last = waiting & _MASK
        waiting >>= _BITS
    slot = slot_of(view, seat, last - 1) if last else -1
    return view.hands[seat, slot] if slot >= 0 else -1


@kernel
def _known_slot(view: View) -> int:
    """The slot of rule 2, or -1."""
    rules = view.rules
    colors = (1 << rules.num_suits) - 1
    slots = 0
    for slot in range(rules.hand_size):
        hinted = view.hinted[view.seat, slot]
        both = hinted & colors != 0 and hinted & ~colors != 0
        slots |= int(both and view.possible[view.seat, slot] & ~view.playable == 0) << slot
    return oldest_among(view, view.seat, slots)


@kernel
def _play_hint(view: View, memory: Memory) -> int:
    """The hint of rule 3, or NO_ACTION."""
    rules = view.rules
    playable = wide(view.playable)
    for offset in range(1, rules.num_players):
        seat = seat_at(view, offset)
        if memory[seat]:
            card = _last_told(view, memory, seat)
            if card >= 0 and playable >> card & 1:
                playable = _after_play(view, playable, card)
            continue
        value = _play_value(view, seat, playable)
        if value >= 0:
            return hint_action(rules, offset, value)
    return NO_ACTION


@kernel
def _after_play(view: View, playable: int, card: int) -> int:
    """The cards playable after one of them is played."""
    playable ^= bit(card)
    return (
        playable | bit(card + 1)
        if view.rules.rank_of[card] + 1 < view.rules.num_ranks
        else playable
    )


@kernel
def _play_value(view: View, seat: int, playable: int) -> int:
    """The value of rule 3 for a seat, or -1."""
    rules = view.rules
    found, found_age = -1, 0
    for slot in range(rules.hand_size):
        card, age = view.hands[seat, slot], view.deck_index[seat, slot]
        if card < 0 or not playable >> card & 1 or (found >= 0 and age > found_age):
            continue
        rank, color = rank_value(rules, card), rules.suit_of[card]
        if newest_slot(view, seat, touched_slots(view, seat, rank)) == slot:
            found, found_age = rank, age
        elif newest_slot(view, seat, touched_slots(view, seat, color)) == slot:
            found, found_age = color, age
    return found


@kernel
def _discard_slot(view: View) -> int:
    """The slot of rule 4."""
    rules = view.rules
    top = 1 << (rules.num_hint_values - 1)
    slots = 0
    for slot in range(rules.hand_size):
        slots |= int(not view.hinted[view.seat, slot] & top) << slot
    found = oldest_among(view, view.seat, slots)
    return found if found >= 0 else oldest_slot(view)


@kernel
def _stall_hint(view: View) -> tuple[int, int]:
    """The hint of rule 5, and its reason; NO_ACTION if there is no legal hint."""
    rules = view.rules
    any_hint = NO_ACTION
    for step in range(rules.num_hint_values):
        value = rules.num_hint_values - 1 - step
        for offset in range(1, rules.num_players):
            seat = seat_at(view, offset)
            slot = newest_slot(view, seat, touched_slots(view, seat, value))
            if slot < 0:
                continue
            if view.possible[seat, slot] & rules.touches[value] & view.playable == 0:
                return hint_action(rules, offset, value), _STALL
            any_hint = hint_action(rules, offset, value)
    return any_hint, _STUCK


@kernel
def _decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and which of `_REASONS` it has."""
    rules = view.rules
    slot = _told_slot(view, memory)
    if slot >= 0:
        return play_action(rules, slot), _TOLD
    slot = _known_slot(view)
    if slot >= 0:
        return play_action(rules, slot), _KNOWN
    if view.information_tokens > 0:
        hint = _play_hint(view, memory)
        if hint != NO_ACTION:
            return hint, _HINT
    if view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, _discard_slot(view)), _DISCARD
    if view.information_tokens > 0:
        hint, reason = _stall_hint(view)
        if hint != NO_ACTION:
            return hint, reason
    return play_action(rules, oldest_slot(view)), _STUCK


def _explain(view: View, memory: Memory) -> str:
    action, reason = _decide(view, memory)
    return f"{action_words(view, action, view.seat)}: {_REASONS[reason]}"


def _interpret(view: View, before: Memory, after: Memory) -> list[str]:
    rules = view.rules
    for seat in range(rules.num_players):
        told = int(after[seat]) ^ int(before[seat])
        if view.last_action < 0 or seat == view.last_seat or not told:
            continue
        while told & _MASK == 0:
            told >>= _BITS
        value = names_of(rules).hints[int(hint_value(rules, view.last_action))]
        slot = slot_of(view, seat, told - 1)
        return [f"seat {seat} slot {slot}: play it, the newest that {value} touches"]
    return []


@policy(
    "newest",
    observe=_observe,
    memory_size=MAX_PLAYERS,
    common=True,
    explain=_explain,
    interpret=_interpret,
)
def newest(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # protocol
    """A hint tells its receiver to play the newest card it touches."""
    return _decide(view, memory)[0]
