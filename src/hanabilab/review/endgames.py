"""The end of a game by exact values with open hands: where the win went, and what cost most.

No seats could do better than these values (`search.endgame`). So a win that they give up was there
to be had by luck at best, and one that they never had was lost before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hanabilab.notation import Record, replay
from hanabilab.search.endgame import Bounds, EndgameValues, open_values


@dataclass(frozen=True)
class EndgameTurn:
    """An action near the end, beside the best ones.

    Attributes:
        turn: its number, from 1.
        best_win: chance of all points, of the action that is best for it.
        win: of the action that was played.
        best_score: expected score, of the action that is best for it.
        score: of the action that was played.
    """

    turn: int
    best_win: Bounds
    win: Bounds
    best_score: Bounds
    score: Bounds

    @property
    def win_lost(self) -> Fraction | None:
        """The chance of all points that it cost; None where a value is not exact."""
        return _cost(self.best_win, self.win)

    @property
    def score_lost(self) -> Fraction | None:
        """The points that it cost; None where a value is not exact."""
        return _cost(self.best_score, self.score)

    def as_json(self) -> dict[str, Any]:
        """Every number by its name."""
        names = ("best_win", "win", "best_score", "score")
        return {"turn": self.turn} | {name: getattr(self, name).document() for name in names}


@dataclass(frozen=True)
class EndgameReview:
    """The end of a game, from the first position with so few cards in the deck.

    Attributes:
        turns: in order; none where the game ended before.
    """

    turns: tuple[EndgameTurn, ...]

    @property
    def last_winnable(self) -> int | None:
        """The last action before which all points are known to be there still; None if none is."""
        found = [each.turn for each in self.turns if each.best_win.lower > 0]
        return found[-1] if found else None

    @property
    def is_decided(self) -> bool:
        """Whether all points are known to be lost at every later action."""
        later = (each for each in self.turns if each.turn > (self.last_winnable or 0))
        return all(each.best_win.upper == 0 for each in later)

    @property
    def costliest(self) -> EndgameTurn | None:
        """The action that cost most, in chances of all points, then in points; None if none did."""
        costs = [
            (each.win_lost or Fraction(), each.score_lost or Fraction(), -each.turn, each)
            for each in self.turns
        ]
        worst = max(costs, key=lambda cost: cost[:3], default=None)
        return worst[3] if worst and any(worst[:2]) else None

    def as_json(self) -> dict[str, Any]:
        """Every number by its name."""
        worst = self.costliest
        return {
            "last_winnable": self.last_winnable,
            "costliest": worst and worst.turn,
            "by_turn": [each.as_json() for each in self.turns],
        }


def review_endgame(
    record: Record,
    *,
    cards: int = 5,
    seconds: float = 5.0,
    progress: Callable[[], None] | None = None,
) -> EndgameReview:
    """Value every action of a game from where so few cards are in the deck.

    Args:
        cards: in the deck at most; `search.endgame.MOST_CARDS` at most.
        seconds: for each position, about; what is not exact by then has bounds.
        progress: called after every position.

    Raises:
        AgentError: too many cards.
        IllegalActionError: an impossible action; which, and why.
    """
    found = []
    for turn, (game, action) in enumerate(zip(replay(record), record.actions, strict=False)):
        if game.cards_left <= cards:
            found.append(_turn(turn + 1, action, open_values(game, seconds=seconds)))
            if progress:
                progress()
    return EndgameReview(tuple(found))


def _turn(turn: int, action: int, values: EndgameValues) -> EndgameTurn:
    played = next(each for each in values.actions if each.action == action)
    wins, scores = zip(*((each.win, each.score) for each in values.actions), strict=True)
    return EndgameTurn(turn, _best(wins), played.win, _best(scores), played.score)


def _best(bounds: tuple[Bounds, ...]) -> Bounds:
    return Bounds(max(each.lower for each in bounds), max(each.upper for each in bounds))


def _cost(best: Bounds, played: Bounds) -> Fraction | None:
    return best.lower - played.lower if best.exact and played.exact else None
