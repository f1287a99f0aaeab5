"""The public-belief MDP as a walk: in each belief one coordinator prescribes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanabilab.tiny.belief_graph import BeliefMDP
from hanabilab.tiny.learners.walks import Walk, running_sums, span_of

_NO_WEIGHT = 1e-12


def belief_walk(mdp: BeliefMDP) -> Walk:
    """The walk over beliefs, each a row of its own, and then ends.

    All ends that follow a prescription are one, worth their mean.
    """
    outcomes = _Outcomes(mdp)
    deal = outcomes.of(mdp.roots, mdp.reward, 1.0)
    counts = np.diff(mdp.first_row)
    before = np.repeat(outcomes.weights, counts).tolist()
    rows = zip(mdp.followers, mdp.rewards.tolist(), before, strict=True)
    branches = [*(outcomes.of(*row) for row in rows), deal]
    flat = [outcome for branch in branches for outcome in branch]
    first = np.cumsum([0, *map(len, branches)])
    beliefs, ends = len(counts), len(outcomes.ends)
    size = beliefs + ends
    is_belief = np.arange(size) < beliefs
    return Walk(
        row=np.where(is_belief, np.arange(size), -1),
        seat=np.where(is_belief, 0, -1),
        place=np.zeros(size, np.int64),
        is_open=np.zeros(size, np.bool_),
        information_state=np.arange(size)[:, None],
        payoff=np.concatenate([np.zeros(beliefs), outcomes.ends]),
        num_actions=counts,
        action=np.zeros(len(mdp.rewards), np.int64),  # nobody watches a coordinator
        first_branch=np.concatenate([mdp.first_row[:-1], np.zeros(ends, np.int64)]),
        first_outcome=first,
        after=np.array([place for place, _ in flat], np.int64),
        cumulative=running_sums(np.array([chance for _, chance in flat]), first),
        span=span_of(mdp.tree),
        deepest=len(mdp.tree.levels),
    )


class _Outcomes:
    """What may follow, each with its probability; ends are numbered behind the beliefs.

    Attributes:
        weights: [B] probability of chance of all histories of each belief.
        ends: mean payoffs.
    """

    def __init__(self, mdp: BeliefMDP) -> None:
        chance, histories_of = mdp.tree.chance, mdp.graph.histories_of
        self.weights = [float(chance[histories_of(belief)].sum()) for belief in mdp.beliefs]
        self.ends: list[float] = []

    def of(self, followers: Sequence[int], payoff: float, weight: float) -> list[tuple[int, float]]:
        """What follows a belief of that weight: beliefs, and an end where games may end."""
        found = [(belief, self.weights[belief] / weight) for belief in followers]
        over = 1.0 - sum(chance for _, chance in found)
        if over > _NO_WEIGHT:
            found.append((len(self.weights) + len(self.ends), over))
            self.ends.append(payoff / (over * weight))
        return found
