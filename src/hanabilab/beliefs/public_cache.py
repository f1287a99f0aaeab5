"""What searching seats have in common, kept from turn to turn and shared by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, Protocol, TypeVar

from hanabilab.beliefs.history import History
from hanabilab.beliefs.searchers import Pair
from hanabilab.game.cards import NO_CARD

_MAX_KEPT = 8


class _Ranges(Protocol):
    """Common knowledge before action number `turn`."""

    @property
    def turn(self) -> int: ...

    def fit(self, history: History, /) -> bool:
        """Whether they are those of any game with the same public course in which they hold what
        the two hold in `history`.
        """
        ...


R = TypeVar("R", bound=_Ranges)


@dataclass(frozen=True)
class PublicCache(Generic[R]):
    """The ranges of the games that are being played; what is kept never changes a result."""

    _kept: dict[bytes, R] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ranges_of(
        self, history: History, begin: Callable[[History], R], step: Callable[[R, History], R]
    ) -> R:
        """The ranges at the present turn of `history`.

        Args:
            history: of one of the seats that search.
            begin: the ranges after the deal.
            step: takes ranges one action further.
        """
        ranges = self._take(history) or begin(history)
        while ranges.turn < history.turn:
            ranges = step(ranges, history)
        public, own = _keys(history, history.turn)
        with self._lock:
            self._kept[public if ranges.fit(history) else own] = ranges
            while len(self._kept) > _MAX_KEPT:
                self._kept.pop(next(iter(self._kept)))
        return ranges

    def _take(self, history: History) -> R | None:
        """The latest ranges kept of this game, which are then kept no more."""
        for turn in range(history.turn, -1, -1):
            public, own = _keys(history, turn)
            with self._lock:
                shared = self._kept.get(public)
                fits = shared is not None and shared.fit(history)
                found = self._kept.pop(public if fits else own, None)
            if found:
                return found
        return None


def _keys(history: History, turn: int) -> tuple[bytes, bytes]:
    """What is public before action number `turn`, beside the hands of seats that do not search.

    And the same with all that the seat of `history` sees: for ranges that are not known to be those
    of other hands, too.
    """
    past, pair = history.replay(turn, history.likely_deck)[0], Pair.of(history.rules)
    other = pair.other(history.seat)
    seen = bytes([history.seat]) + past.hands[other].tobytes()
    past.hands[[pair.leader, pair.follower]] = NO_CARD
    used = past.deck[: past.deck_drawn].copy()  # in which order, too
    used[past.deck_index[past.deck_index >= 0]] = NO_CARD
    shown = [past[name].tobytes() for name in past.dtype.names if name != "deck"]
    public = b"".join([history.actions[:turn].tobytes(), used.tobytes(), *shown])
    return public, public + seen
