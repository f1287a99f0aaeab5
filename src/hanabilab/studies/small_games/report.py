"""The report of a game, sheet by sheet. Sheets that a game is too large for are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from hanabilab.studies.small_games.learning import learning_sheet
from hanabilab.studies.small_games.search import (
    fixed_point_sheet,
    improvement_sheet,
    iteration_sheets,
    rollout_sheet,
)
from hanabilab.studies.small_games.sheet import Sheet
from hanabilab.studies.small_games.values import (
    belief_sheet,
    cross_play_sheet,
    ladder_sheet,
    payoff_sheet,
)
from hanabilab.tiny.learners import ALGORITHMS, LearnSettings
from hanabilab.tiny.operators import searchers_of, take_census
from hanabilab.tiny.policies import MAX_POLICIES, Policy, count_policies, policies_at, random_policy
from hanabilab.tiny.solvers import Solution, solve, try_all
from hanabilab.tiny.tree import GameTree

Done = Callable[[], None]

_FIGURES = 9


@dataclass(frozen=True)
class ReportSettings:
    """How much is run for the figures that need chance.

    Attributes:
        seed: of random blueprints, rollouts and learners.
        learners: seeds of each learning algorithm; 0 for no learning.
        episodes: that each learner plays.
        runs: searches of each number of rollouts.
    """

    seed: int = 0
    learners: int = 32
    episodes: int = 100_000
    runs: int = 100


def count_steps(settings: ReportSettings) -> int:
    """Steps of a game's report, for its progress."""
    return _FIGURES + (len(ALGORITHMS) if settings.learners else 0)


def make_report(tree: GameTree, settings: ReportSettings, done: Done) -> Iterator[Sheet]:
    """The sheets of a game, as they are ready.

    Args:
        done: called after each of `count_steps` steps.

    Raises:
        GameError: too large to solve.
    """
    solution = solve(tree).require_solved()
    yield from _values(tree, solution, settings, done)
    yield from _search(tree, solution, settings, done)
    if settings.learners:
        seeds = range(settings.seed, settings.seed + settings.learners)
        learn = LearnSettings(episodes=settings.episodes)
        yield learning_sheet(tree, solution, seeds, learn, done)


def _values(
    tree: GameTree, solution: Solution, settings: ReportSettings, done: Done
) -> Iterator[Sheet]:
    sheets = [payoff_sheet(tree, solution), belief_sheet(tree, solution)]
    sheets.append(ladder_sheet(tree, solution, settings.seed))
    if _is_small(tree):
        sheets.append(cross_play_sheet(tree, try_all(tree)))
    for sheet in sheets:
        if sheet is not None:
            yield sheet
    for _ in range(4):
        done()


def _search(
    tree: GameTree, solution: Solution, settings: ReportSettings, done: Done
) -> Iterator[Sheet]:
    start: Policy | None = None
    small = _is_small(tree)
    censuses = [take_census(tree, searchers) for searchers in searchers_of(tree) if small]
    yield improvement_sheet(tree, censuses, solution, settings.seed)
    if small:
        yield fixed_point_sheet(tree, censuses, solution)
        # Where some policy makes independent search go round, that one is worth a look.
        cycling = np.flatnonzero(censuses[-2].cycling())
        start = policies_at(tree, cycling[:1])[:, 0] if cycling.size else None
    done()
    done()
    yield from iteration_sheets(tree, solution, start, settings.seed)
    done()
    done()
    blueprint = random_policy(tree, settings.seed) if start is None else start
    yield rollout_sheet(tree, blueprint, settings.runs, settings.seed)
    done()


def _is_small(tree: GameTree) -> bool:
    """Whether all joint policies can be looked at."""
    return count_policies(tree) <= MAX_POLICIES
