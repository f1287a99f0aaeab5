"""The search: a generation asked for, raced, and told to the strategy.

Candidates depend on the run's seed and on the orders of earlier generations, never on threads. So a
run comes out the same if it is stopped and resumed between generations.

Shapes: T generations so far, K candidates, N numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.arena.executor import Executor, Workers, executor_of
from hanabilab.errors import ResumeError
from hanabilab.tuning.playing import Player, search_seed
from hanabilab.tuning.race import run_race
from hanabilab.tuning.settings import Settings
from hanabilab.tuning.strategy import Strategy


@dataclass(frozen=True)
class Tuning:
    """A tuning after some generations.

    Attributes:
        values: [T, K, N] the numbers of the candidates.
        order: [T, K] how each race ended, `race.Race.order`.
        games: [T, K] that each candidate has played.
        points: [T, K] sums of their scores.
        opening: [T, K] sums of their scores in the first block of the race.
        means: [T + 1, N] where candidates are drawn around, first at the numbers given.
        deviations: [T + 1, N] the standard deviation that they are drawn with.
    """

    settings: Settings
    values: NDArray[np.int64]
    order: NDArray[np.int64]
    games: NDArray[np.int64]
    points: NDArray[np.int64]
    opening: NDArray[np.int64]
    means: NDArray[np.float64]
    deviations: NDArray[np.float64]

    @classmethod
    def begin(cls, settings: Settings) -> Tuning:
        """Before the first generation."""
        count, numbers = settings.candidates, settings.numbers
        start = np.array(settings.start, np.float64)
        sizes = np.array([number.high - number.low + 1 for number in numbers])
        rows = np.zeros((0, count), np.int64)
        values = np.zeros((0, count, len(numbers)), np.int64)
        spread = settings.spread / 100 * sizes
        return cls(settings, values, rows, rows, rows, rows, start[None], spread[None])

    @property
    def done(self) -> int:
        """Generations so far."""
        return len(self.values)

    @property
    def tuned(self) -> list[int]:
        """The numbers found so far: the mean, made whole; no candidate was picked for its score."""
        numbers = self.settings.numbers
        whole = np.rint(self.means[-1]).astype(np.int64)
        lows, highs = [each.low for each in numbers], [each.high for each in numbers]
        return [int(value) for value in whole.clip(lows, highs)]


def tune(start: Tuning, generations: int, *, threads: Workers = None) -> Iterator[Tuning]:
    """Go on with a tuning, generation by generation, until it has so many.

    Args:
        start: where it has come to.
        threads: at once, or another executor; the default is all cores. Results do not depend on
            it.

    Yields:
        The tuning after each generation.

    Raises:
        AgentError: a candidate that acts illegally.
        ResumeError: generations that do not follow from the settings.
        HanabiError: pyribs is not installed.
    """
    if start.done >= generations:
        return
    executor, player = executor_of(threads), Player(start.settings)
    strategy, now = replayed(start), start
    while now.done < generations:
        now = _after_generation(now, strategy, player, executor)
        yield now


def replayed(tuning: Tuning) -> Strategy:
    """The strategy after all generations of a tuning.

    Raises:
        ResumeError: other candidates than those of the tuning would have come.
    """
    strategy = Strategy(tuning.settings)
    for generation in range(tuning.done):
        if (strategy.ask() != tuning.values[generation]).any():
            raise ResumeError(
                f"the candidates of generation {generation + 1} are not those that follow from the "
                "settings; go on with the agent's numbers and the versions of NumPy and pyribs "
                "that began the run"
            )
        strategy.tell(tuning.order[generation])
    return strategy


def _after_generation(
    tuning: Tuning, strategy: Strategy, player: Player, executor: Executor
) -> Tuning:
    settings, values = tuning.settings, strategy.ask()
    base, seed = tuning.done * settings.games, search_seed(settings)

    def play(rows: NDArray[np.int64], first: int, last: int) -> NDArray[np.int64]:
        return player.play(values[rows], seed, range(base + first, base + last), executor)

    race = run_race(play, settings.candidates, settings.games, settings.drop)
    strategy.tell(race.order)
    return Tuning(
        settings,
        np.concatenate([tuning.values, values[None]]),
        np.vstack([tuning.order, race.order]),
        np.vstack([tuning.games, race.games]),
        np.vstack([tuning.points, race.points]),
        np.vstack([tuning.opening, race.opening]),
        np.vstack([tuning.means, strategy.mean]),
        np.vstack([tuning.deviations, strategy.deviation]),
    )
