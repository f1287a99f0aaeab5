"""Matrix games of zero-shot coordination: two players who have never met must do the same thing.

A game has one room or more. With several rooms, the first player says openly which one both enter.
In a room both players pull a lever at once, neither seeing the other, and both get what the room's
matrix pays. Some levers are *alike*: they differ in nothing but their names, so that two players
who have never met cannot agree on one of them.

Shapes: R rooms, L levers of a room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.games import matrix_games

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Room:
    """Levers, and what pairs of them pay.

    Attributes:
        payoffs: [L, L] by the first player's lever and the second's, in points.
        kinds: [L] whole numbers; levers of the same kind are alike.
    """

    payoffs: Matrix
    kinds: NDArray[np.int64]

    @property
    def alike(self) -> Matrix:
        """[L, L] 1 where two levers are alike, else 0."""
        return (self.kinds[:, None] == self.kinds).astype(np.float64)

    @property
    def renamed(self) -> Matrix:
        """[L, L] mean payoffs where the second player's names are drawn at random.

        This is all of Other-Play in a matrix game: within each block of two kinds, every entry
        becomes the mean of the block.
        """
        share = self.alike / self.alike.sum(axis=1, keepdims=True)
        return share @ self.payoffs @ share.T


@dataclass(frozen=True)
class LeverGame:
    """A game, and the sentence that tells it.

    Attributes:
        rooms: one, or those that the first player chooses from, openly.
    """

    name: str
    story: str
    rooms: tuple[Room, ...]


def _levers(pay: list[float], kinds: list[int] | None = None) -> Room:
    """Levers that pay when both players pull the same one."""
    return Room(np.diag(pay), np.array(kinds or np.unique(pay, return_inverse=True)[1]))


def _plain() -> LeverGame:
    """The small game of that name. The names of all but the first lever can be exchanged."""
    story = "ten levers; the same one pays 1 point, or 0.9 if it is the first"
    pay = np.diag(matrix_games.lever_game().payoffs)
    return LeverGame("levers", story, (_levers(pay.tolist()),))


def _handles() -> LeverGame:
    room = _levers([0.9, 0.9] + [1.0] * 9)
    room.payoffs[:2, :2] = 0.9
    story = "the same, but the first lever has two handles, and either will do"
    return LeverGame("handles", story, (room,))


def _rooms() -> LeverGame:
    story = "the first player says openly: the lever for 0.9, or the room of the nine for 1"
    return LeverGame("rooms", story, (_levers([0.9]), _levers([1.0] * 9)))


def _again() -> LeverGame:
    """Source: after the two-stage lever game of Treutlein, Dennis, Oesterheld & Foerster 2021."""
    story = "two equal levers, once pulled alike; now both repeat, or both switch, for 1 point"
    return LeverGame("again", story, (_levers([1.0, 1.0], [0, 1]),))


_MAKERS: tuple[Callable[[], LeverGame], ...] = (_plain, _handles, _rooms, _again)
#: All games by name.
GAMES = MappingProxyType({game.name: game for game in (make() for make in _MAKERS)})


def lever_game(name: str) -> LeverGame:
    """The game of that name.

    Raises:
        GameError: there is none.
    """
    if name not in GAMES:
        raise GameError(f"unknown lever game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def critical_temperature(levers: int) -> float:
    """The highest temperature at which one of several equal levers can be preferred.

    Both players pull with chances in proportion to exp(payoff / temperature). If one lever has the
    chance p with both and each other q = (1 - p) / (levers - 1), then log(p / q) is (p - q) divided
    by the temperature. So the temperature is (p - q) / log(p / q); this is its largest value. Above
    it all have the same chance, whatever learning begins with.
    """
    one = np.linspace(1 / levers, 1, 100_001)[1:-1]
    other = (1 - one) / (levers - 1)
    return float(((one - other) / np.log(one / other)).max())
