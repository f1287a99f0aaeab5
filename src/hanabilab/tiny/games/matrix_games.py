"""Games in which both seats choose once, neither seeing the other: a matrix, and levers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hanabilab.errors import GameError
from hanabilab.tiny.game import Chances

#: What the first seat chose, then the second.
_State: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class MatrixGame:
    """One payoff for each pair of choices, made at once.

    Args:
        payoffs: [first action][second action].
    """

    name: str
    payoffs: tuple[tuple[float, ...], ...]
    seats: int = 2

    def deals(self) -> Chances:
        """One: there are no cards."""
        return [((), 1.0)]

    def turn(self, state: _State) -> int | None:
        """The seat that chooses now; None once both have."""
        return len(state) if len(state) < 2 else None

    def actions(self, state: _State) -> range:
        """Rows for the first seat, columns for the second."""
        return range(len(self.payoffs[0]) if state else len(self.payoffs))

    def act(self, state: _State, action: int) -> Chances:
        """The choices so far, with one more."""
        return [((*state, action), 1.0)]

    def public(self, state: _State) -> int:
        """How many have chosen, not what."""
        return len(state)  # that a choice was made, not which

    def private(self, state: _State, seat: int) -> None:  # noqa: ARG002  # nobody sees a thing
        """Nothing."""
        return

    def payoff(self, state: _State) -> float:
        """Of both choices."""
        return self.payoffs[state[0]][state[1]]


def lever_game(levers: int = 10) -> MatrixGame:
    """Both pull a lever: 1 point if it is the same, .9 if that is lever 0.

    Source: Hu, Lerer, Peysakhovich & Foerster 2020, "'Other-Play' for zero-shot coordination".

    Raises:
        GameError: fewer than 2 levers, or over 1,000.
    """
    if type(levers) is not int or not 2 <= levers <= 1000:
        raise GameError(f"levers is {levers!r}; a whole number from 2 to 1000 is needed")
    same = [0.9] + [1.0] * (levers - 1)
    rows = tuple(
        tuple(same[one] if one == other else 0.0 for other in range(levers))
        for one in range(levers)
    )
    return MatrixGame(f"lever({levers})", rows)


def parse_matrix(text: str) -> MatrixGame:
    """A matrix game from its rows: "10 0; 0 9".

    Raises:
        GameError: not a rectangle of numbers.
    """
    try:
        rows = tuple(tuple(float(word) for word in row.split()) for row in text.split(";"))
    except ValueError:
        raise GameError(
            f"cannot read matrix {text!r}; write rows of numbers, '10 0; 0 9'"
        ) from None
    if not rows[0] or len({len(row) for row in rows}) > 1:
        raise GameError(f"matrix {text!r} has rows of different lengths or none; write '10 0; 0 9'")
    return MatrixGame(f'matrix("{text}")', rows)
