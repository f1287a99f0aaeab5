"""A race: the candidates of a generation on the same decks; who is surely behind drops out.

The games are cut into four blocks. After each block but the last, the candidates are ranked by mean
score. The better half is what CMA-ES learns from. A candidate behind that half drops out if its
mean difference from the last candidate of that half, deck by deck, is below zero by more than
`drop` standard errors. The test is made three times for each candidate, and the last of the half
is not known beforehand; so a good candidate drops out somewhat more often than the normal
distribution says.

Shapes: K candidates, R of them in the race, G games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.tuning.strategy import num_parents

_BLOCKS = 4

#: Plays for candidates `rows` [R] the games from `first` up to `last`: scores [R, last - first].
Play: TypeAlias = Callable[[NDArray[np.int64], int, int], NDArray[np.int64]]


class Race(NamedTuple):
    """How a race ended.

    Attributes:
        order: [K] rows, the best first. Who stayed longer is before who dropped out earlier.
        games: [K] that each has played.
        points: [K] sums of their scores.
        opening: [K] sums of scores in the first block, which all have played.
    """

    order: NDArray[np.int64]
    games: NDArray[np.int64]
    points: NDArray[np.int64]
    opening: NDArray[np.int64]


def opening_games(games: int) -> int:
    """Games of the first block of a race of `games`."""
    return games // _BLOCKS


def run_race(play: Play, candidates: int, games: int, drop: int) -> Race:
    """Let candidates race over `games` decks.

    Args:
        play: plays their games.
        drop: standard errors.
    """
    scores = np.zeros((candidates, games), np.int64)
    played = np.zeros(candidates, np.int64)
    racing, dropped = np.arange(candidates), np.zeros(0, np.int64)
    ends = [games * (block + 1) // _BLOCKS for block in range(_BLOCKS)]
    for first, last in zip([0, *ends], ends, strict=False):
        scores[racing, first:last] = play(racing, first, last)
        played[racing] = last
        # Stable, so that of equal ones the lower row is first, on every machine.
        racing = racing[np.argsort(-scores[racing].sum(axis=1), kind="stable")]
        if last < games:
            behind = surely_behind(scores[racing, :last], num_parents(candidates), drop)
            dropped = np.concatenate([racing[behind], dropped])
            racing = racing[~behind]
    opening = scores[:, : ends[0]].sum(axis=1)
    return Race(np.concatenate([racing, dropped]), played, scores.sum(axis=1), opening)


def surely_behind(scores: NDArray[np.int64], parents: int, drop: int) -> NDArray[np.bool_]:
    """[R] which candidates drop out.

    Args:
        scores: [R, G] of candidates, the best first, on the same decks.
        parents: how many candidates the next generation is learned from.
        drop: standard errors.
    """
    gains = scores - scores[parents - 1]
    rows = enumerate(gains.tolist())
    return np.array([row >= parents and _is_behind(each, drop) for row, each in rows])


def _is_behind(gains: list[int], drop: int) -> bool:
    """Whether the mean of `gains` is below zero by more than `drop` standard errors.

    The squares of both are compared in whole numbers, so that it is the same on every machine.
    """
    count, total = len(gains), sum(gains)
    squares = sum(gain * gain for gain in gains)
    return total < 0 and total**2 * (count - 1) > drop**2 * (count * squares - total**2)
