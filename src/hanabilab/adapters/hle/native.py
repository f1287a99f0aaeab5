"""`pyhanabi.ffi` and `pyhanabi.lib`, for the calls into C that published programs make.

There is no C behind them. These programs read the cards of a hand into a card that they have made:

    card = pyhanabi.ffi.new("pyhanabi_card_t*")
    for slot in range(pyhanabi.lib.ObsGetHandSize(observation, player)):
        pyhanabi.lib.ObsGetHandCard(observation, player, slot, card)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_CARD = "pyhanabi_card_t*"


@dataclass
class CardPointer:
    """A card that `lib` writes into; color and rank are -1 where the observer does not see it."""

    color: int = 0
    rank: int = 0


class Ffi:
    """What makes such cards."""

    def new(self, kind: str) -> CardPointer:
        """A card.

        Raises:
            AttributeError: any other kind.
        """
        if kind.replace(" ", "") != _CARD:
            raise AttributeError(
                f'ffi.new makes "{_CARD}" alone here, not {kind!r}; see docs/hle.md'
            )
        return CardPointer()


class Lib:
    """The two functions of HLE's library that read hands; any other is an AttributeError."""

    def ObsGetHandSize(self, observation: Any, pid: int) -> int:  # noqa: N802  # as HLE's
        """Cards in a hand of an observation; players are counted from the observer."""
        return len(observation.observed_hands()[_within(pid, observation.num_players(), "player")])

    def ObsGetHandCard(self, observation: Any, pid: int, index: int, card: CardPointer) -> None:  # noqa: N802
        """Write the card of a slot into `card`."""
        hand = observation.observed_hands()[_within(pid, observation.num_players(), "player")]
        found = hand[_within(index, len(hand), "slot")]
        card.color, card.rank = found.color(), found.rank()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"lib has ObsGetHandSize and ObsGetHandCard alone here, not {name}; see docs/hle.md"
        )


def _within(number: int, count: int, what: str) -> int:
    """A number that is one of `count`.

    Raises:
        IndexError: it is not (HLE ends the process).
    """
    if not 0 <= number < count:
        raise IndexError(f"no {what} {number}; they are 0 to {count - 1}")
    return number
