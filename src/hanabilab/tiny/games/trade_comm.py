"""Trade Comm: each seat says one word about the item it holds, then both propose a trade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hanabilab.errors import GameError
from hanabilab.tiny.game import Chances

#: The two items, then what was said and which trades were offered, seats in turn.
_State: TypeAlias = tuple[int, ...]
_ITEMS, _UTTERANCES, _TRADES = 2, 4, 6


@dataclass(frozen=True)
class TradeComm:
    """Each seat gets an item and says one of the utterances; then each offers a trade, in secret.

    A trade is `give * items + take`. The payoff is 1 if both offers are the exchange of what they
    hold, else 0.

    Args:
        items: 1-20, every pair as likely.
        utterances: 1-20.

    Raises:
        GameError: numbers out of range.

    Source: Sokota, Lockhart, Timbers et al. 2021, section 5.
    """

    items: int
    utterances: int
    seats: int = 2

    def __post_init__(self) -> None:
        for name in ("items", "utterances"):
            value = getattr(self, name)
            if type(value) is not int or not 1 <= value <= 20:
                raise GameError(f"{name} is {value!r}; a whole number from 1 to 20 is needed")

    @property
    def name(self) -> str:
        """With its sizes, as the registry of games reads it."""
        return f"trade-comm({self.items}, {self.utterances})"

    def deals(self) -> Chances:
        """An item for each seat."""
        pairs = [(one, other) for one in range(self.items) for other in range(self.items)]
        return [(pair, 1 / len(pairs)) for pair in pairs]

    def turn(self, state: _State) -> int | None:
        """The seat to act; None once both have proposed a trade."""
        return len(state) % 2 if len(state) < _TRADES else None

    def actions(self, state: _State) -> range:
        """Utterances at first, then proposals of a trade."""
        return range(self.utterances if len(state) < _UTTERANCES else self.items**2)

    def act(self, state: _State, action: int) -> Chances:
        """The items and actions so far, with one more."""
        return [((*state, action), 1.0)]

    def public(self, state: _State) -> tuple[int, ...]:
        """How far the game is, and what was said."""
        return (len(state), *state[_ITEMS:_UTTERANCES])

    def private(self, state: _State, seat: int) -> int:
        """The seat's item."""
        return state[seat]

    def payoff(self, state: _State) -> float:
        """1 if both propose the trade of their items, else 0."""
        one, other, _, _, first, second = state
        return float(first == one * self.items + other and second == other * self.items + one)
