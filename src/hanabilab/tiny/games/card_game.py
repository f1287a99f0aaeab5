"""Two cards, two actions: each seat gets a card, the first acts in the open, then the second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hanabilab.errors import GameError
from hanabilab.tiny.game import Chances
from hanabilab.tiny.games.payoff_tables import TINY_HANABI, Payoffs

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
        pairs = [(a, b) for a in range(len(self.payoffs)) for b in range(len(self.payoffs[0]))]
        return [((cards, ()), 1 / len(pairs)) for cards in pairs]

    def turn(self, state: _State) -> int | None:
        return len(state[1]) if len(state[1]) < 2 else None

    def actions(self, state: _State) -> range:
        table = self.payoffs[0][0]
        return range(len(table[0]) if state[1] else len(table))

    def act(self, state: _State, action: int) -> Chances:
        cards, taken = state
        return [((cards, (*taken, action)), 1.0)]

    def public(self, state: _State) -> tuple[int, ...]:
        return state[1]

    def private(self, state: _State, seat: int) -> int:
        return state[0][seat]

    def payoff(self, state: _State) -> float:
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
