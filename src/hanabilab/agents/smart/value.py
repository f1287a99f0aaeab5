"""`value`: as `simple`, but a rank hint that touches the chop may be a warning.

A card touched by a color hint is the next of its color, unless its rank is known; then it is what
it is. The cards touched by a rank hint are playable, unless the hint is a **warning**: it touches
the chop, the card that its holder would discard next, and some card of this rank has one copy left.
A warning says that the chop is valuable, and playable too if no suit waits for a lower rank. A burn
says nothing at all. Nothing follows from not being touched, or from counting. Self-play never loses
a life.

Source: the behavior of ValueBot (Arthur O'Dwyer, 2012); docs/agents.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow, inlined_kernel
from hanabilab.agents.policy import Memory, policy
from hanabilab.agents.smart.flagged_turn import decide, explain_turn
from hanabilab.agents.smart.flags import (
    PLAYABLE,
    USELESS,
    VALUABLE,
    forget_twins,
    interpret,
    narrowed,
    read_warning,
)
from hanabilab.agents.smart.hints import is_burn, last_hint
from hanabilab.game.actions import action_kind, action_slot, hint_value
from hanabilab.game.rule_tables import COLOR_HINT, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    SEVERAL,
    common_rank,
    is_surely,
    last_unplayed_copies,
    lowest_rank_open,
    played_cards,
)
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.knowledge.slot_memory import CARDS, NUM_PLACES, deal_in, place_of, take_out
from hanabilab.randomness import Rng


def observe(view: View, memory: Memory) -> None:
    """Take in the deal or an action."""
    memory = borrow(memory)
    kind = action_kind(view.rules, view.last_action) if view.last_action >= 0 else -1
    if kind < 0:
        deal_in(view, memory)
    elif kind <= PLAY:
        take_out(view, memory, view.last_seat, action_slot(view.rules, view.last_action))
        if view.last_scored:
            forget_twins(view, memory, 0)
            _drop_low_ranks(view, memory)
    elif kind == COLOR_HINT:
        _read_color(view, memory)
    elif not is_burn(view, last_hint(view)):
        _read_rank(view, memory)


@inlined_kernel
def _drop_low_ranks(view: View, memory: Memory) -> None:
    """A card of a known rank that no suit waits for any more is useless."""
    lowest = lowest_rank_open(view)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            entry = memory[place_of(seat, slot)]
            rank = common_rank(view.rules, entry & CARDS)
            if rank != SEVERAL and rank < lowest:
                memory[place_of(seat, slot)] = entry | USELESS


@inlined_kernel
def _read_color(view: View, memory: Memory) -> None:
    """Each card touched is the next of the color, or of the rank that was told of it."""
    rules, target = view.rules, hinted_seat(view)
    touches = rules.touches[hint_value(rules, view.last_action)]
    for slot in range(rules.hand_size):
        if (view.last_touched >> slot) & 1:
            entry = memory[place_of(target, slot)]
            cards = entry & touches & CARDS
            unknown = common_rank(rules, entry & CARDS) == SEVERAL
            if unknown and cards & view.playable != 0:
                cards &= view.playable
            entry = narrowed(view, entry, cards, target, slot)
            memory[place_of(target, slot)] = entry | _sure_flags(view, entry & CARDS)


@inlined_kernel
def _sure_flags(view: View, cards: int) -> int:
    """The flags of a card that can be `cards`."""
    flags = USELESS if is_surely(cards, played_cards(view)) else 0
    flags |= PLAYABLE if is_surely(cards, view.playable) else 0
    return flags | (VALUABLE if is_surely(cards, last_unplayed_copies(view)) else 0)


@inlined_kernel
def _read_rank(view: View, memory: Memory) -> None:
    """A warning of the chop, or all cards touched are playable."""
    rules, target = view.rules, hinted_seat(view)
    value = hint_value(rules, view.last_action)
    warned = read_warning(view, memory, False)
    playable = not warned and value - rules.num_suits >= lowest_rank_open(view)
    for slot in range(rules.hand_size):
        if (view.last_touched >> slot) & 1:
            entry = memory[place_of(target, slot)] | (PLAYABLE if playable else 0)
            cards = entry & CARDS & rules.touches[value]
            memory[place_of(target, slot)] = narrowed(view, entry, cards, target, slot)


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does."""
    return explain_turn(view, memory, False)


@policy(
    "value",
    observe=observe,
    memory_size=NUM_PLACES,
    common=True,
    explain=explain,
    interpret=interpret,
)
def value(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """As `simple`, with warnings: rank hints of the card that is discarded next."""
    return decide(view, borrow(memory), False)[0]
