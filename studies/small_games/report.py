"""The report of a game, sheet by sheet. Sheets that a game is too large for are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import numpy as np

from hanabilab.errors import GameError
from hanabilab.randomness import MAX_SEED
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.tiny.learners import ALGORITHMS, LearnSettings
from hanabilab.tiny.operators import Census, searchers_of, take_census
from hanabilab.tiny.policies import MAX_POLICIES, Policy, count_policies, policies_at, random_policy
from hanabilab.tiny.solvers import Solution, solve, try_all
from hanabilab.tiny.tree import GameTree
from studies.small_games.learning import learning_sheet
from studies.small_games.search import (
    fixed_point_sheet,
    improvement_sheet,
    iteration_sheets,
    rollout_sheet,
)
from studies.small_games.sheet import Sheet
from studies.small_games.values import (
    belief_sheet,
    cross_play_sheet,
    ladder_sheet,
    payoff_sheet,
)

Done: TypeAlias = Callable[[], None]

_FIGURES = 9

# Seeds of a kind; the last of them is still a seed.
_MOST = 10_000
_LAST_SEED = MAX_SEED - _MOST


@dataclass(frozen=True)
class ReportSettings:
    """How much is run for the figures that need chance.

    Attributes:
        seed: of random blueprints, rollouts and learners.
        learners: seeds of each learning algorithm; 0 for no learning.
        episodes: that each learner plays.
        runs: searches of each number of rollouts.

    Raises:
        GameError: a number out of range.
    """

    seed: Annotated[int, Setting("First seed of all that is random.", 0, _LAST_SEED)] = 0
    learners: Annotated[int, Setting("Seeds of each algorithm.", 0, _MOST)] = 32
    episodes: Annotated[int, Setting("Games of each learner.", 1, 10**10)] = 100_000
    runs: Annotated[int, Setting("Searches of each number of rollouts.", 2, _MOST)] = 100

    def __post_init__(self) -> None:
        check_settings(self, GameError)

    @property
    def learning(self) -> LearnSettings:
        """Of each learner."""
        return LearnSettings(episodes=self.episodes)


def count_steps(settings: ReportSettings) -> int:
    """Steps of a game's report, for its progress."""
    return _FIGURES + (len(ALGORITHMS) if settings.learners else 0)


def make_report(tree: GameTree, settings: ReportSettings, done: Done) -> Iterator[Sheet]:
    """The sheets of a game, as they are ready.

    Args:
        done: called after each of `count_steps` steps.

    Raises:
        GameError: too large to solve.
        StoppedError: Ctrl-C before it was solved.
    """
    solution = solve(tree).require_solved()
    yield from _values(tree, solution, settings, done)
    yield from _search(tree, solution, settings, done)
    if settings.learners:
        seeds = range(settings.seed, settings.seed + settings.learners)
        yield learning_sheet(tree, solution, seeds, settings.learning, done)


def _values(
    tree: GameTree, solution: Solution, settings: ReportSettings, done: Done
) -> Iterator[Sheet]:
    makers: list[Callable[[], Sheet | None]] = [
        lambda: payoff_sheet(tree, solution),
        lambda: belief_sheet(tree, solution),
        lambda: ladder_sheet(tree, solution, settings.seed),
        lambda: cross_play_sheet(tree, try_all(tree)) if _is_small(tree) else None,
    ]
    for make in makers:
        if (sheet := make()) is not None:
            yield sheet
        done()


def _search(
    tree: GameTree, solution: Solution, settings: ReportSettings, done: Done
) -> Iterator[Sheet]:
    small = _is_small(tree)
    censuses = [take_census(tree, searchers) for searchers in searchers_of(tree) if small]
    yield improvement_sheet(tree, censuses, solution, settings.seed)
    done()
    if small:
        yield fixed_point_sheet(tree, censuses, solution)
    done()
    start = _cycling_policy(tree, censuses)
    yield from iteration_sheets(tree, solution, start, settings.seed)
    done()
    done()
    blueprint = random_policy(tree, settings.seed) if start is None else start
    yield rollout_sheet(tree, blueprint, settings.runs, settings.seed)
    done()


def _cycling_policy(tree: GameTree, censuses: Sequence[Census]) -> Policy | None:
    """The first policy that makes independent search go round: that one is worth a look."""
    for census in censuses:
        cycling = np.flatnonzero(census.cycling())
        if not census.searchers.joint and cycling.size:
            return policies_at(tree, cycling[:1])[:, 0]
    return None


def _is_small(tree: GameTree) -> bool:
    """Whether all joint policies can be looked at."""
    return count_policies(tree) <= MAX_POLICIES
