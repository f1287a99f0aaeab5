"""What the games of a challenge sum up to, by number of players, lost games counted both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hanabilab.stats.summary import estimate


class Played(NamedTuple):
    """A game that a candidate has played.

    Attributes:
        game: the server's number of it; -1 where that is no number.
        players: seats at the table.
        seats: those that the candidate held.
        turns: actions of all seats.
        score: points, 0 for a game lost by the last life.
        points: on the table, kept where the game was lost.
        lost: by the last life.
        losses: of each decision of the candidate, minus the logarithm of the chance that its
            partner gave to it, in nats; of partners that tell chances.
    """

    game: int
    players: int
    seats: tuple[int, ...]
    turns: int
    score: int
    points: int
    lost: bool
    losses: tuple[float, ...] = ()


def report(games: Sequence[Played]) -> dict[str, Any]:
    """The keys `by_players` and `games_played` of documents."""
    counts = sorted({game.players for game in games})
    return {
        "by_players": [
            _summed([game for game in games if game.players == players]) for players in counts
        ],
        "games_played": [_row(game) for game in games],
    }


def _row(game: Played) -> dict[str, Any]:
    row = game._asdict()
    del row["losses"]
    row["number"], row["bombed"] = row.pop("game"), row.pop("lost")
    row["held"] = list(row.pop("seats"))
    row["points_kept"] = row.pop("points")
    return row


def _summed(games: Sequence[Played]) -> dict[str, Any]:
    scores = np.array([game.score for game in games])
    points = np.array([game.points for game in games])
    whole = scores[[not game.lost for game in games]]
    losses = [loss for game in games for loss in game.losses]
    zero, kept = estimate(scores), estimate(points)
    return {
        "players": games[0].players,
        "games": len(games),
        "mean": zero.mean,
        "sem": zero.sem,
        "median": float(np.median(scores)),
        "points_mean": kept.mean,
        "points_sem": kept.sem,
        "points_median": float(np.median(points)),
        "bomb_rate": float(np.mean([game.lost for game in games])),
        "mean_not_lost": float(whole.mean()) if len(whole) else None,
        "candidate_cross_entropy": float(np.mean(losses)) if losses else None,
    }
