"""Two seats that search, how each can repeat the other's searches, and a cache of the results.

A seat's decision depends on what it sees and on the range of its own hand, never on that hand. So
anyone who knows that range can run its search again, for every hand that the other may hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanabilab.beliefs import HandRange, History, PartnerModel
from hanabilab.beliefs.hand_range import EMPTY, NO_CARDS, card_at, with_card
from hanabilab.beliefs.replay import Held, fill_moves
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rows import new_views
from hanabilab.game.rule_tables import MAX_CARDS, MAX_DECK, MAX_HAND
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck, look


@dataclass(frozen=True)
class Pair:
    """The two seats that search.

    Attributes:
        leader: who acts first.
        follower: who acts next.
    """

    leader: int
    follower: int

    @classmethod
    def of(cls, rules: Rules) -> Pair:
        """The two seats that act first."""
        return cls(rules.first_seat, (rules.first_seat + 1) % rules.players)

    def other(self, seat: int) -> int:
        """The one of the two that is not `seat`."""
        return self.leader + self.follower - seat


@dataclass(frozen=True)
class SearchedAction:
    """An action found by search.

    Attributes:
        turn: its number.
        hands: the range of the seat that searched, then.
    """

    turn: int
    hands: HandRange


#: Whether a search, run again, takes the action it took if the other holds the packed hand.
RunsAgain: TypeAlias = Callable[[SearchedAction, int], bool]


class Understanding(NamedTuple):
    """How the two account for each other's actions."""

    model: PartnerModel  # of the actions of the blueprint
    max_range: int  # hands at most for which a searched action is run again
    runs_again: RunsAgain  # for searched actions


def held_by(hands: Any, seat: int) -> int:
    """The packed hand that `seat` has in `hands` [P, H]."""
    packed = NO_CARDS
    for slot in range(MAX_HAND):
        card = int(hands[seat, slot])
        packed = with_card(packed, slot, card if card >= 0 else EMPTY)
    return packed


def as_known(history: History, turn: int, seat: int, hands: dict[int, int]) -> History:
    """What `seat` knows before action `turn`, if seats hold `hands` then.

    Args:
        hands: packed hands by seat; all other hands are those of `history`. They must agree with
            hints; the deck of what is returned may hold a card too often, where nobody looks.
    """
    deck = history.likely_deck.copy()
    past = history.replay(turn, deck)[0]
    for holder, packed in hands.items():
        for slot in range(MAX_HAND):
            if card_at(packed, slot) != EMPTY:
                deck[past.deck_index[holder, slot]] = card_at(packed, slot)
    past = history.replay(turn, deck)[0]
    view, known = new_views(history.rules, 1)[0], np.zeros(MAX_DECK, np.int16)
    look(view, past, seat)
    fill_known_deck(known, past, seat)
    return replace(history, view=view, known_deck=known, deck=deck)


def hands_then(hands: HandRange, history: History, seat: int, turn: int) -> NDArray[np.int32]:
    """[N] the hands that `seat` held before action `turn`, if it holds `hands` now."""
    past = history.replay(turn, history.likely_deck)[0]
    moved_from = np.zeros(MAX_HAND, np.int64)
    fill_moves(moved_from, past, Held(seat, hands.places))
    packed_hands = np.empty(len(hands), np.int32)
    for index, packed in enumerate(hands.packed_hands.tolist()):
        then = NO_CARDS
        for slot in range(MAX_HAND):
            card = card_at(packed, int(moved_from[slot])) if moved_from[slot] >= 0 else EMPTY
            if card == EMPTY and past.hands[seat, slot] != NO_CARD:
                card = int(history.known_deck[past.deck_index[seat, slot]])
            then = with_card(then, slot, card)
        packed_hands[index] = then
    return packed_hands


def public_counts(past: Any) -> NDArray[np.int64]:
    """[MAX_CARDS] copies that are neither played nor discarded."""
    counts = np.zeros(MAX_CARDS, np.int64)
    for cards in past.left:
        counts += (int(cards) >> np.arange(MAX_CARDS)) & 1
    return counts


# --- Ranges kept ----------------------------------------------------------------------------------

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
