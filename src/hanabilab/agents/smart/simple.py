"""`simple`: every card that a hint touches is playable, and only such hints are given.

On its turn it plays the lowest card it knows to be playable; else gives the hint that touches most
playable cards not known to be, and no other card; else discards its oldest card. Where nothing may
be discarded it burns a token. A play takes the promise from every card that could be its twin.

Memory is a bit set of the slots known to be playable. Which card such a slot holds follows from its
hints: one of a known color is the next of that color. Self-play never loses a life.

Source: the behavior of SimpleBot (Arthur O'Dwyer, 2012); docs/agents.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow, inlined_kernel
from hanabilab.agents.policy import Memory, policy
from hanabilab.agents.smart.hints import best_touching_hint, burn_hint, is_burn, last_hint
from hanabilab.game.actions import (
    NO_ACTION,
    action_kind,
    action_slot,
    discard_action,
    hint_action,
    play_action,
    seat_at,
)
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import lowest_member
from hanabilab.knowledge.hands import (
    ALL_SLOTS,
    NO_SLOT,
    newest_slot,
    oldest_among,
    slot_at,
    slots_by_age,
)
from hanabilab.knowledge.hints import hinted_seat, rank_value
from hanabilab.knowledge.slot_memory import slots_after
from hanabilab.randomness import Rng

#: Why it acts: the order of the head.
PLAYS, HINTS, BURNS, DISCARDS, AT_A_LOSS = range(5)
_REASONS = (
    "plays slot {slot}, which it was told is playable",
    "touches playable cards of seat {seat}, and no other",
    "burns a token: nothing to hint at, and nothing may be discarded",
    "discards slot {slot}, its oldest card",
    "plays slot {slot}: it can neither hint nor discard",
)


def observe(view: View, memory: Memory) -> None:
    """Take in an action; `memory[0]` holds the slots known to be playable, seat by seat."""
    memory = borrow(memory)
    if view.last_action < 0:
        memory[0] = 0
    elif action_kind(view.rules, view.last_action) <= PLAY:
        _take_out(view, memory)
        if view.last_scored:
            _forget_twins(view, memory)
    elif not is_burn(view, last_hint(view)):
        memory[0] |= int(view.last_touched) << (MAX_HAND * int(hinted_seat(view)))


@inlined_kernel
def _known(memory: Memory, seat: int) -> int:
    """Bit set of the slots of a seat that are known to be playable."""
    return (memory[0] >> (MAX_HAND * seat)) & ALL_SLOTS


@inlined_kernel
def _take_out(view: View, memory: Memory) -> None:
    """Follow the hand from which a card was used."""
    seat, slot = int(view.last_seat), int(action_slot(view.rules, view.last_action))
    known = _known(memory, seat)
    memory[0] ^= (known ^ slots_after(view.rules, known, slot)) << (MAX_HAND * seat)


@inlined_kernel
def _forget_twins(view: View, memory: Memory) -> None:
    """The card just played may be any of those known to be playable, unless it was the only one."""
    if view.rules.copies[view.last_card] == 1:
        return
    rest = memory[0]
    while rest != 0:
        place = lowest_member(rest)
        if _can_be(view, place // MAX_HAND, place % MAX_HAND, view.last_card):
            memory[0] ^= rest & -rest
        rest &= rest - 1


@inlined_kernel
def _can_be(view: View, seat: int, slot: int, card: int) -> bool:
    """Whether a card known to be playable until now can be `card`, as far as hints say."""
    rules, hinted = view.rules, int(view.hinted[seat, slot])
    if hinted & ((1 << rules.num_suits) - 1) != 0:
        return (hinted >> rules.suit_of[card]) & 1 != 0
    return (hinted >> rank_value(view.rules, card)) & 1 != 0


@inlined_kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and the branch that it comes from."""
    rules = view.rules
    slot = _lowest_known(view, memory)
    if slot != NO_SLOT:
        return play_action(rules, slot), PLAYS
    if view.information_tokens > 0:
        action = _best_hint(view, memory)
        if action != NO_ACTION:
            return action, HINTS
    if view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, oldest_among(view, view.seat, ALL_SLOTS)), DISCARDS
    action = burn_hint(view)
    if action != NO_ACTION:
        return action, BURNS
    return play_action(rules, newest_slot(view, view.seat, ALL_SLOTS)), AT_A_LOSS


@inlined_kernel
def _lowest_known(view: View, memory: Memory) -> int:
    """The slot of the lowest card known to be playable, the oldest on ties; NO_SLOT if none is."""
    known = _known(memory, view.seat)
    found, lowest = NO_SLOT, int(view.rules.num_ranks)
    if known == 0:
        return found
    order = slots_by_age(view, view.seat)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        if (known >> slot) & 1 and _promised_rank(view, slot) < lowest:
            found, lowest = slot, _promised_rank(view, slot)
    return found


@inlined_kernel
def _promised_rank(view: View, slot: int) -> int:
    """The rank, from 0, of an own card known to be playable."""
    hinted = int(view.hinted[view.seat, slot])
    ranks = hinted >> view.rules.num_suits
    return lowest_member(ranks) if ranks != 0 else view.fireworks[lowest_member(hinted)]


@inlined_kernel
def _best_hint(view: View, memory: Memory) -> int:
    """The hint that touches most playable cards not known to be; the nearest seat on ties."""
    action, most = NO_ACTION, 0
    for offset in range(1, view.rules.num_players):
        seat = seat_at(view, offset)
        value, count = best_touching_hint(view, seat, _known(memory, seat), 0, 0, 0)
        if count > most:
            action, most = hint_action(view.rules, offset, value), count
    return action


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does."""
    action, branch = decide(view, memory)
    place = int(view.rules.action_place[action])
    return _REASONS[branch].format(slot=place, seat=int(seat_at(view, place)))


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """Which cards the last action, a hint, has told to be playable."""
    if view.last_action < 0 or action_kind(view.rules, view.last_action) <= PLAY:
        return []
    told = int(after[0] & ~before[0])
    places = [place for place in range(told.bit_length()) if (told >> place) & 1]
    return [f"seat {place // MAX_HAND} slot {place % MAX_HAND} is playable" for place in places]


@policy("simple", observe=observe, memory_size=1, common=True, explain=explain, interpret=interpret)
def simple(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Hints touch playable cards alone; what is touched is played."""
    return decide(view, borrow(memory))[0]
