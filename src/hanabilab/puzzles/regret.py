"""How much a player's choices lose, held against rows of move values.

>>> from hanabilab.puzzles.regret import judge
>>> judge([], [])
Traceback (most recent call last):
...
hanabilab.errors.NotationError: there are no rows to judge choices by
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hanabilab.errors import NotationError
from hanabilab.puzzles.forms import ValueRow
from hanabilab.stats.clusters import mean_over_clusters


@dataclass(frozen=True)
class Judgement:
    """What choices have lost.

    Attributes:
        positions: that were judged.
        games: that these are of.
        regret: mean points lost a move, against the reference action of each row.
        regret_sem: its standard error, over games; None for one game alone.
        best: share of the choices that are the reference action, or gain over it.
    """

    positions: int
    games: int
    regret: float
    regret_sem: float | None
    best: float


def regret_of(row: ValueRow, choice: str) -> float:
    """Points that a choice loses against the row's reference action; below 0 where it gains.

    The reference was picked in other worlds than those that compare it. So the mean over rows has
    no winner's curse: noise of the values moves it neither up nor down.

    Args:
        row: a position.
        choice: an action as records write it.

    Raises:
        NotationError: the choice is not legal there.
    """
    for each in row.actions:
        if each.action == choice:
            return 0.0 - each.gain
    raise NotationError(f"{choice!r} is not legal in position {row.id}; legal are {_legal(row)}")


def judge(rows: Sequence[ValueRow], choices: Sequence[str]) -> Judgement:
    """What choices lose, one for each row.

    Raises:
        NotationError: no rows, another number of choices, or one that is not legal.
    """
    if not rows:
        raise NotationError("there are no rows to judge choices by")
    if len(rows) != len(choices):
        raise NotationError(f"{len(choices)} choices for {len(rows)} rows; there is one for each")
    lost = [regret_of(row, choice) for row, choice in zip(rows, choices, strict=True)]
    names = {
        name: number for number, name in enumerate({(row.source, *row.agents) for row in rows})
    }
    games = np.array([names[row.source, *row.agents] for row in rows])
    mean, sem = mean_over_clusters(lost, games)
    return Judgement(len(rows), len(names), mean, sem, float(np.mean(np.array(lost) <= 0)))


def _legal(row: ValueRow) -> str:
    return ", ".join(each.action for each in row.actions)
