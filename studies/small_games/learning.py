"""A sheet on learning: how far each algorithm comes, over seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from hanabilab.stats import estimate, rate
from hanabilab.tiny.learners import ALGORITHMS, Learning, LearnSettings, fitting_algorithms, learn
from hanabilab.tiny.solvers import Solution
from hanabilab.tiny.sweeps import value_margin
from hanabilab.tiny.tree import GameTree
from studies.small_games import plots
from studies.small_games.sheet import Sheet


def learning_sheet(
    tree: GameTree,
    solution: Solution,
    seeds: Sequence[int],
    settings: LearnSettings,
    done: Callable[[], None],
) -> Sheet:
    """Curves of all algorithms but those that the game is too large for; the document names these.

    Args:
        done: called after each algorithm.
    """
    curves = []
    fitting = fitting_algorithms(tree)
    left_out = [algorithm for algorithm in ALGORITHMS if algorithm not in fitting]
    for _ in left_out:
        done()
    for algorithm in fitting:
        found = learn(tree, algorithm, seeds=seeds, settings=settings)
        curves.append(curve_of(found, solution.value))
        done()
    name, payoffs = tree.game.name, tree.payoff[tree.infoset < 0]
    goal = plots.LearningGoal(name, float(payoffs.min()), solution.value)
    save = partial(plots.save_learning, curves, goal)
    learners = [_document(curve) for curve in curves]
    document = {"seeds": list(seeds), "learners": learners, "left_out": left_out}
    return Sheet(f"learning-{name}", document, save)


def curve_of(found: Learning, optimum: float) -> plots.LearningCurve:
    """Means and shares over seeds, with their intervals."""
    means = [estimate(values) for values in found.curves.T]
    enough = optimum - value_margin(found.tree.largest_payoff)
    solved = [rate(int(n), len(found.seeds)) for n in (found.curves >= enough).sum(0)]
    return plots.LearningCurve(
        name=found.algorithm,
        family=ALGORITHMS[found.algorithm].family,
        episodes=found.episodes,
        mean=[each.mean for each in means],
        ci95=[each.ci95 or (np.nan, np.nan) for each in means],
        solved=[each.mean for each in solved],
        solved_ci95=[each.ci95 for each in solved],
        seeds=len(found.seeds),
        cpu_seconds=found.seconds / len(found.seeds),
    )


def _document(curve: plots.LearningCurve) -> dict[str, Any]:
    ends = np.asarray(curve.ci95).tolist()
    return {
        "algorithm": curve.name,
        "episodes": np.asarray(curve.episodes).tolist(),
        "mean": np.asarray(curve.mean).tolist(),
        "ci95": ends if curve.seeds > 1 else [None] * len(ends),
        "solved": np.asarray(curve.solved).tolist(),
        "solved_ci95": np.asarray(curve.solved_ci95).tolist(),
        "cpu_seconds_a_seed": curve.cpu_seconds,
    }
