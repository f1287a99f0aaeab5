"""What an action tells by convention: how `smart` follows the game in public.

An action is read by what all knew before it, which memory still holds, and by the view after it.
"""

from __future__ import annotations

from hanabilab._jit import borrow, inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.hints import Hint, is_burn, last_hint
from hanabilab.agents.smart.public import CHOP, VALUABLE, conclude, may_warn
from hanabilab.game.actions import action_kind, action_slot, hint_offset
from hanabilab.game.cards import bit, is_playable
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_maybe, is_surely
from hanabilab.knowledge.hands import ALL_SLOTS, NO_SLOT, newest_slot, slot_at, slots_by_age
from hanabilab.knowledge.hints import possible_after
from hanabilab.knowledge.slot_memory import deal_in, place_of, take_out

#: What a hint means: no more than it says, that a card is playable, or that one is valuable.
LETTER, POINTER, WARNING = range(3)


def observe(view: View, memory: Memory) -> None:
    """Take in the deal or an action."""
    memory = borrow(memory)
    if view.last_action < 0:
        deal_in(view, memory)
    else:
        read_silence(view, memory)
        if action_kind(view.rules, view.last_action) <= PLAY:
            read_use(view, memory)
        else:
            read_hint(view, memory)
    conclude(view, memory)


# --- Silence -------------------------------------------------------------------------------------


@inlined_kernel
def read_silence(view: View, memory: Memory) -> None:
    slot = unwarned_slot(view, memory)
    if slot != NO_SLOT:
        memory[place_of(view.current_seat, slot)] &= ~memory[VALUABLE]


@inlined_kernel
def unwarned_slot(view: View, memory: Memory) -> int:
    """The chop of the seat now to act if it was not warned of it, and so it is not valuable.

    Args:
        memory: as it was before the last action.

    Returns:
        NO_SLOT where a warning was not due, could not be given, or may have been.
    """
    rules, action = view.rules, view.last_action
    hinted_next = action_kind(rules, action) > PLAY and hint_offset(rules, action) == 1
    # Counted down from the first action after the deck ran out.
    deck_was_empty = view.turns_left < rules.num_players
    if hinted_next or deck_was_empty or tokens_before(view) == 0:
        return NO_SLOT
    return memory[CHOP]


@inlined_kernel
def tokens_before(view: View) -> int:
    """Information tokens before the last action."""
    kind = action_kind(view.rules, view.last_action)
    if kind > PLAY:
        return view.information_tokens + 1
    return view.information_tokens - (1 if kind == DISCARD else view.last_gained_token)


# --- Plays and discards --------------------------------------------------------------------------


@inlined_kernel
def read_use(view: View, memory: Memory) -> None:
    seat, slot = find_twin(view, memory)
    if slot != NO_SLOT:
        memory[place_of(seat, slot)] = bit(view.last_card)
    take_out(view, memory, view.last_seat, action_slot(view.rules, view.last_action))


@inlined_kernel
def find_twin(view: View, memory: Memory) -> tuple[int, int]:
    """The seat and slot that a discard finesse points at; the slot is NO_SLOT if it was none.

    The discard of a card that all knew, and knew to be playable, tells that another seat's newest
    card is its twin. Who sees it knows where; who does not holds it. With two players it can only
    be the other's, so that both know, whatever that seat holds in truth.

    Args:
        memory: as it was before the last action.
    """
    rules, actor = view.rules, int(view.last_seat)
    card = bit(view.last_card)
    place = place_of(actor, action_slot(rules, view.last_action))
    discarded = action_kind(rules, view.last_action) == DISCARD
    if not discarded or memory[place] != card or not is_playable(view, view.last_card):
        return actor, NO_SLOT
    holder = _holder_of_twin(view)
    slot = newest_slot(view, holder, ALL_SLOTS)
    if holder == actor or slot == NO_SLOT or view.possible[holder, slot] & card == 0:
        return holder, NO_SLOT
    return holder, slot


@inlined_kernel
def _holder_of_twin(view: View) -> int:
    if view.rules.num_players == 2:
        return 1 - view.last_seat
    for seat in range(view.rules.num_players):
        slot = newest_slot(view, seat, ALL_SLOTS)
        if seat != view.last_seat and view.hands[seat, slot] == view.last_card:
            return seat
    return view.seat


# --- Hints ---------------------------------------------------------------------------------------


@inlined_kernel
def read_hint(view: View, memory: Memory) -> None:
    hint = last_hint(view)
    meaning, slot = hint_meaning(view, memory, hint)
    take_hint(view, memory, hint, meaning, slot)


@inlined_kernel
def take_hint(view: View, memory: Memory, hint: Hint, meaning: int, about: int) -> None:
    """Take in a hint to the letter, and what it means for the card in the slot `about`."""
    for slot in range(view.rules.hand_size):
        place, is_touched = place_of(hint.target, slot), (hint.touched >> slot) & 1
        memory[place] = possible_after(view.rules, memory[place], hint.value, is_touched)
    if meaning == POINTER:
        memory[place_of(hint.target, about)] &= view.playable
    elif meaning == WARNING:
        memory[place_of(hint.target, about)] &= memory[VALUABLE]


@inlined_kernel
def hint_meaning(view: View, memory: Memory, hint: Hint) -> tuple[int, int]:
    """LETTER, POINTER or WARNING, and the slot of the seat hinted that it is about.

    Args:
        memory: as it was before the hint.
    """
    if is_burn(view, hint):
        return LETTER, NO_SLOT
    if _is_warning(view, memory, hint):
        return WARNING, memory[CHOP]
    slot = _pointed_slot(view, memory, hint)
    return LETTER if slot == NO_SLOT else POINTER, slot


@inlined_kernel
def _is_warning(view: View, memory: Memory, hint: Hint) -> bool:
    chop = memory[CHOP]
    if hint.value < view.rules.num_suits or hint.offset != 1 or chop == NO_SLOT:
        return False
    touched = (hint.touched >> chop) & 1 != 0
    cards = memory[place_of(hint.target, chop)]
    return touched and may_warn(view, cards, hint.value, memory[VALUABLE])


@inlined_kernel
def _pointed_slot(view: View, memory: Memory, hint: Hint) -> int:
    """The newest card touched that was and still is in doubt: convention says that it is playable.

    Returns:
        NO_SLOT if there is none, or if the hint proves another card playable to the letter.
    """
    order, found = slots_by_age(view, hint.target), NO_SLOT
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        cards, is_touched = memory[place_of(hint.target, slot)], (hint.touched >> slot) & 1
        if not is_maybe(cards, view.playable):
            continue
        cards = possible_after(view.rules, cards, hint.value, is_touched)
        if is_surely(cards, view.playable):
            return NO_SLOT
        if is_touched and is_maybe(cards, view.playable):
            found = slot
    return found
