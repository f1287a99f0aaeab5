"""What rooms above answer for `Game`: its questions to agents, and its picture in notebooks.

`import hanabilab` opens those rooms, and each names its function here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabilab.game.games import Game

_ANSWER: list[Callable[[Game, Any, int], int]] = []
_DRAWN: list[Callable[[Game], str]] = []


def answer_asks_by(function: Callable[[Game, Any, int], int]) -> None:
    """Let `function(game, agent, seed)` answer `Game.ask`."""
    _ANSWER[:] = [function]


def draw_games_by(function: Callable[[Game], str]) -> None:
    """Let `function(game)` draw games for notebooks, as HTML."""
    _DRAWN[:] = [function]


def ask_in(game: Game, agent: Any, seed: int) -> int:
    """The action that an agent would take now."""
    return _ANSWER[0](game, agent, seed)


def draw(game: Game) -> str:
    """The board, as HTML."""
    return _DRAWN[0](game)
