"""The value of a game without signals: nobody learns from what the others do.

Each seat keeps what it alone sees, and what it did itself. Of public events it learns only whose
turn it is, and which actions are legal. The optimum of that game is the best of those joint
policies in which nobody goes by the actions of others.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from hanabilab.tiny.enumeration import enumerate_game
from hanabilab.tiny.game import SmallGame
from hanabilab.tiny.solvers.public_belief import Solution, solve


class SilentGame:
    """A game with its public events hidden, but for whose turn it is; all else is the game's.

    Args:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game, self.seats = game, game.seats
        self.name = f"{game.name} without signals"
        self.deals, self.turn, self.actions = game.deals, game.turn, game.actions
        self.act, self.payoff = game.act, game.payoff

    def public(self, state: Any) -> Hashable:
        """Whose turn it is, and nothing else."""
        return self.turn(state)

    def private(self, state: Any, seat: int) -> Hashable:
        """What the seat sees alone; what it may do, on its turn."""
        own = self.turn(state) == seat
        return self.game.private(state, seat), tuple(self.actions(state)) if own else None


def solve_silent(game: SmallGame, *, seconds: float | None = None) -> Solution:
    """The best joint policy that goes by no signal; the policy is one of the silent game's tree.

    Raises:
        GameError: as `enumerate_game` and `solve`.
    """
    return solve(enumerate_game(SilentGame(game)), seconds=seconds)
