"""Methods side by side on one lever game: what teams score with themselves and with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.stats import OverModels, over_models
from hanabilab.tiny.levers.games import LeverGame
from hanabilab.tiny.levers.training import METHODS, LeverSettings, cross_play, moments_of, train


@dataclass(frozen=True)
class Compared:
    """One method after learning, over T teams at E moments.

    Attributes:
        method: its name.
        scores: self-play and cross-play, with teams as the unit.
        matrix: [T, T] exact mean payoffs, in points.
        steps: [E] steps of learning, from 0 on.
        self_play: [E] mean over teams.
        cross_play: [E] mean over pairs of teams.
    """

    method: str
    scores: OverModels
    matrix: NDArray[np.float64]
    steps: NDArray[np.int64]
    self_play: NDArray[np.float64]
    cross_play: NDArray[np.float64]


def compare_methods(
    game: LeverGame, settings: LeverSettings, progress: Callable[[], None] = lambda: None
) -> Iterator[Compared]:
    """All methods in turn, from the same random starts; `progress` is called after each."""
    for name, method in METHODS.items():
        moments = [cross_play(game, each) for each in train(game, method, settings)]
        own = np.trace(moments, axis1=1, axis2=2)
        teams = settings.seeds
        progress()
        yield Compared(
            method=name,
            scores=over_models(moments[-1]),
            matrix=moments[-1],
            steps=moments_of(settings.steps),
            self_play=own / teams,
            cross_play=(np.sum(moments, axis=(1, 2)) - own) / (teams * (teams - 1)),
        )
