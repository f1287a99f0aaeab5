"""Public ranges kept from turn to turn, and shared by the seats of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeAlias

from hanabilab.beliefs.history import History
from hanabilab.beliefs.partners import PartnerModel
from hanabilab.beliefs.public import PublicRanges, begin
from hanabilab.game.cards import NO_CARD

__all__ = ["PublicCache"]

#: Takes public ranges one action further.
Step: TypeAlias = Callable[[PublicRanges, History, PartnerModel], PublicRanges]

_MAX_KEPT = 8
#: Fields of STATE that are not public.
_HIDDEN = ("hands", "deck")


@dataclass(frozen=True)
class PublicCache:
    """The public ranges of the games that are being played; what is kept never changes a result."""

    _kept: dict[bytes, PublicRanges] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ranges_of(self, history: History, model: PartnerModel, step: Step) -> PublicRanges:
        """The public ranges at the present turn of `history`."""
        public = self._take(history) or begin(history, model)
        while public.turn < history.turn:
            public = step(public, history, model)
        with self._lock:
            self._kept[_key(history, history.turn)] = public
            while len(self._kept) > _MAX_KEPT:
                self._kept.pop(next(iter(self._kept)))
        return public

    def _take(self, history: History) -> PublicRanges | None:
        """The latest ranges kept of this game, which are then kept no more."""
        for turn in range(history.turn, -1, -1):
            with self._lock:
                found = self._kept.pop(_key(history, turn), None)
            if found:
                return found
        return None


def _key(history: History, turn: int) -> bytes:
    """All that is public of a game before action number `turn`."""
    past = history.replay(turn, history.likely_deck)[0]
    public = [past[name].tobytes() for name in past.dtype.names if name not in _HIDDEN]
    used = past.deck[: past.deck_drawn].copy()  # in which order, too
    used[past.deck_index[past.deck_index >= 0]] = NO_CARD
    return b"".join([history.actions[:turn].tobytes(), used.tobytes(), *public])
