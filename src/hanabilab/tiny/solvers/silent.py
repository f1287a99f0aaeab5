"""The value of a game without signals: nobody learns from what the others do.

Each seat keeps what it alone sees, and what it did itself. Of public events it learns only whose
turn it is, and which actions are legal. The optimum of that game is the best of those joint
policies in which nobody goes by the actions of others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hanabilab.tiny.enumeration import enumerate_game
from hanabilab.tiny.game import SmallGame
from hanabilab.tiny.solvers.public_belief import Solution, solve


@dataclass(frozen=True)
class SilentGame:
    """`game` with its public events hidden, but for whose turn it is."""

    game: SmallGame

    @property
    def name(self) -> str:
        """That of the game, and what is missing."""
        return f"{self.game.name} without signals"

    @property
    def seats(self) -> int:
        """As in the game."""
        return self.game.seats

    def deals(self) -> Iterable[tuple[Any, float]]:
        """As in the game."""
        return self.game.deals()

    def turn(self, state: Any) -> int | None:
        """As in the game."""
        return self.game.turn(state)

    def actions(self, state: Any) -> Sequence[Any]:
        """As in the game."""
        return self.game.actions(state)

    def act(self, state: Any, action: Any) -> Iterable[tuple[Any, float]]:
        """As in the game."""
        return self.game.act(state, action)

    def public(self, state: Any) -> Hashable:
        """Whose turn it is, and nothing else."""
        return self.game.turn(state)

    def private(self, state: Any, seat: int) -> Hashable:
        """What the seat sees alone; what it may do, on its turn."""
        own = self.game.turn(state) == seat
        return self.game.private(state, seat), tuple(self.game.actions(state)) if own else None

    def payoff(self, state: Any) -> float:
        """As in the game."""
        return self.game.payoff(state)


def solve_silent(game: SmallGame, *, seconds: float | None = None) -> Solution:
    """The best joint policy that goes by no signal; the policy is one of the silent game's tree.

    Raises:
        GameError: as `enumerate_game` and `solve`.
    """
    return solve(enumerate_game(SilentGame(game)), seconds=seconds)
