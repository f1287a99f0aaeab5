"""Hints of the family, and which of them is the best to give.

A **burn** only spends a token, where nothing may be discarded because all of them are there: it is
the rank of the oldest card of the seat before, as all agents of the family know. A **touching**
hint, of `simple`, `value` and `holmes`, says that every card touched is playable, with excuses. A
**pointing** hint, of `smart`, says it of one card alone.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.public import CHOP, VALUABLE, may_warn
from hanabilab.game.actions import (
    NO_ACTION,
    hint_action,
    hint_offset,
    hint_value,
    seat_at,
    touched_slots,
)
from hanabilab.game.cards import is_playable
from hanabilab.game.rule_tables import MAX_RANKS, MAX_SUITS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_maybe, lowest_member
from hanabilab.knowledge.hands import ALL_SLOTS, NO_SLOT, oldest_among, slot_at, slots_by_age
from hanabilab.knowledge.hints import hinted_seat, rank_value, value_of
from hanabilab.knowledge.slot_memory import place_of


class Hint(NamedTuple):
    """A hint, given or thought of.

    Attributes:
        offset: how far its target sits to the left of its giver.
        target: absolute seat.
        value: the hint value.
        touched: bit set of the slots that it touches.
        tokens: information tokens before it.
    """

    offset: int
    target: int
    value: int
    touched: int
    tokens: int


@inlined_kernel
def last_hint(view: View) -> Hint:
    """The last action, a hint."""
    return Hint(
        int(hint_offset(view.rules, view.last_action)),
        int(hinted_seat(view)),
        int(hint_value(view.rules, view.last_action)),
        int(view.last_touched),
        int(view.information_tokens) + 1,
    )


@inlined_kernel
def hint_thought_of(view: View, offset: int, value: int) -> Hint:
    """A hint that the seat to act may give."""
    target = int(seat_at(view, offset))
    touched = int(touched_slots(view, target, value))
    return Hint(int(offset), target, int(value), touched, int(view.information_tokens))


# --- Burns ---------------------------------------------------------------------------------------


@inlined_kernel
def burn_hint(view: View) -> int:
    """The burn: to the seat before, or to the nearest before it with cards; NO_ACTION if none may
    be given.
    """
    if view.information_tokens > 0:
        for offset in range(view.rules.num_players - 1, 0, -1):
            slot = oldest_among(view, seat_at(view, offset), ALL_SLOTS)
            if slot != NO_SLOT:
                return rank_hint(view, offset, slot)
    return NO_ACTION


@inlined_kernel
def rank_hint(view: View, offset: int, slot: int) -> int:
    """The hint to the seat `offset` to the left of the rank of its card in `slot`."""
    card = view.hands[seat_at(view, offset), slot]
    return hint_action(view.rules, offset, rank_value(view.rules, card))


@inlined_kernel
def is_burn(view: View, hint: Hint) -> bool:
    """Whether a hint is a burn: a rank hint to the seat before its giver that touches its oldest
    card, with all tokens there.
    """
    rules = view.rules
    all_there = hint.tokens == rules.max_information_tokens
    to_the_right = hint.offset == rules.num_players - 1
    if hint.value < rules.num_suits or not all_there or not to_the_right:
        return False
    return (hint.touched >> oldest_among(view, hint.target, ALL_SLOTS)) & 1 != 0


# --- Touching hints ------------------------------------------------------------------------------


@inlined_kernel
def best_touching_hint(
    view: View, target: int, known: int, excused_color: int, excused_rank: int, avoided: int
) -> tuple[int, int]:
    """The hint that touches most playable cards not known to be, and none that would be misread.

    Args:
        target: absolute seat.
        known: bit set of the slots known to be playable.
        excused_color: bit set of the slots that a color hint may touch though they are not
            playable.
        excused_rank: the same for rank hints.
        avoided: bit set of the hint values not to be given.

    Returns:
        A hint value and how many such cards it touches: 0 if there is no such hint. Ties go to
        colors, then to lower values.
    """
    rules = view.rules
    touching, misread, counts = 0, 0, 0
    for slot in range(rules.hand_size):
        card = view.hands[target, slot]
        if card < 0:
            continue
        color, rank = int(rules.suit_of[card]), int(rank_value(view.rules, card))
        if not is_playable(view, card):
            misread |= (~(excused_color >> slot) & 1) << color
            misread |= (~(excused_rank >> slot) & 1) << rank
        elif (known >> slot) & 1 == 0:
            touching |= rules.touched_by[card]
            counts += (1 << (4 * color)) + (1 << (4 * rank))
    return _most_counted(touching & ~misread & ~avoided, counts)


@inlined_kernel
def _most_counted(values: int, counts: int) -> tuple[int, int]:
    """The lowest of `values` with the highest count, four bits each in `counts`; and that count."""
    best, most = 0, 0
    while values != 0:
        value = lowest_member(values)
        values &= values - 1
        count = (counts >> (4 * value)) & 15
        if count > most:
            best, most = value, count
    return best, most


# --- Pointing hints ------------------------------------------------------------------------------

# No hint value touches more cards than this.
_MOST_ALIKE = max(MAX_SUITS, MAX_RANKS)


@inlined_kernel
def best_hint(view: View, memory: Memory, offset: int) -> tuple[int, int]:
    """The hint to a seat that points at a playable card and tells most, and how much it tells.

    Returns:
        A hint value, and how many cards it excludes to the letter, summed over the slots: 0 if
        there is no such hint. Ties go to colors, then to lower values.
    """
    target = seat_at(view, offset)
    values = pointing_values(view, memory, target)
    if offset == 1:
        values &= ~_warning_values(view, memory, target)
    best, most = 0, 0
    while values != 0:
        value = lowest_member(values)
        values &= values - 1
        told = _count_excluded(view, memory, target, value)
        if told > most:
            best, most = value, told
    return best, most


@inlined_kernel
def _warning_values(view: View, memory: Memory, target: int) -> int:
    """Bit set of the hint values that the next seat would read as a warning: one or none."""
    chop = memory[CHOP]
    if chop == NO_SLOT:
        return 0
    value = rank_value(view.rules, view.hands[target, chop])
    return int(may_warn(view, memory[place_of(target, chop)], value, memory[VALUABLE])) << value


@inlined_kernel
def pointing_values(view: View, memory: Memory, target: int) -> int:
    """Bit set of the hint values that point at a playable card.

    Such a hint proves a card playable to the letter, or the newest card that it touches and leaves
    in doubt is playable.
    """
    order = slots_by_age(view, target)
    touching, proving, honest, decided = 0, 0, 0, 0
    for place in range(view.rules.hand_size - 1, -1, -1):
        slot = slot_at(order, place)
        card, cards = view.hands[target, slot], memory[place_of(target, slot)]
        if card < 0:
            continue
        touching |= view.rules.touched_by[card]
        if not is_maybe(cards, view.playable):
            continue
        good, bad = cards & view.playable, cards & ~view.playable
        proven, in_doubt = _split_touching(view, card, good, bad)
        proving |= proven | _proving_by_omission(view, card, good, bad)
        if is_playable(view, card):
            honest |= in_doubt & ~decided
        decided |= in_doubt
    return (proving | honest) & touching


@inlined_kernel
def _split_touching(view: View, card: int, good: int, bad: int) -> tuple[int, int]:
    """Of the two hint values that touch `card`: which prove it playable, which leave it in doubt.

    Args:
        good: the playable cards that it can be.
        bad: the others that it can be.
    """
    proven, in_doubt = 0, 0
    for attribute in range(2):
        value = value_of(view.rules, card, attribute)
        may_be = good & view.rules.touches[value] != 0
        may_not = bad & view.rules.touches[value] != 0
        proven |= int(may_be and not may_not) << value
        in_doubt |= int(may_be and may_not) << value
    return proven, in_doubt


@inlined_kernel
def _proving_by_omission(view: View, card: int, good: int, bad: int) -> int:
    """The hint values that prove `card` playable by not touching it: all of `bad` they touch."""
    if count_members(bad) > _MOST_ALIKE:
        return 0
    proven, some_bad = 0, lowest_member(bad)
    for attribute in range(2):
        value = value_of(view.rules, some_bad, attribute)
        touches = view.rules.touches[value]
        omitted = (touches >> card) & 1 == 0
        proven |= int(omitted and bad & ~touches == 0 and good & ~touches != 0) << value
    return proven


@inlined_kernel
def _count_excluded(view: View, memory: Memory, target: int, value: int) -> int:
    """How many cards a hint excludes to the letter, summed over the slots of a hand."""
    touches, count = view.rules.touches[value], 0
    for slot in range(view.rules.hand_size):
        card = view.hands[target, slot]
        if card >= 0:
            excluded = ~touches if (touches >> card) & 1 else touches
            count += count_members(memory[place_of(target, slot)] & excluded)
    return count
