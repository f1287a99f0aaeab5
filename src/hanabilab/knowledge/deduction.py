"""What a hand can be, exactly: every joint possibility, its chance, and why others are ruled out.

Two slots may compete for one copy, so slots are not judged one by one: `hand_counts` counts the
deals of the whole hand. Partners' choices are not used here; see `beliefs` for these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import RulesError
from hanabilab.game.checks import whole_number
from hanabilab.game.view import View
from hanabilab.knowledge.hand_counts import count_hand
from hanabilab.knowledge.reasons import Reason, why_not


@dataclass(frozen=True)
class HandDeduction:
    """What the hand of a seat can be.

    Attributes:
        seat: whose hand.
        possible: [H] bit sets of the cards that hints allow in each slot; 0 for an empty slot.
        copies: [C] of each card that are not in sight.
        deals: in how many ways the hand can be dealt; 0 if that view cannot be.
        ways: [H, C] the deals with each card in each slot.
    """

    seat: int
    possible: NDArray[np.int64]
    copies: NDArray[np.int64]
    deals: int
    ways: NDArray[np.int64]

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """[H, C] the chance of each card in each slot; zeros for an empty slot."""
        return np.asarray(self.ways / max(self.deals, 1))

    def can_be(self, slot: int) -> frozenset[int]:
        """The cards that a slot can hold, all slots taken together."""
        return frozenset(np.flatnonzero(self.ways[slot]).tolist())

    def chance(self, cards: int) -> NDArray[np.float64]:
        """[H] the chance of each slot to hold one of a bit set of cards, as `view.playable`."""
        among = (cards >> np.arange(self.copies.size)) & 1
        # Whole numbers are added, so that what is certain is 1, and not a bit less.
        return np.asarray((self.ways @ among) / max(self.deals, 1))

    def why_not(self, slot: int, card: int) -> Reason | None:
        """Why a slot cannot hold a card; None if it can."""
        return why_not(slot, card, self._possible_cards, self.copies.tolist())

    @cached_property
    def _possible_cards(self) -> list[frozenset[int]]:
        return [
            frozenset(card for card in range(self.copies.size) if possible >> card & 1)
            for possible in self.possible.tolist()
        ]


def deduce_hand(view: View, seat: int | None = None) -> HandDeduction:
    """What the hand of `seat` can be, as far as its holder can know it.

    Args:
        view: of the seat that asks.
        seat: whose hand; the default is the asking seat's own. Of another's it is what the asking
            seat is sure that the holder knows: a card in the asking seat's own hand, which the
            holder sees, counts as not in sight.

    Raises:
        RulesError: no such seat is at the table.
    """
    rules = view.rules
    holder = whole_number(view.seat if seat is None else seat)
    if holder is None or not 0 <= holder < rules.num_players:
        raise RulesError(f"seat is {seat!r}; seats are 0 to {rules.num_players - 1}")
    copies = np.zeros(rules.num_cards, np.int64)
    for count in range(len(view.left)):
        copies += (int(view.left[count]) >> np.arange(rules.num_cards)) & 1
    for other in range(rules.num_players):
        for card in view.hands[other, : rules.hand_size].tolist():
            if other != holder and card >= 0:
                copies[card] -= 1
    held = view.deck_index[holder, : rules.hand_size] >= 0
    possible = np.where(held, view.possible[holder, : rules.hand_size], 0).astype(np.int64)
    ways = np.zeros((len(possible), len(copies)), np.int64)
    deals = int(count_hand(ways, possible, copies))
    return HandDeduction(holder, possible, copies, deals, ways)
