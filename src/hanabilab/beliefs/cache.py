"""Ranges kept from turn to turn, so that the next one is made from the last.

A cache changes how long a range takes, never what it is: `update_range` gives the same from the
deal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.history import History
from hanabilab.beliefs.partners import PartnerModel
from hanabilab.beliefs.ranges import update_range
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.rules import Rules

#: Hands that all ranges kept may have together: the oldest are forgotten first.
_MAX_HANDS = 40_000_000
_MAX_RANGES = 256


@dataclass(frozen=True)
class _Entry:
    model: PartnerModel
    rules: Rules
    view: bytes
    known_deck: NDArray[np.int16]
    actions: NDArray[np.int16]
    hands: HandRange

    @classmethod
    def of(cls, history: History, model: PartnerModel, hands: HandRange) -> _Entry:
        deck, actions = history.known_deck.copy(), history.actions[: history.turn].copy()
        return cls(model, history.rules, history.view.tobytes(), deck, actions, hands)

    def is_of(self, history: History, model: PartnerModel) -> bool:
        """Whether the game of `history` went through the turn of this range."""
        turn, known = len(self.actions), self.known_deck != UNKNOWN_CARD
        return (
            (self.model, self.rules) == (model, history.rules)
            and turn in history.own_turns
            and np.array_equal(self.actions, history.actions[:turn])
            and np.array_equal(self.known_deck[known], history.known_deck[known])
            # The same hint may have touched other cards of the own hand: the view tells.
            and self.view == history.view_at(turn).tobytes()
        )


@dataclass(frozen=True)
class RangeCache:
    """The last range of each of the games that are being played; safe to share among threads."""

    _entries: list[_Entry] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def range_of(self, history: History, model: PartnerModel) -> HandRange:
        """The range at the seat's present turn.

        Raises:
            AgentError: the position cannot come from a game.
        """
        before = self._take(history, model)
        hands = update_range(history, before, model)
        self._keep(history, model, hands)
        return hands

    def _take(self, history: History, model: PartnerModel) -> HandRange | None:
        with self._lock:
            for index in range(len(self._entries) - 1, -1, -1):
                if self._entries[index].is_of(history, model):
                    return self._entries.pop(index).hands
        return None

    def _keep(self, history: History, model: PartnerModel, hands: HandRange) -> None:
        with self._lock:
            self._entries.append(_Entry.of(history, model, hands))
            while len(self._entries) > 1 and (
                sum(len(entry.hands) for entry in self._entries) > _MAX_HANDS
                or len(self._entries) > _MAX_RANGES
            ):
                self._entries.pop(0)
