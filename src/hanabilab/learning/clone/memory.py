"""What a model of people remembers of a game: how each card was last hinted, who did what.

All of it is public. Cards go by their place in the deck, so that nothing moves when a hand does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.random_agent import random_agent
from hanabilab.game.actions import action_kind, hint_value
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND, MAX_PLAYERS, PLAY, RANK_HINT
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single
from hanabilab.knowledge.hands import newest_slot, oldest_among
from hanabilab.knowledge.hints import hinted_seat

#: Where the memory has, by place in the deck: the turn before which the card was last hinted, 0 for
#: never; and its part in that hint, a bit set of the parts below.
TOUCHED, PART = 0, MAX_DECK
#: By seat: its actions by kind (four rows of seats), its plays that failed, its last kind and one.
DONE = 2 * MAX_DECK
FAILED = DONE + 4 * MAX_PLAYERS
LAST = FAILED + MAX_PLAYERS
MEMORY_SIZE: Final = LAST + MAX_PLAYERS

#: Parts of a card in a hint: the newest or the oldest that it touched, the oldest without a hint
#: before (the chop), the only one; and whether the hint told a rank.
WAS_NEWEST, WAS_OLDEST, WAS_CHOP, WAS_ALONE, BY_RANK = (1 << part for part in range(5))


@kernel
def chop_before(view: View, seat: int, value: int) -> int:
    """The oldest slot of a hand without any hint but `value`; -1 if there is none."""
    slots = 0
    for slot in range(MAX_HAND):
        free = view.hinted[seat, slot] & ~bit(value) == 0 and view.deck_index[seat, slot] >= 0
        slots |= int(free) << slot
    return oldest_among(view, seat, slots)


@kernel
def take_in(view: View, memory: Memory) -> None:
    """Take in the last action."""
    if view.turn == 0:
        return
    seat, kind = int(view.last_seat), int(action_kind(view.rules, int(view.last_action)))
    memory[DONE + kind * MAX_PLAYERS + seat] += 1
    memory[LAST + seat] = kind + 1
    if kind == PLAY:
        memory[FAILED + seat] += view.last_scored == 0
    elif kind > PLAY:
        _take_hint(view, memory, kind)


@kernel
def _take_hint(view: View, memory: Memory, kind: int) -> None:
    target, touched = hinted_seat(view), int(view.last_touched)
    newest = newest_slot(view, target, touched)
    oldest = oldest_among(view, target, touched)
    chop = chop_before(view, target, hint_value(view.rules, int(view.last_action)))
    shared = (BY_RANK if kind == RANK_HINT else 0) | (WAS_ALONE if is_single(touched) else 0)
    for slot in range(MAX_HAND):
        if (touched >> slot) & 1:
            card = int(view.deck_index[target, slot])
            part = shared | (WAS_NEWEST if slot == newest else 0)
            part |= WAS_OLDEST if slot == oldest else 0
            memory[TOUCHED + card] = view.turn
            memory[PART + card] = part | (WAS_CHOP if slot == chop else 0)


def observe(view: View, memory: Memory) -> None:
    """Take in the last action."""
    take_in(view, memory)


#: An agent that acts at random, and remembers what a model of people does.
WATCHER = replace(random_agent, name="people-watcher", observe=observe, memory_size=MEMORY_SIZE)
