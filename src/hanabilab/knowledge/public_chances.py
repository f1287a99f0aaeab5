"""What all hands together can be, from common knowledge: the chance of each card in each slot.

Slots for which hints leave the same cards form a *group*. Copies of cards are dealt out one after
another: each goes to a group that may hold it, or stays in the deck. A state of this deal is how
many slots of each group are filled; the deal ends where all are. The number of ways from the
beginning to a state, times the number of ways from there to the end, counts the deals that pass
through it: the *forward-backward algorithm*. Slots that may hold anything are no group: the copies
that are left go to them and to the deck alike.

Arrays of states have an axis for each group, as long as its slots, and one. A group is *open* from
the first card that it may hold to the last; before and after, its axis has one place. So the order
of cards matters: hints of a color open a group for the cards of that color alone.

Exact except for rounding: all numbers are positive, so 64-bit floats keep 12 digits.

Source: Rabiner 1989, "A tutorial on hidden Markov models", section III.A, for forward and backward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError

#: Numbers that all arrays of states may have together: half a gigabyte.
MOST_STATES = 2**26

States = NDArray[np.float64]


def public_chances(possible: Sequence[int], copies: Sequence[int]) -> NDArray[np.float64]:
    """[S, C] how likely each card is in each slot; zeros for an empty slot, or where no deal is.

    Args:
        possible: [S] bit set of the cards that hints leave to each slot; 0 for an empty slot.
        copies: [C] of each card in hands and deck together.

    Raises:
        GameError: more states than `MOST_STATES`.
    """
    return PublicDeals(possible, copies).chances()


@dataclass(frozen=True)
class _Group:
    """Slots that may hold the same cards.

    Attributes:
        mask: bit set of those cards.
        slots: by number.
        first: the first card that it may hold, by its place in the order.
        last: the last one.
    """

    mask: int
    slots: list[int]
    first: int
    last: int


class PublicDeals:
    """All ways to deal copies of cards to slots, of which each slot may hold some cards.

    Shapes: S slots, C cards, G groups.

    Args:
        possible: [S] bit set of the cards that hints leave to each slot; 0 for an empty slot.
        copies: [C] of each card in hands and deck together.

    Raises:
        GameError: more states than `MOST_STATES`.
    """

    def __init__(self, possible: Sequence[int], copies: Sequence[int]) -> None:
        self._copies = np.asarray(copies, np.int64)
        anything = sum(1 << card for card, count in enumerate(copies) if count)
        self._masks = [mask & anything for mask in possible]
        kinds = sorted(set(self._masks) - {0, anything})
        self._order = min(
            (list(range(len(copies))), _narrow_order(kinds, len(copies))),
            key=lambda order: _states(self._groups_of(kinds, order), len(copies)),
        )
        self._groups = self._groups_of(kinds, self._order)
        self._anything = anything
        held = sum(mask != 0 for mask in possible)
        self._is_possible = held <= sum(copies) and all(
            mask == 0 or mask & anything for mask in possible
        )
        if _states(self._groups, len(copies)) > MOST_STATES:
            raise GameError(
                f"hints leave {len(kinds)} different sets of cards to {held} slots: that is too "
                f"much to count all deals"
            )
        self._forward = self._ways_from_the_beginning() if self._is_possible else []

    @property
    def count(self) -> float:
        """In how many ways single copies can fill the slots that hints say something of."""
        if not self._is_possible:
            return 0.0
        orders = prod(factorial(len(group.slots)) for group in self._groups)
        return float(self._forward[-1].item()) * orders

    def chances(self) -> NDArray[np.float64]:
        """[S, C] how likely each card is in each slot; zeros for an empty slot, or if none is."""
        chances = np.zeros((len(self._masks), len(self._copies)))
        if self.count == 0:
            return chances
        shares = self._expected_shares()
        for group, share in zip(self._groups, shares, strict=True):
            chances[group.slots] = share / len(group.slots)
        left = self._copies - shares.sum(axis=0)
        everything = [slot for slot, mask in enumerate(self._masks) if mask == self._anything]
        if self._anything:
            chances[everything] = left / max(left.sum(), 1)
        return chances

    def _groups_of(self, kinds: Sequence[int], order: Sequence[int]) -> list[_Group]:
        groups = []
        for mask in kinds:
            places = [place for place, card in enumerate(order) if mask >> card & 1]
            slots = [slot for slot, each in enumerate(self._masks) if each == mask]
            groups.append(_Group(mask, slots, places[0], places[-1]))
        return groups

    def _ways_from_the_beginning(self) -> list[States]:
        """By place in the order: ways to each state before that card; at the end, to all filled."""
        states = [np.ones((1,) * len(self._groups))]
        for place, card in enumerate(self._order):
            opened = self._widened(states[-1], self._beginning(place), filled=False)
            dealt = self._dealt(opened, card, self._copies[card])
            states.append(_narrowed(dealt, self._ending(place), filled=True))
        return states

    def _expected_shares(self) -> NDArray[np.float64]:
        """[G, C] how many copies of each card each group gets on average."""
        shares = np.zeros((len(self._groups), len(self._copies)))
        backward = np.ones((1,) * len(self._groups))
        deals = self._forward[-1].item()
        for place in range(len(self._order) - 1, -1, -1):
            card = self._order[place]
            backward = self._widened(backward, self._ending(place), filled=True)
            if number := int(self._copies[card]):
                opened = self._widened(self._forward[place], self._beginning(place), filled=False)
                # Each copy is as good as the last of its card.
                before = self._dealt(opened, card, number - 1)
                for axis in self._takers(card):
                    lower, upper = _shifted(axis, before.ndim)
                    ways = float(np.sum(before[lower] * backward[upper]))
                    shares[axis, card] = number * ways / deals
            for _ in range(number):
                backward = self._undealt(backward, card)
            backward = _narrowed(backward, self._beginning(place), filled=False)
        return shares

    def _takers(self, card: int) -> list[int]:
        """The groups that may hold a card."""
        return [axis for axis, group in enumerate(self._groups) if group.mask >> card & 1]

    def _dealt(self, states: States, card: int, number: int) -> States:
        """Ways to each state after `number` more copies."""
        for _ in range(number):
            after = states.copy()
            for axis in self._takers(card):
                lower, upper = _shifted(axis, states.ndim)
                after[upper] += states[lower]
            states = after
        return states

    def _undealt(self, states: States, card: int) -> States:
        """Ways to the end from each state before one more copy."""
        before = states.copy()
        for axis in self._takers(card):
            lower, upper = _shifted(axis, states.ndim)
            before[lower] += states[upper]
        return before

    def _beginning(self, place: int) -> list[int]:
        """The groups that the card at `place` is the first of."""
        return [axis for axis, group in enumerate(self._groups) if group.first == place]

    def _ending(self, place: int) -> list[int]:
        """The groups that the card at `place` is the last of."""
        return [axis for axis, group in enumerate(self._groups) if group.last == place]

    def _widened(self, states: States, axes: list[int], *, filled: bool) -> States:
        """With whole axes of groups, whose slots are all filled, or all empty, where ways are."""
        for axis in axes:
            others = len(self._groups[axis].slots)
            widths = [(0, 0)] * states.ndim
            widths[axis] = (others, 0) if filled else (0, others)
            states = np.pad(states, widths)
        return states


def _states(groups: Sequence[_Group], cards: int) -> int:
    """How many numbers the arrays of states have, of all places in the order together."""
    return sum(
        prod(len(group.slots) + 1 for group in groups if group.first <= place <= group.last)
        for place in range(cards)
    )


def _narrow_order(kinds: Sequence[int], cards: int) -> list[int]:
    """An order of the cards in which few sets are open at a time: always the card that opens least.

    Sets are open from their first card on, until none of their cards is left.
    """
    order: list[int] = []
    left = (1 << cards) - 1
    open_kinds: set[int] = set()
    while left:
        card = min(
            (card for card in range(cards) if left >> card & 1),
            key=lambda card: _open_after(kinds, open_kinds, left, card),
        )
        open_kinds |= {mask for mask in kinds if mask >> card & 1}
        left &= ~(1 << card)
        open_kinds = {mask for mask in open_kinds if mask & left}
        order.append(card)
    return order


def _open_after(kinds: Sequence[int], open_kinds: set[int], left: int, card: int) -> int:
    """How many sets are open once a card is dealt, too."""
    left &= ~(1 << card)
    return sum(1 for mask in kinds if (mask in open_kinds or mask >> card & 1) and mask & left)


def _shifted(axis: int, dimensions: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """States before and after a slot of a group is filled, as indices that go together."""
    every = (slice(None),) * dimensions
    return (
        (*every[:axis], slice(None, -1), *every[axis + 1 :]),
        (*every[:axis], slice(1, None), *every[axis + 1 :]),
    )


def _narrowed(states: States, axes: list[int], *, filled: bool) -> States:
    """Only the states in which the slots of these groups are all filled, or all empty."""
    for axis in axes:
        states = states.take([-1 if filled else 0], axis)
    return states
