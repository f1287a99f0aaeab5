"""The best answer of a pool to each partner, by who knows the partner."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
from hanabilab.teamplay.pairs import PairsPlan, play_pairs


def held_out_partners(payoffs: PayoffMatrix, partners: Sequence[str]) -> tuple[str, ...]:
    """Those of `partners` that are not in the pool."""
    return tuple(name for name in partners if name not in payoffs.members)


def best_responses(
    payoffs: PayoffMatrix,
    partners: Sequence[str],
    *,
    games: int = 50,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """For each partner, the place in the pool of the member that scores most with it.

    By the payoff matrix for members of the pool. For `held_out_partners`, the pool plays with them.

    Args:
        games: of every member with every held-out partner.
        seed: of those games; not that of games on which answers will be scored, or luck counts.
        threads, progress: as in `play_pairs`.

    Raises:
        AgentError: an unknown agent, or too few games.
        StoppedError: Ctrl-C.
    """
    known = {name: payoffs.scores[:, place] for place, name in enumerate(payoffs.members)}
    if others := held_out_partners(payoffs, partners):
        plan = PairsPlan(payoffs.rules, payoffs.members, others, games, seed)
        pairs = play_pairs(plan, threads=threads, progress=progress)
        means = pairs.scores.mean(axis=2, dtype=np.float64)
        known |= {name: means[:, column] for column, name in enumerate(others)}
    return {name: int(known[name].argmax()) for name in partners}
