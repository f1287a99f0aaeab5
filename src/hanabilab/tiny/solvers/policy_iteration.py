"""Policy iteration on the public-belief MDP. It reaches the optimum.

A policy here has a prescription for each public *belief*, not for what seats have seen. The next
belief follows from the whole prescription, so this is an ordinary decision process of finite
length. So T steps of improvement are enough, where T is the number of moves. One-ply search over a
policy for what seats have seen (`operators`) may stop below the optimum.

Source: Howard 1960, "Dynamic programming and Markov processes"; Sokota, Lockhart, Timbers et al.
2021, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.belief_graph import BeliefMDP
from hanabilab.tiny.policies import Policy, deterministic
from hanabilab.tiny.sweeps import tie_margin


@dataclass(frozen=True, eq=False)
class PolicyIteration:
    """Policies improved until nothing is gained. B beliefs, K starts, L improvements at most.

    Attributes:
        values: [L + 1, K] expected payoffs: of the starts, then after each improvement.
        picks: [B, K] the prescriptions in the end, by their place in the belief's rows.
        steps: [K] improvements until the value was the last one.
    """

    values: NDArray[np.float64]
    picks: NDArray[np.int64]
    steps: NDArray[np.int64]


def random_starts(mdp: BeliefMDP, count: int, seed: int) -> NDArray[np.int64]:
    """[B, count] prescriptions for each belief, each as likely."""
    rows = np.diff(mdp.first_row)[:, None]
    return np.random.default_rng(seed).integers(rows, size=(len(rows), count))


def iterate_policies(mdp: BeliefMDP, starts: ArrayLike) -> PolicyIteration:
    """Improve policies until no prescription of any belief is better than the one it has.

    Args:
        starts: [B, K] places of prescriptions among the rows of each belief.

    Raises:
        GameError: no such prescriptions.
    """
    picks = _checked(mdp, starts)
    values, better = _improve(mdp, picks)
    history = [values]
    while (better != picks).any():
        picks = better
        values, better = _improve(mdp, picks)
        history.append(values)
    found = np.stack(history)
    steps = (found < found[-1] - tie_margin(mdp.tree)).sum(axis=0)
    return PolicyIteration(found, picks, steps)


def _checked(mdp: BeliefMDP, starts: ArrayLike) -> NDArray[np.int64]:
    picks = np.asarray(starts, np.int64)
    rows = np.diff(mdp.first_row)
    if picks.ndim != 2 or len(picks) != len(rows):
        raise GameError(
            f"starts have shape {picks.shape}; a row for each of {len(rows)} beliefs is needed"
        )
    if (picks < 0).any() or (picks >= rows[:, None]).any():
        raise GameError(
            "a start has prescriptions that its belief has not; see BeliefMDP.first_row"
        )
    return picks


def _improve(
    mdp: BeliefMDP, picks: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """[K] values of policies, and [B, K] the policies improved at every belief at once."""
    values = np.zeros(picks.shape)
    better = picks.copy()
    margin = tie_margin(mdp.tree)
    for belief in reversed(range(len(mdp.beliefs))):
        worth = mdp.row_values(belief, values)
        values[belief] = np.take_along_axis(worth, picks[belief][None], axis=0)[0]
        gains = worth.max(axis=0) > values[belief] + margin
        better[belief] = np.where(gains, worth.argmax(axis=0), picks[belief])
    return mdp.reward + values[list(mdp.roots)].sum(axis=0), better


def policy_of(mdp: BeliefMDP, picks: NDArray[np.int64]) -> Policy:
    """The joint policy that prescriptions [B] come to in play; the first action elsewhere."""
    return deterministic(mdp.tree, mdp.picks_of(picks))
