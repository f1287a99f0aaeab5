"""Why a card cannot be in a slot: the smallest reason, for people.

There are three reasons: a hint says so; or every copy is in sight; or other slots need every copy
that is left. The last one is found by putting the card into the slot and dealing copies to the
other slots (`knowledge.matching`), until one is short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from hanabilab.knowledge.matching import Dealing


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
    left = {each: count - (each == card) for each, count in enumerate(copies)}
    dealing = Dealing(dict(enumerate(possible)), left)
    for slot in slots:
        if short := dealing.give(slot):
            cards = tuple(sorted(each for each in short.cards if copies[each] > 0))
            total = sum(copies[each] for each in cards)
            return Reason(RuledOut.NEEDED, tuple(sorted(short.slots)), cards, total)
    return None
