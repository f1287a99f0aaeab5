"""Games of candidates, in tasks of few games each, on threads or elsewhere.

There are two series of games. Candidates of generation `g` play games g * G to g * G + G - 1 of a
seed that is drawn from the run's. The final comparison has a seed for each number of generations:
a run that gets more generations is compared on decks that its owner has not seen before.

Shapes: R candidates, N numbers, G games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.user_files import code_allowed
from hanabilab.arena.chunk import compile_loop, play_scores
from hanabilab.arena.executor import Executor, Work, spread_few
from hanabilab.arena.lineup import Lineup
from hanabilab.randomness import derived_seed
from hanabilab.tuning.settings import Settings

#: The streams that seeds of games are drawn from.
_SEARCH, _FINALS = 73, 74
_A_TASK = 500


def search_seed(settings: Settings) -> int:
    """The seed of the games that candidates play."""
    return derived_seed(settings.seed, 0, _SEARCH)


def finals_seed(settings: Settings, generations: int) -> int:
    """The seed of the games of the final comparison, which have chosen nothing."""
    return derived_seed(settings.seed, generations, _FINALS)


class _Task(NamedTuple):
    """Games from `first` up to `last` of a seed, for one candidate; `row` is its place."""

    row: int
    values: list[int]
    seed: int
    first: int
    last: int


class Player(Work[_Task, tuple[int, int, NDArray[np.int16]]]):
    """Lets candidates play in all seats; what comes of a task is its row, first game and scores."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        compile_loop(self._lineup(settings.start), settings.rules)

    def do(self, task: _Task) -> tuple[int, int, NDArray[np.int16]]:
        """The row, the first game, and the scores."""
        games = np.arange(task.first, task.last)
        lineup = self._lineup(task.values)
        scores, _ = play_scores(lineup, self.settings.rules, task.seed, games)
        return task.row, task.first, scores

    def _lineup(self, values: Sequence[int]) -> Lineup:
        return Lineup((self.settings.agent_with(values),) * self.settings.rules.players)

    def told(self) -> dict[str, Any]:
        """The settings."""
        return self.settings.as_json()

    @classmethod
    def made(cls, told: dict[str, Any]) -> Player:
        """The player that was told; agents in files run, as the user of the driver named them."""
        with code_allowed([], all_files=True):
            return cls(Settings.from_json(told))

    def play(
        self, values: NDArray[np.int64], seed: int, games: range, executor: Executor
    ) -> NDArray[np.int64]:
        """[R, G] scores of candidates, all on the same decks.

        Args:
            values: [R, N] the numbers of each.
            games: which ones of the seed.

        Raises:
            AgentError: a candidate that acts illegally; names agent, game, turn and reason.
        """
        scores = np.zeros((len(values), len(games)), np.int64)
        for row, first, part in spread_few(executor, self, _tasks(values, seed, games)):
            start = first - games.start
            scores[row, start : start + len(part)] = part
        return scores


def _tasks(values: NDArray[np.int64], seed: int, games: range) -> Iterator[_Task]:
    for row, candidate in enumerate(values.tolist()):
        for first in range(games.start, games.stop, _A_TASK):
            last = min(first + _A_TASK, games.stop)
            yield _Task(row, candidate, seed, first, last)
