"""Sequences reported: each responder's score, its gain over the generalist, its score by round.

Gains are paired, deck by deck. Errors are over partners: the samples are the partners' means over
their own games, because it matters most who a new partner is. `gain_here` is the same gain with an
error over sequences: the samples are the sequences' means over the partners. It says what the gain
is with these very partners.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.notation import format_rules
from hanabilab.stats import estimate
from hanabilab.teamplay.adaptive.sequences import SequencePlan

#: The responder that others are compared with.
BASELINE = "generalist"


def report_sequences(plan: SequencePlan, table: pl.DataFrame) -> dict[str, Any]:
    """What was played, and `responders` by name.

    Each has `score`, `gain`, `gain_here`, `by_round` (the score of each) and `by_partner` (means).

    Args:
        plan: what was played.
        table: of `play_sequences`, with a responder named "generalist".
    """
    parts = table.partition_by("responder", maintain_order=True)
    scores = {str(part["responder"][0]): _scores(plan, part) for part in parts}
    base = scores[BASELINE]
    return {
        "rules": format_rules(plan.rules),
        "partners": list(plan.partners),
        "length": plan.length,
        "sequences": plan.sequences,
        "seed": plan.seed,
        "responders": {
            name: _told(own, own - base, plan.rules.max_score) for name, own in scores.items()
        },
    }


def _told(own: NDArray[np.float64], gains: NDArray[np.float64], max_score: int) -> dict[str, Any]:
    """One responder's [partner, sequence, round]."""
    return {
        "score": asdict(estimate(own.mean(axis=(1, 2))).within(0, max_score)),
        "gain": asdict(estimate(gains.mean(axis=(1, 2)))),
        "gain_here": asdict(estimate(gains.mean(axis=(0, 2)))),
        "by_round": [asdict(estimate(each).within(0, max_score)) for each in own.mean(axis=1).T],
        "by_partner": own.mean(axis=(1, 2)).tolist(),
    }


def _scores(plan: SequencePlan, part: pl.DataFrame) -> NDArray[np.float64]:
    """[partner, sequence, round] one responder's."""
    shape = (len(plan.partners), plan.sequences, plan.length)
    return part["score"].to_numpy().astype(np.float64).reshape(shape)
