"""Hints worth giving: those that all will read as pointing at a playable card that is one."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.burn import rank_value
from hanabilab.agents.smart.cards import (
    NO_SLOT,
    count_cards,
    first_card,
    is_maybe,
    slot_at,
    slots_by_age,
)
from hanabilab.agents.smart.public import CHOP, VALUABLE
from hanabilab.agents.smart.reading import may_warn
from hanabilab.agents.smart.slots import place_of
from hanabilab.game.actions import NO_ACTION, hint_action, seat_at
from hanabilab.game.cards import is_playable
from hanabilab.game.rule_tables import MAX_RANKS, MAX_SUITS
from hanabilab.game.view import View

# No hint value touches more cards than this.
_MOST_ALIKE = max(MAX_SUITS, MAX_RANKS)


@inlined_kernel
def best_hint_of_all(view: View, memory: Memory) -> int:
    """The best hint to the seat to which it tells most, the nearest on ties; NO_ACTION if none."""
    action, most = NO_ACTION, 0
    for offset in range(1, view.rules.num_players):
        value, told = best_hint(view, memory, offset)
        if told > most:
            action, most = hint_action(view.rules, offset, value), told
    return action


@inlined_kernel
def best_hint(view: View, memory: Memory, offset: int) -> tuple[int, int]:
    """The hint to a seat that points at a playable card and tells most, and how much it tells.

    Returns:
        A hint value, and how many cards it excludes to the letter, summed over the slots: 0 if
        there is no such hint. Ties go to colors, then to lower values.
    """
    target = seat_at(view, offset)
    values = _pointing_values(view, memory, target)
    if offset == 1:
        values &= ~_warning_values(view, memory, target)
    best, most = 0, 0
    while values != 0:
        value = count_cards((values & -values) - 1)
        values &= values - 1
        told = _count_excluded(view, memory, target, value)
        if told > most:
            best, most = value, told
    return best, most


@inlined_kernel
def _value_of(view: View, card: int, attribute: int) -> int:
    """The hint value of a card's color (attribute 0) or rank (1)."""
    return view.rules.suit_of[card] if attribute == 0 else rank_value(view, card)


@inlined_kernel
def _warning_values(view: View, memory: Memory, target: int) -> int:
    """Bit set of the hint values that the next seat would read as a warning: one or none."""
    chop = memory[CHOP]
    if chop == NO_SLOT:
        return 0
    value = rank_value(view, view.hands[target, chop])
    return int(may_warn(view, memory[place_of(target, chop)], value, memory[VALUABLE])) << value


@inlined_kernel
def _pointing_values(view: View, memory: Memory, target: int) -> int:
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
        value = _value_of(view, card, attribute)
        may_be = good & view.rules.touches[value] != 0
        may_not = bad & view.rules.touches[value] != 0
        proven |= int(may_be and not may_not) << value
        in_doubt |= int(may_be and may_not) << value
    return proven, in_doubt


@inlined_kernel
def _proving_by_omission(view: View, card: int, good: int, bad: int) -> int:
    """The hint values that prove `card` playable by not touching it: all of `bad` they touch."""
    if count_cards(bad) > _MOST_ALIKE:
        return 0
    proven, some_bad = 0, first_card(bad)
    for attribute in range(2):
        value = _value_of(view, some_bad, attribute)
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
            count += count_cards(memory[place_of(target, slot)] & excluded)
    return count
