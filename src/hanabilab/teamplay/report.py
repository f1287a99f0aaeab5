"""Cross-play as tables and documents: what `hanabi crossplay` prints and writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena.measures import behavior
from hanabilab.stats import Estimate, estimate, over_models
from hanabilab.teamplay.analysis import (
    VarianceSplit,
    find_best_responses,
    mean_and_error,
    pair_scores,
    played_scores,
    self_and_cross,
    split_variance,
)
from hanabilab.teamplay.pair_plan import Pairs, PairsPlan

# Modes of the interaction that a report lists.
_MODES = 10


def pairs_table(pairs: Pairs) -> pl.DataFrame:
    """One row for each entry of the matrix, in its order: scores, and how both sides behaved.

    Columns: one, others, games, mean, sem; the ratios of `arena.measures` of the one, and with
    `others_` before the name those of the others; scores, game by game.
    """
    plan, shape = pairs.plan, pairs.scores.shape[:2]
    mean, error = mean_and_error(played_scores(pairs))
    ratios = behavior(pairs.counters)
    columns = {
        "one": np.repeat(plan.ones, shape[1]),
        "others": np.tile(plan.others, shape[0]),
        "games": np.full(shape, plan.games).ravel(),
        "mean": mean.ravel(),
        "sem": error.ravel(),
        **{name: values[..., 0].ravel() for name, values in ratios.items()},
        **{f"others_{name}": values[..., 1].ravel() for name, values in ratios.items()},
        "scores": pairs.scores.reshape(-1, plan.games),
    }
    return pl.DataFrame(columns).with_columns(pl.col(pl.Float64).fill_nan(None))


def report_matrix(pairs: Pairs) -> dict[str, Any]:
    """The document of a square matrix; its keys are a contract, docs/crossplay.md."""
    scores = pair_scores(pairs)
    names = pairs.plan.ones
    mean, error = mean_and_error(scores)
    levels, best = self_and_cross(scores), find_best_responses(scores)
    told = _told_within(pairs.plan)
    return {
        **_describe(pairs.plan),
        "players": pairs.plan.rules.players,
        "mean": mean.tolist(),
        "sem": error.tolist(),
        "self_play": told(levels.self_play),
        "cross_play": told(levels.cross_play),
        "gap": asdict(levels.gap),
        "with_others": {
            name: told(value) for name, value in zip(names, levels.with_others, strict=True)
        },
        "over_models": _models(mean, pairs.plan),
        "variance": _variance(split_variance(scores)),
        "best_responses": {
            "response": {
                name: names[index] for name, index in zip(names, best.response, strict=True)
            },
            "generalist": names[best.generalist],
            "best": told(best.best),
            "single": told(best.single),
            "gain": asdict(best.gain),
            "in_sample": best.in_sample,
        },
        "seconds": pairs.seconds,
    }


def _describe(plan: PairsPlan) -> dict[str, Any]:
    """What was played, as documents tell it."""
    settings = plan.as_json()
    seed = settings.pop("seed")
    return {**settings, "games": plan.games, "seed": seed}


def _told_within(plan: PairsPlan) -> Callable[[Estimate], dict[str, Any]]:
    """What tells a mean of scores, whose interval has no score that there is not."""
    return lambda value: asdict(value.within(0, plan.rules.max_score))


def _models(mean: NDArray[np.float64], plan: PairsPlan) -> dict[str, Any]:
    """The agents as a sample of what one algorithm makes."""
    found, told = over_models(mean), _told_within(plan)
    scores = {
        name: told(value)
        for name in ("self_play", "cross_play", "disjoint_pairs", "without_worst")
        if (value := getattr(found, name)) is not None
    }
    return {**asdict(found), **scores, "worst": plan.ones[found.worst]}


def _variance(split: VarianceSplit) -> dict[str, Any]:
    return asdict(split) | {"spectrum": split.spectrum[:_MODES]}


def report_pool(pairs: Pairs) -> dict[str, Any]:
    """The document of challengers and a pool: each one's mean over the pool, deck by deck."""
    scores = played_scores(pairs)
    mean, error = mean_and_error(scores)
    over_pool = [estimate(row.mean(axis=0, dtype=np.float64)) for row in scores]
    told = _told_within(pairs.plan)
    return {
        **_describe(pairs.plan),
        "players": pairs.plan.rules.players,
        "mean": mean.tolist(),
        "sem": error.tolist(),
        "over_pool": {
            name: told(value) for name, value in zip(pairs.plan.ones, over_pool, strict=True)
        },
        "seconds": pairs.seconds,
    }
