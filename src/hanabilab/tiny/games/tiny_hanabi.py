"""The Tiny Hanabi games: a card each, then the first seat acts in the open, then the second.

Source: the Tiny Hanabi Suite of N. Burch and M. Bard, published with Sokota, Lockhart, Timbers et
al. 2021, "Solving common-payoff games with approximate policy iteration".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from hanabilab.errors import GameError
from hanabilab.tiny.game import Chances

#: [first card][second card][first action][second action]
Payoffs: TypeAlias = tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]

TINY_HANABI: Mapping[str, Payoffs] = MappingProxyType(
    {
        "A": (
            (((0, 1), (0, 0)), ((0, 1), (3, 2))),
            (((3, 3), (3, 2)), ((2, 0), (3, 3))),
        ),
        "B": (
            (((1, 0), (1, 0)), ((0, 1), (0, 1))),
            (((0, 1), (0, 0)), ((1, 0), (1, 0))),
        ),
        "C": (
            (((3, 0), (0, 3)), ((2, 0), (3, 3))),
            (((2, 2), (3, 0)), ((0, 1), (0, 2))),
        ),
        "D": (
            (((3, 0), (1, 3)), ((3, 0), (3, 0))),
            (((3, 2), (0, 2)), ((0, 1), (0, 0))),
        ),
        "E": (
            (
                ((10, 0, 0), (4, 8, 4), (10, 0, 0)),
                ((0, 0, 10), (4, 8, 4), (0, 0, 10)),
            ),
            (
                ((0, 0, 10), (4, 8, 4), (0, 0, 0)),
                ((10, 0, 0), (4, 8, 4), (10, 0, 0)),
            ),
        ),
        "F": (
            (((0, 3), (3, 2)), ((0, 0), (0, 1)), ((3, 1), (2, 1))),
            (((0, 2), (0, 1)), ((1, 2), (1, 2)), ((0, 1), (0, 3))),
            (((1, 3), (1, 2)), ((0, 3), (2, 2)), ((3, 1), (3, 0))),
        ),
        "G": ((((1, 2), (3, 4)),),),
    }
)


#: The cards dealt and the actions so far.
_State: TypeAlias = tuple[tuple[int, int], tuple[int, ...]]


@dataclass(frozen=True)
class CardGame:
    """The form of the Tiny Hanabi games; every pair of cards is as likely.

    Args:
        payoffs: [first card][second card][first action][second action].
    """

    name: str
    payoffs: Payoffs
    seats: int = 2

    def deals(self) -> Chances:
        """A card for each seat."""
        pairs = [(a, b) for a in range(len(self.payoffs)) for b in range(len(self.payoffs[0]))]
        return [((cards, ()), 1 / len(pairs)) for cards in pairs]

    def turn(self, state: _State) -> int | None:
        """The seat to act; None once both have."""
        return len(state[1]) if len(state[1]) < 2 else None

    def actions(self, state: _State) -> range:
        """Numbers of actions, the same for every card."""
        table = self.payoffs[0][0]
        return range(len(table[0]) if state[1] else len(table))

    def act(self, state: _State, action: int) -> Chances:
        """The same cards, and one more action."""
        cards, taken = state
        return [((cards, (*taken, action)), 1.0)]

    def public(self, state: _State) -> tuple[int, ...]:
        """The actions so far."""
        return state[1]

    def private(self, state: _State, seat: int) -> int:
        """The seat's card."""
        return state[0][seat]

    def payoff(self, state: _State) -> float:
        """Of both cards and both actions."""
        (first_card, second_card), (first, second) = state
        return self.payoffs[first_card][second_card][first][second]


def tiny_hanabi(letter: str) -> CardGame:
    """One of the Tiny Hanabi games, "A" to "G".

    Raises:
        GameError: no such game.
    """
    if letter not in TINY_HANABI:
        raise GameError(f"no Tiny Hanabi game {letter!r}; they are {', '.join(TINY_HANABI)}")
    return CardGame(letter, TINY_HANABI[letter])
