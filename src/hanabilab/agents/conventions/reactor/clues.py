"""What a hint to the next seat means: the first of these that fits.

1. A card that was hinted before is now known to be playable: that is all.
2. A color calls the newest touched card that may be playable.
3. A rank without a new card calls the newest touched card that may be playable, if every useful
   card that it can be is.
4. A rank whose newest new card can only be useless calls for nothing: all know it.
5. A rank by which every useful card that its newest new card can be is playable calls that card.
6. Any other rank calls the first card past that one which no hint has touched to be discarded; or
   nothing, if it touches the oldest of the cards that no hint had touched.

Source: ReactorZero, as docs/conventions.md tells it.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.reactor.memory import HINTED, place_in_hand, slot_at_place
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.hands import NO_SLOT

#: What a hint calls for.
NOTHING, TO_PLAY, TO_DISCARD = range(3)


@kernel
def meaning(view: View, memory: Memory, seat: int, value: int, touched: int) -> tuple[int, int]:
    """What a hint to the next seat calls for, and the slot.

    Args:
        view: before or after the hint: no hand is read.
        memory: before the hint.
        seat: who was hinted.
        value: the hint value.
        touched: bit set of slots.
    """
    rules = view.rules
    before, new = int(memory[HINTED + seat]), touched & ~int(memory[HINTED + seat])
    if _reveals_a_play(view, memory, seat, value, touched & before):
        return NOTHING, NO_SLOT
    if value < rules.num_suits:
        slot = _newest_playable(view, memory, seat, value, touched)
        return (TO_PLAY, slot) if slot >= 0 else (NOTHING, NO_SLOT)
    focus = _newest(view, seat, new)
    if focus < 0:
        slot = _newest_playable(view, memory, seat, value, touched)
        useful = slot >= 0 and _all_useful_playable(view, memory, seat, slot, value)
        return (TO_PLAY, slot) if useful else (NOTHING, NO_SLOT)
    possible = possible_cards(view, memory, seat, focus) & rules.touches[value]
    if possible & ~view.useless == 0:
        return NOTHING, NO_SLOT
    if possible & ~view.useless & ~view.playable == 0:
        return TO_PLAY, focus
    return _to_discard(view, seat, before, new, focus)


@kernel
def _to_discard(view: View, seat: int, before: int, new: int, focus: int) -> tuple[int, int]:
    """The first card past the focus that no hint has touched; none if the oldest one is touched."""
    oldest, found, first = NO_SLOT, NO_SLOT, MAX_HAND + 1
    oldest_place, start = 0, place_in_hand(view, seat, focus)
    for slot in range(MAX_HAND):
        if view.deck_index[seat, slot] >= 0 and not before >> slot & 1:
            place = int(place_in_hand(view, seat, slot))
            if place > oldest_place:
                oldest, oldest_place = slot, place
            if start < place < first and not new >> slot & 1:
                found, first = slot, place
    if new >> oldest & 1 or found < 0:
        return NOTHING, NO_SLOT
    return TO_DISCARD, found


@kernel
def _reveals_a_play(view: View, memory: Memory, seat: int, value: int, slots: int) -> bool:
    """Whether a card that was hinted before becomes known to be playable."""
    touches, found = view.rules.touches[value], False
    for slot in range(MAX_HAND):
        if slots >> slot & 1:
            before = possible_cards(view, memory, seat, slot)
            known = before & touches & ~view.playable == 0
            found = found or (known and before & ~view.playable != 0)
    return found


@kernel
def _newest_playable(view: View, memory: Memory, seat: int, value: int, touched: int) -> int:
    """The newest touched card that may be playable; NO_SLOT for none."""
    for place in range(1, MAX_HAND + 1):
        slot = slot_at_place(view, seat, place)
        if slot >= 0 and touched >> slot & 1:
            possible = possible_cards(view, memory, seat, slot) & view.rules.touches[value]
            if possible & view.playable:
                return slot
    return NO_SLOT


@kernel
def _all_useful_playable(view: View, memory: Memory, seat: int, slot: int, value: int) -> bool:
    """Whether every useful card that the card can be is playable."""
    possible = possible_cards(view, memory, seat, slot) & view.rules.touches[value]
    return possible & ~view.useless & ~view.playable == 0


@kernel
def _newest(view: View, seat: int, slots: int) -> int:
    """The newest card of a bit set of slots; NO_SLOT for none."""
    for place in range(1, MAX_HAND + 1):
        slot = slot_at_place(view, seat, place)
        if slot >= 0 and slots >> slot & 1:
            return slot
    return NO_SLOT
