"""Why a card cannot be in a slot: the smallest reason, for people.

There are three reasons: a hint says so; or every copy is in sight; or other slots need every copy
that is left. The last one is found by Hall's theorem. Put the card into the slot, and deal copies
to the other slots one after another, moving earlier copies out of the way. If a slot can get none,
the slots that were tried on the way are more than the copies of the cards that were tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class RuledOut(Enum):
    """What rules a card out."""

    BY_HINTS = "hints"
    IN_SIGHT = "all copies are in sight"
    NEEDED = "other slots need every copy left"


@dataclass(frozen=True)
class Reason:
    """Why a card cannot be in a slot.

    Attributes:
        slots: where `NEEDED`, the other slots that need the copies.
        cards: where `NEEDED`, the only cards not all in sight that these slots can be.
        copies: of these cards that are not in sight.
    """

    kind: RuledOut
    slots: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    copies: int = 0


def why_not(
    slot: int, card: int, possible: Sequence[frozenset[int]], copies: Sequence[int]
) -> Reason | None:
    """Why `card` cannot be in `slot`; None if it can.

    Args:
        possible: [slot] the cards that hints allow; empty for an empty slot.
        copies: [card] that are not in sight.
    """
    if card not in possible[slot]:
        return Reason(RuledOut.BY_HINTS)
    if copies[card] == 0:
        return Reason(RuledOut.IN_SIGHT)
    others = [each for each, cards in enumerate(possible) if cards and each != slot]
    needed = [
        found
        for start in range(len(others))
        if (found := _short_of_copies(others[start:] + others[:start], card, possible, copies))
    ]
    return min(needed, key=lambda reason: (len(reason.slots), reason.slots), default=None)


def _short_of_copies(
    slots: Sequence[int], card: int, possible: Sequence[frozenset[int]], copies: Sequence[int]
) -> Reason | None:
    """Deal a copy to each of `slots`, `card` having one copy less; the reason if it cannot be."""
    left = [count - (each == card) for each, count in enumerate(copies)]
    dealt: dict[int, int] = {}
    for slot in slots:
        tried_slots, tried_cards = {slot}, set[int]()
        if not _deal(slot, possible, left, dealt, tried_slots, tried_cards):
            cards = tuple(sorted(each for each in tried_cards if copies[each] > 0))
            total = sum(copies[each] for each in cards)
            return Reason(RuledOut.NEEDED, tuple(sorted(tried_slots)), cards, total)
    return None


def _deal(
    slot: int,
    possible: Sequence[frozenset[int]],
    left: list[int],
    dealt: dict[int, int],
    tried_slots: set[int],
    tried_cards: set[int],
) -> bool:
    """Give `slot` a copy, others being moved to other cards where that makes room."""
    for card in sorted(possible[slot] - tried_cards):
        tried_cards.add(card)
        if left[card] > 0:
            left[card] -= 1
            dealt[slot] = card
            return True
        for other in [each for each, held in dealt.items() if held == card]:
            if other in tried_slots:
                continue
            tried_slots.add(other)
            if _deal(other, possible, left, dealt, tried_slots, tried_cards):
                dealt[slot] = card
                return True
    return False
