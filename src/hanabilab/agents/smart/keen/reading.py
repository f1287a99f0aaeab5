"""What an action tells by convention: how `keen` follows the game in public.

An action is read by what all knew before it, and by the view after it.
"""

from __future__ import annotations

from hanabilab._jit import borrow, copy_into, inlined_kernel, scratch
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.hints import Hint, is_burn, last_hint
from hanabilab.agents.smart.keen.numbers import (
    BY_ROUTINE,
    CARE,
    NO_POINTER,
    NO_WARNING,
    OLDER_CARDS,
    PLAY_SAYS,
    SAFE_CHOP,
    SHORT_DECK,
)
from hanabilab.agents.smart.keen.public import (
    MEMORY_SIZE,
    ROUTINE,
    TO_PLAY,
    WARNED,
    conclude,
    tells_playable,
)
from hanabilab.agents.smart.public import CHOP, VALUABLE, find_chop, knows_playable
from hanabilab.agents.smart.reading import (
    WARNING,
    hint_meaning,
    read_use,
    take_hint,
    tokens_before,
    unwarned_slot,
)
from hanabilab.game.actions import action_kind, action_slot, seat_after
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_maybe, is_single, is_surely, lowest_member, wide
from hanabilab.knowledge.hands import NO_SLOT, slot_at, slots_by_age
from hanabilab.knowledge.hints import value_of
from hanabilab.knowledge.slot_memory import deal_in, place_of

#: What an action says of the chop of the next seat: nothing, that it is not valuable, that it is.
NOTHING, NOT_VALUABLE, IS_VALUABLE = range(3)


def observe(view: View, memory: Memory) -> None:
    """Take in the deal or an action."""
    memory = borrow(memory)
    if view.last_action < 0:
        deal_in(view, memory)
        memory[WARNED] = 0
        conclude(view, memory)
        return
    before = scratch(MEMORY_SIZE)
    copy_into(before, memory[:MEMORY_SIZE])
    said = said_of_chop(view, memory, before)
    if said == IS_VALUABLE:
        memory[place_of(view.current_seat, before[CHOP])] &= before[VALUABLE]
    elif said == NOT_VALUABLE:
        memory[place_of(view.current_seat, before[CHOP])] &= ~before[VALUABLE]
    if action_kind(view.rules, view.last_action) <= PLAY:
        read_use(view, memory)
        memory[WARNED] = int(said == IS_VALUABLE)
    else:
        _read_hint(view, memory, before)
    _read_no_pointer(view, memory, before)
    conclude(view, memory)


@inlined_kernel
def _read_hint(view: View, memory: Memory, before: Memory) -> None:
    hint = last_hint(view)
    meaning, slot = hint_meaning(view, before, hint)
    take_hint(view, memory, hint, meaning, slot)
    memory[WARNED] = int(meaning == WARNING)
    slot = safe_slot(view, memory, hint)
    if slot != NO_SLOT:
        memory[place_of(hint.target, slot)] &= ~memory[VALUABLE]


@inlined_kernel
def safe_slot(view: View, memory: Memory, hint: Hint) -> int:
    """The slot of the next seat that a hint to it leaves as its chop, and so as not valuable.

    Args:
        memory: with the hint taken in.

    Returns:
        NO_SLOT for a warning or a burn, which are given whatever they leave, in the last round, and
        without the convention.
    """
    if not memory[SAFE_CHOP] or hint.offset != 1 or memory[WARNED]:
        return NO_SLOT
    if is_burn(view, hint) or was_deck_empty(view):
        return NO_SLOT
    return find_chop(view, memory, hint.target)


# --- What it says of the chop --------------------------------------------------------------------


@inlined_kernel
def said_of_chop(view: View, memory: Memory, before: Memory) -> int:
    """What the last action said of the chop of the seat now to act, as it was before; hints aside.

    Args:
        memory: any, for its numbers.
        before: the memory before the action.
    """
    if unwarned_slot(view, before) != NO_SLOT:
        return NOT_VALUABLE if memory[NO_WARNING] else NOTHING
    if tokens_before(view) > 0 or before[CHOP] == NO_SLOT or was_deck_empty(view):
        return NOTHING
    may_discard = view.rules.max_information_tokens > 0
    if not memory[BY_ROUTINE] or not may_discard:
        return NOTHING
    return _said_without_tokens(view, before)


@inlined_kernel
def _said_without_tokens(view: View, before: Memory) -> int:
    """Who cannot hint does as by routine, unless the chop of the next seat is valuable."""
    routine, slot = before[ROUTINE], action_slot(view.rules, view.last_action)
    if action_kind(view.rules, view.last_action) == PLAY:
        return NOT_VALUABLE if routine == TO_PLAY else NOTHING
    if routine == NO_SLOT or is_finesse(view, before):
        return NOTHING
    return NOT_VALUABLE if slot == routine else IS_VALUABLE


@inlined_kernel
def is_finesse(view: View, before: Memory) -> bool:
    """Whether the last action, a discard, was of a card that all knew, and knew to be playable."""
    cards = before[place_of(view.last_seat, action_slot(view.rules, view.last_action))]
    return is_single(cards) & is_surely(cards, view.playable)


@inlined_kernel
def was_deck_empty(view: View) -> bool:
    """Whether the deck was empty before the last action."""
    return view.turns_left < view.rules.num_players


# --- What it says by pointing at nothing ---------------------------------------------------------


@inlined_kernel
def _read_no_pointer(view: View, memory: Memory, before: Memory) -> None:
    for offset in range(1, count_not_pointed(view, memory, before) + 1):
        seat = seat_after(view.rules, view.last_seat, offset)
        exclude_pointed_at(view, memory, before, seat)


@inlined_kernel
def exclude_pointed_at(view: View, memory: Memory, before: Memory, seat: int) -> None:
    """Take in that there was no pointing hint to a seat; `before` is the memory before the action.

    Its newest card in doubt is not playable: its color would have pointed at it. With care the same
    is concluded for older cards.
    """
    if memory[CARE] and memory[OLDER_CARDS]:
        _exclude_pointable(view, memory, before, seat)
        return
    slot = newest_in_doubt(view, before, seat)
    if slot != NO_SLOT:
        memory[place_of(seat, slot)] &= ~playable_before(view)


@inlined_kernel
def _exclude_pointable(view: View, memory: Memory, before: Memory, seat: int) -> None:
    """Rule out every card that a hint would have pointed at, whatever newer cards the seat has.

    A hint points at a card if it leaves no newer card that it touches in doubt.
    """
    rules, order = view.rules, slots_by_age(view, seat)
    playable, leaves_doubt = playable_before(view), 0
    for place in range(rules.hand_size - 1, -1, -1):
        slot = slot_at(order, place)
        cards = before[place_of(seat, slot)]
        good, bad = cards & playable, cards & ~playable
        if good == 0 or bad == 0:
            continue
        shown, in_doubt, rest = 0, leaves_doubt, good
        while rest != 0:
            card = lowest_member(rest)
            rest &= rest - 1
            for attribute in range(2):
                value = value_of(rules, card, attribute)
                if (leaves_doubt >> value) & 1 == 0:
                    shown |= wide(bit(card))
                in_doubt |= int(bad & rules.touches[value] != 0) << value
        memory[place_of(seat, slot)] &= ~shown
        leaves_doubt = in_doubt


@inlined_kernel
def count_not_pointed(view: View, memory: Memory, before: Memory) -> int:
    """How many seats after the actor it had no pointing hint for, as its action shows.

    Args:
        memory: with the last action taken in, if it was a hint.
        before: the memory before the action.
    """
    others = view.rules.num_players - 1
    if was_deck_empty(view) or tokens_before(view) == 0 or not memory[NO_POINTER]:
        return 0
    kind = action_kind(view.rules, view.last_action)
    if kind == PLAY:
        return _count_unhinted(view, memory, before, others)
    if kind == DISCARD:
        return others if not is_finesse(view, before) else 0
    hint = last_hint(view)
    if tells_playable(view, before, memory, hint.target):
        return 0
    # A hint to the next seat may have been to save its chop, whatever others hold.
    return 1 if hint.offset == 1 else others


@inlined_kernel
def _count_unhinted(view: View, memory: Memory, before: Memory, others: int) -> int:
    """How many of the other seats a hint would have gone to before the play; see `turn`."""
    if not (memory[CARE] and memory[PLAY_SAYS]):
        return 0
    left = view.rules.deck_size - view.deck_drawn + 1
    is_short = left <= memory[SHORT_DECK]
    if is_short and not knows_playable(view, before, view.current_seat, playable_before(view)):
        return others
    slot = newest_in_doubt(view, before, view.current_seat)
    return int(slot != NO_SLOT and slot == before[CHOP])


@inlined_kernel
def playable_before(view: View) -> int:
    """Bit set of the cards that were playable before the last action."""
    if not view.last_scored:
        return wide(view.playable)
    card, following = wide(bit(view.last_card)), 0
    if view.rules.rank_of[view.last_card] + 1 < view.rules.num_ranks:
        following = wide(bit(view.last_card + 1))
    return view.playable & ~following | card


@inlined_kernel
def newest_in_doubt(view: View, before: Memory, seat: int) -> int:
    """The newest card of a seat that might have been playable or not; NO_SLOT if there is none.

    Its color points at it if it is playable: nothing newer is in doubt.
    """
    order = slots_by_age(view, seat)
    for place in range(view.rules.hand_size - 1, -1, -1):
        slot = slot_at(order, place)
        if is_maybe(before[place_of(seat, slot)], playable_before(view)):
            return slot
    return NO_SLOT
