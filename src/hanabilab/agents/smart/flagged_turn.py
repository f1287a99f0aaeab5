"""The turn of `value` and of `holmes`: they take the first of these that applies.

1. If the next seat is about to discard the last copy of a card, **rescue** it: the best hint to
   that seat, else the **warning**, the rank of that card.
2. **Play** the lowest card known to be playable.
3. **Hint**: touch most playable cards not known to be, and none that would be misread.
4. `holmes` alone: **gamble** on its newest card that may be playable, with at most one card left in
   the deck.
5. **Burn** a token where nothing may be discarded.
6. **Discard** the oldest card known to be useless, else the chop, else the highest.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.flags import (
    PLAYABLE,
    USELESS,
    find_chop,
    flagged_slots,
    may_warn,
    oldest_flagged,
    playable_slot,
)
from hanabilab.agents.smart.hints import best_touching_hint, burn_hint, rank_hint
from hanabilab.game.actions import NO_ACTION, discard_action, hint_action, play_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    SEVERAL,
    common_color,
    common_rank,
    is_single,
    last_unplayed_copies,
)
from hanabilab.knowledge.hands import ALL_SLOTS, NO_SLOT, newest_slot, slot_at, slots_by_age
from hanabilab.knowledge.hints import rank_value
from hanabilab.knowledge.slot_memory import CARDS, highest_slot, place_of

RESCUES, WARNS, PLAYS, HINTS, GAMBLES, BURNS, DISCARDS, DISCARDS_HIGHEST, AT_A_LOSS = range(9)
_REASONS = (
    "points at a playable card of seat {seat}, which would discard the last copy of a card",
    "warns seat {seat}, which would discard the last copy of a card",
    "plays slot {slot}, which it takes to be playable",
    "touches playable cards of seat {seat}, and none that would be misread",
    "gambles on slot {slot}, with the deck as good as empty",
    "burns a token: nothing to hint at, and nothing may be discarded",
    "discards slot {slot}, the oldest that it need not keep",
    "discards slot {slot}: all its cards are valuable, none known higher",
    "plays slot {slot}: it can neither hint nor discard",
)


def explain_turn(view: View, memory: Memory, infers: bool) -> str:
    """Why the seat to act does what it does; `infers` as in `decide`."""
    action, branch = decide(view, memory, infers)
    place = int(view.rules.action_place[action])
    return _REASONS[branch].format(slot=place, seat=int(seat_at(view, place)))


@inlined_kernel
def decide(view: View, memory: Memory, infers: bool) -> tuple[int, int]:
    """The action, and the branch that it comes from.

    Args:
        infers: `holmes`, who goes by what can be inferred of each card; else `value`, who goes by
            what hints told of it.
    """
    rules = view.rules
    if view.information_tokens > 0:
        chop = find_chop(view, memory, seat_at(view, 1))
        if (
            chop != NO_SLOT
            and (last_unplayed_copies(view) >> view.hands[seat_at(view, 1), chop]) & 1
        ):
            return _rescue(view, memory, chop, infers)
    slot = playable_slot(view, memory)
    if slot != NO_SLOT:
        return play_action(rules, slot), PLAYS
    if view.information_tokens > 0:
        action = _hint(view, memory, infers)
        if action != NO_ACTION:
            return action, HINTS
    if infers and rules.deck_size - view.deck_drawn <= 1:
        slot = _gamble_slot(view, memory)
        if slot != NO_SLOT:
            return play_action(rules, slot), GAMBLES
    if view.information_tokens < rules.max_information_tokens:
        return _discard(view, memory)
    action = burn_hint(view)
    if action != NO_ACTION:
        return action, BURNS
    return play_action(rules, newest_slot(view, view.seat, ALL_SLOTS)), AT_A_LOSS


# --- Hints ---------------------------------------------------------------------------------------


@inlined_kernel
def _rescue(view: View, memory: Memory, chop: int, infers: bool) -> tuple[int, int]:
    value, count = _best_hint(view, memory, seat_at(view, 1), infers)
    if count > 0:
        return hint_action(view.rules, 1, value), RESCUES
    return rank_hint(view, 1, chop), WARNS


@inlined_kernel
def _hint(view: View, memory: Memory, infers: bool) -> int:
    """The best hint of all seats, the nearest on ties."""
    action, most = NO_ACTION, 0
    for offset in range(1, view.rules.num_players):
        value, count = _best_hint(view, memory, seat_at(view, offset), infers)
        if count > most:
            action, most = hint_action(view.rules, offset, value), count
    return action


@inlined_kernel
def _best_hint(view: View, memory: Memory, target: int, infers: bool) -> tuple[int, int]:
    """The best hint to a seat that it will read rightly, and how many cards it is about."""
    rules, known = view.rules, flagged_slots(view, memory, target, PLAYABLE)
    excused_color, excused_rank = 0, 0
    for slot in range(rules.hand_size):
        entry = memory[place_of(target, slot)]
        useless = infers and entry & USELESS != 0
        of_rank = common_rank(rules, entry & CARDS) != SEVERAL
        of_color = infers and common_color(rules, entry & CARDS) != SEVERAL
        excused_color |= int(useless or of_rank) << slot
        excused_rank |= int(useless or of_color) << slot
    avoided = _warning_values(view, memory, target, infers)
    return best_touching_hint(view, target, known, excused_color, excused_rank, avoided)


@inlined_kernel
def _warning_values(view: View, memory: Memory, target: int, infers: bool) -> int:
    """Bit set of the hint values that a seat would read as a warning: one or none."""
    chop = find_chop(view, memory, target)
    if chop == NO_SLOT:
        return 0
    value = rank_value(view.rules, view.hands[target, chop])
    return int(may_warn(view, memory[place_of(target, chop)], value, infers)) << value


# --- The own hand --------------------------------------------------------------------------------


@inlined_kernel
def _gamble_slot(view: View, memory: Memory) -> int:
    """The newest own card neither known to be useless nor named; NO_SLOT if there is none."""
    order = slots_by_age(view, view.seat)
    for place in range(view.rules.hand_size - 1, -1, -1):
        entry = memory[place_of(view.seat, slot_at(order, place))]
        cards = entry & CARDS
        if entry & USELESS == 0 and cards != 0 and not is_single(cards):
            return slot_at(order, place)
    return NO_SLOT


@inlined_kernel
def _discard(view: View, memory: Memory) -> tuple[int, int]:
    slot = oldest_flagged(view, memory, view.seat, USELESS)
    if slot == NO_SLOT:
        slot = find_chop(view, memory, view.seat)
    if slot != NO_SLOT:
        return discard_action(view.rules, slot), DISCARDS
    return discard_action(view.rules, highest_slot(view, memory)), DISCARDS_HIGHEST
