"""Copies of cards dealt to slots, each of which may hold some cards only: a matching.

A slot that finds no copy left makes another give up its own, if that one finds another (an
augmenting path). If it cannot, by Hall's theorem, the slots tried on the way need more copies than
there are of the cards tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar


class _Ordered(Protocol):
    """What can be sorted, for the same matching every time."""

    def __lt__(self, other: Any, /) -> bool: ...


C = TypeVar("C", bound=_Ordered)


@dataclass(frozen=True)
class Shortage(Generic[C]):
    """Slots that need more copies than there are of the only cards that they may hold."""

    slots: frozenset[int]
    cards: frozenset[C]


@dataclass(frozen=True)
class Dealing(Generic[C]):
    """Copies as they are dealt.

    Attributes:
        possible: the cards that each slot may hold.
        left: copies of each card that are not dealt; changed.
        dealt: the card of each slot that has one; changed.
    """

    possible: Mapping[int, AbstractSet[C]]
    left: dict[C, int]
    dealt: dict[int, C] = field(default_factory=dict)

    def give(self, slot: int) -> Shortage[C] | None:
        """Deal a copy to `slot`, moving earlier ones out of the way; why not, if it cannot be."""
        slots, cards = {slot}, set[C]()
        if self._give(slot, slots, cards):
            return None
        return Shortage(frozenset(slots), frozenset(cards))

    def _give(self, slot: int, slots: set[int], cards: set[C]) -> bool:
        """Deal to `slot`; `slots` and `cards` are those that were tried."""
        for card in sorted(self.possible[slot] - cards):
            cards.add(card)
            if self.left[card] > 0:
                self.left[card] -= 1
                self.dealt[slot] = card
                return True
            for other in [each for each, held in self.dealt.items() if held == card]:
                if other in slots:
                    continue
                slots.add(other)
                if self._give(other, slots, cards):
                    self.dealt[slot] = card
                    return True
        return False
