"""Sheets on search as an operator: what one step gains, where repeated steps lead, rollouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial

import numpy as np

from hanabilab.stats import estimate
from hanabilab.tiny.operators import (
    Census,
    Iteration,
    Searchers,
    improve,
    improve_random,
    improve_sampled,
    iterate,
    searchers_of,
)
from hanabilab.tiny.policies import Policy, random_policy, value_of
from hanabilab.tiny.solvers import Solution
from hanabilab.tiny.tree import GameTree
from studies.small_games import plots
from studies.small_games.sheet import Sheet

_ROLLOUTS = (1, 3, 10, 30, 100, 300, 1000, 3000)
_CURVES = 4
_RANDOM = 30


def improvement_sheet(
    tree: GameTree, censuses: Sequence[Census], solution: Solution, seed: int
) -> Sheet:
    """Values of blueprints before and after one search, for every operator.

    Args:
        censuses: of all blueprints; none where they are too many, and random ones are taken.
    """
    if censuses:
        before = censuses[0].values
        after = {str(census.searchers): census.searched for census in censuses}
    else:
        searched = {
            str(kind): improve_random(tree, kind, _RANDOM, seed) for kind in searchers_of(tree)
        }
        before = next(iter(searched.values()))[0]
        after = {name: values for name, (_, values) in searched.items()}
    found = plots.Improvements(tree.game.name, before, after, solution.value)
    document = {
        "before": before.tolist(),
        "after": {name: values.tolist() for name, values in after.items()},
    }
    return Sheet(f"improvement-{tree.game.name}", document, partial(plots.save_improvement, found))


def fixed_point_sheet(tree: GameTree, censuses: Sequence[Census], solution: Solution) -> Sheet:
    """Where repeated search ends, from every deterministic blueprint."""
    found = {str(census.searchers): _ends(census) for census in censuses}
    save = partial(plots.save_fixed_points, found, optimum=solution.value, game=tree.game.name)
    document = {
        name: {"starts": {str(v): n for v, n in each.starts.items()}, "cycling": each.cycling}
        for name, each in found.items()
    }
    return Sheet(f"fixed-points-{tree.game.name}", document, save)


def _ends(census: Census) -> plots.FixedPoints:
    cycling = census.cycling()
    ends = np.round(census.values[census.limits()[~cycling]], 6)
    values, counts = np.unique(ends, return_counts=True)
    starts = dict(zip(values.tolist(), counts.tolist(), strict=True))
    return plots.FixedPoints(starts, int(cycling.sum()))


def iteration_sheets(
    tree: GameTree, solution: Solution, start: Policy | None, seed: int
) -> Iterator[Sheet]:
    """Values step by step from some blueprints; a diagram of the first cycle among them.

    Args:
        start: a blueprint to begin with; else random ones.
    """
    starts = (
        [start] if start is not None else [random_policy(tree, seed + n) for n in range(_CURVES)]
    )
    several = [searchers for searchers in searchers_of(tree) if len(searchers.seats) > 1]
    kinds = several or searchers_of(tree)
    curves = [_curve(kind, iterate(tree, policy, kind)) for policy in starts for kind in kinds]
    name = tree.game.name
    save = partial(plots.save_iterations, curves, optimum=solution.value, game=name)
    yield Sheet(f"iterations-{name}", {"iterations": [asdict(curve) for curve in curves]}, save)
    cycles = [curve for curve in curves if curve.returns_to not in (None, len(curve.values) - 1)]
    if cycles:
        yield Sheet(
            f"cycle-{name}", asdict(cycles[0]), partial(plots.save_cycle, cycles[0], game=name)
        )


def _curve(searchers: Searchers, found: Iteration) -> plots.Iteration:
    return plots.Iteration(str(searchers), tuple(found.values.tolist()), found.back_to)


def rollout_sheet(tree: GameTree, blueprint: Policy, runs: int, seed: int) -> Sheet:
    """What search by rollouts is worth, by their number, over seeds."""
    searches = {
        str(kind): _by_rollouts(tree, blueprint, kind, runs, seed) for kind in searchers_of(tree)
    }
    payoffs = tree.payoff[tree.infoset < 0]
    study = plots.RolloutStudy(
        tree.game.name,
        searches,
        value_of(tree, blueprint),
        len(tree.levels),
        (float(payoffs.min()), float(payoffs.max())),
        int(tree.num_actions.max()),
        runs,
    )
    name = f"rollouts-{tree.game.name}"
    return Sheet(name, _rollout_document(study), partial(plots.save_rollouts, study))


def _by_rollouts(
    tree: GameTree, blueprint: Policy, kind: Searchers, runs: int, seed: int
) -> plots.SampledSearch:
    means, intervals = [], []
    for rollouts in _ROLLOUTS:
        values = [
            value_of(
                tree, improve_sampled(tree, blueprint, kind, rollouts=rollouts, seed=seed + run)
            )
            for run in range(runs)
        ]
        found = estimate(np.array(values))
        means.append(found.mean)
        intervals.append(found.ci95 or (found.mean, found.mean))
    exact = value_of(tree, improve(tree, blueprint, kind))
    return plots.SampledSearch(_ROLLOUTS, means, intervals, exact)


def _rollout_document(study: plots.RolloutStudy) -> dict[str, object]:
    searches: Mapping[str, plots.SampledSearch] = study.searches
    return {
        "blueprint": study.blueprint,
        "runs": study.runs,
        "bound": study.bound(np.array(_ROLLOUTS, np.float64)).tolist(),
        "searches": {name: asdict(search) for name, search in searches.items()},
    }
