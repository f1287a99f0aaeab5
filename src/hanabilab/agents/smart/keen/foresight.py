"""What a hint would tell, and what the next seat would do then: how `keen` chooses its hints.

A hint is *fair* if what it will be read as is true, and if the next seat would then not discard a
valuable card.
"""

from __future__ import annotations

from hanabilab._jit import copy_into, inlined_kernel, scratch
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.hints import Hint, hint_thought_of, pointing_values
from hanabilab.agents.smart.keen.discarding import points_of
from hanabilab.agents.smart.keen.numbers import (
    CARE,
    NAMED_KNOWN,
    NEEDED_LOST,
    PLAYABLE_LOST,
    USELESS_KNOWN,
    VALUABLE_KNOWN,
)
from hanabilab.agents.smart.keen.public import MEMORY_SIZE, tells_playable
from hanabilab.agents.smart.public import VALUABLE, find_chop
from hanabilab.agents.smart.reading import LETTER, POINTER, hint_meaning, take_hint
from hanabilab.game.actions import NO_ACTION, hint_action, hint_values_for, seat_at
from hanabilab.game.cards import NO_CARD, is_playable
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_single, is_surely, lowest_member
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

#: Less than any hint is worth, whatever the numbers.
NO_WORTH = -1000


@inlined_kernel
def best_pointing_hint(view: View, memory: Memory, farthest: int) -> int:
    """The fair hint that tells most and makes a card known as playable; NO_ACTION if none does.

    Args:
        farthest: how far to the left the seats are that it may go to.
    """
    return _best_hint(view, memory, farthest, True, NO_WORTH)


@inlined_kernel
def best_fair_hint(view: View, memory: Memory, least: int) -> int:
    """The fair hint that is worth most; NO_ACTION if that is not more than `least`."""
    return _best_hint(view, memory, view.rules.num_players - 1, False, least)


@inlined_kernel
def _best_hint(view: View, memory: Memory, farthest: int, must_point: bool, most: int) -> int:
    """Ties go to nearer seats, then to colors, then to lower values."""
    after = scratch(MEMORY_SIZE)
    action = NO_ACTION
    for offset in range(1, farthest + 1):
        target = seat_at(view, offset)
        if must_point:
            values = pointing_values(view, memory, target)
        else:
            values = hint_values_for(view, target)
        copy_into(after, memory[:MEMORY_SIZE])
        while values != 0:
            value = lowest_member(values)
            values &= values - 1
            worth = _foresee(view, memory, hint_thought_of(view, offset, value), after)
            if worth <= most:
                continue
            if not must_point or tells_playable(view, memory, after, target):
                action, most = hint_action(view.rules, offset, value), worth
    return action


@inlined_kernel
def _foresee(view: View, memory: Memory, hint: Hint, after: Memory) -> int:
    """How much a hint tells; NO_WORTH if it is not fair.

    Args:
        after: as `memory`, but for what another hint to the seat would tell of its cards; becomes
            the memory after this one.
    """
    meaning, slot = hint_meaning(view, memory, hint)
    if meaning != LETTER and not _is_true(view, memory, meaning, view.hands[hint.target, slot]):
        return NO_WORTH
    first = place_of(hint.target, 0)
    for place in range(first, first + view.rules.hand_size):
        after[place] = memory[place]
    take_hint(view, after, hint, meaning, slot)
    next_seat = seat_at(view, 1)
    chop = find_chop(view, after, next_seat)
    lost = NO_CARD if chop == NO_SLOT else view.hands[next_seat, chop]
    if lost != NO_CARD and (after[VALUABLE] >> lost) & 1 != 0:
        return NO_WORTH
    return _worth_of_telling(view, memory, after, hint.target) + _worth_of_losing(
        view, memory, lost
    )


@inlined_kernel
def _is_true(view: View, memory: Memory, meaning: int, card: int) -> bool:
    if meaning == POINTER:
        return is_playable(view, card)
    return (memory[VALUABLE] >> card) & 1 != 0


@inlined_kernel
def _worth_of_telling(view: View, memory: Memory, after: Memory, target: int) -> int:
    """What a hint tells of the cards of `target`, in cards that it excludes and weights of more."""
    worth = 0
    for slot in range(view.rules.hand_size):
        place = place_of(target, slot)
        old, new = memory[place], after[place]
        worth += count_members(old & ~new)
        if is_surely(new, memory[VALUABLE]) and not is_surely(old, memory[VALUABLE]):
            worth += memory[VALUABLE_KNOWN]
        if is_surely(new, view.useless) and not is_surely(old, view.useless):
            worth += memory[USELESS_KNOWN]
        if is_single(new) and not is_single(old):
            worth += memory[NAMED_KNOWN]
    return worth


@inlined_kernel
def _worth_of_losing(view: View, memory: Memory, card: int) -> int:
    """What it is worth that the next seat then discards a card, or NO_CARD."""
    if card == NO_CARD or (view.useless >> card) & 1:
        return 0
    if is_playable(view, card):
        return int(memory[PLAYABLE_LOST])
    lost = memory[NEEDED_LOST]  # of a three, which is needed for three points
    return int(lost * points_of(view, card) // 3 if memory[CARE] else lost)
