"""`holmes`: as `value`, but it infers what cards are, and gambles at the end.

What a card can be follows from hints, also from those that do not touch it, from the flags it was
given, and from counting the cards used or known to all. A card is excused from what a hint says of
those it touches if it is useless, or if its color (for a rank hint) or its rank (for a color hint)
is known already. A rank hint is a warning only if the chop itself can be a last copy.

Source: the behavior of HolmesBot (Arthur O'Dwyer, 2013); docs/agents.md.
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
    common_color,
    common_rank,
    is_surely,
    last_unplayed_copies,
    played_cards,
    wide,
)
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.knowledge.slot_memory import (
    CARDS,
    NUM_PLACES,
    count_out_named,
    deal_in,
    place_of,
    take_out,
)
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
            forget_twins(view, memory, VALUABLE)
    elif not is_burn(view, last_hint(view)):
        _read_hint(view, memory, kind == COLOR_HINT)
    _conclude(view, memory)


@inlined_kernel
def _read_hint(view: View, memory: Memory, of_color: bool) -> None:
    """Cards touched are playable, but for those excused and in a warning; the others are not it."""
    rules, target = view.rules, hinted_seat(view)
    touches = rules.touches[hint_value(rules, view.last_action)]
    warned = not of_color and read_warning(view, memory, True)
    for slot in range(rules.hand_size):
        entry = memory[place_of(target, slot)]
        cards = entry & CARDS & (touches if (view.last_touched >> slot) & 1 else ~touches)
        if (view.last_touched >> slot) & 1 and entry & USELESS == 0:
            if of_color and common_rank(rules, entry & CARDS) == SEVERAL:
                cards &= view.playable
            elif not (of_color or warned or common_color(rules, entry & CARDS) != SEVERAL):
                entry |= PLAYABLE
        memory[place_of(target, slot)] = narrowed(view, entry, cards, target, slot)


@inlined_kernel
def _conclude(view: View, memory: Memory) -> None:
    """Infer what cards are from counts and flags, and then flags from that."""
    played, last = played_cards(view), last_unplayed_copies(view)
    count_out_named(view, memory, (wide(view.playable), last, played))
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            place = place_of(seat, slot)
            memory[place] = _with_sure_flags(view, memory[place], played, last)


@inlined_kernel
def _with_sure_flags(view: View, entry: int, played: int, last: int) -> int:
    """An entry with the flags that follow from its set.

    Args:
        played: bit set of the cards on the fireworks.
        last: bit set of the cards not played of which one copy is left.
    """
    cards = entry & CARDS
    if entry & USELESS:
        return entry
    if entry == cards and is_surely(cards, played):
        return USELESS | cards
    entry |= VALUABLE if is_surely(cards, last) else 0
    entry |= PLAYABLE if is_surely(cards, view.playable) else 0
    return entry


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does."""
    return explain_turn(view, memory, True)


@policy(
    "holmes",
    observe=observe,
    memory_size=NUM_PLACES,
    common=True,
    explain=explain,
    interpret=interpret,
)
def holmes(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """As `value`, inferring what cards are, and gambling with the last card of the deck."""
    return decide(view, borrow(memory), True)[0]
