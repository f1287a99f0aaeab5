"""What a cross-play matrix says: self-play against cross-play, skill against fit, best responses.

Everything is computed from scores game by game, [A, A, G] for A agents and G decks that all pairs
share. Errors are over decks. Pairs share the luck of their decks, so each statistic is computed
deck by deck first. The agents are as given, not a sample.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import HanabiError
from hanabilab.stats import Estimate, estimate
from hanabilab.teamplay.pair_plan import Pairs

_Scores = NDArray[np.float32]
_Matrix = NDArray[np.float64]


def pair_scores(pairs: Pairs) -> _Scores:
    """[A, A, G] scores of a square matrix; with two players, the mean of both orders.

    With more, entry (a, b) is one `a` among copies of `b`, which is another team than (b, a).

    Raises:
        HanabiError: the rows and the columns are not the same agents in the same order, or some
            games have not been played.
    """
    if pairs.plan.ones != pairs.plan.others:
        raise HanabiError(
            f"rows are {', '.join(pairs.plan.ones)} and columns {', '.join(pairs.plan.others)}; "
            "these statistics need the same agents as both; play_against compares partners of one"
        )
    scores = played_scores(pairs)
    if pairs.plan.rules.players != 2:
        return scores
    return (scores + scores.transpose(1, 0, 2)) / np.float32(2)


def played_scores(pairs: Pairs) -> _Scores:
    """[R, C, G] scores as played.

    Raises:
        HanabiError: some games have not been played, such as those of other shares.
    """
    if missing := pairs.count_missing():
        raise HanabiError(f"{missing:,} of {pairs.scores.size:,} games have not been played")
    return pairs.scores.astype(np.float32)


def _require_square(scores: _Scores, at_least: int = 1) -> None:
    """Refuse what is not game by game, or whose rows and columns cannot be the same agents."""
    shape = np.shape(scores)
    if len(shape) != 3 or shape[2] < 2:
        raise HanabiError(
            f"scores have shape {shape}; [agents, agents, games] is needed, of two games or more"
        )
    rows, columns = shape[:2]
    if rows != columns or rows < at_least:
        raise HanabiError(
            f"scores are of {rows} by {columns} agents; a square matrix of {at_least} or more is "
            "needed, whose rows and columns are the same agents"
        )


def mean_and_error(scores: NDArray[np.float32]) -> tuple[_Matrix, _Matrix]:
    """Means [R, C] of scores [R, C, G], G at least 2, and their standard errors."""
    mean = scores.mean(axis=2, dtype=np.float64)
    deviation = np.stack([row.std(axis=1, ddof=1, dtype=np.float64) for row in scores])
    return mean, deviation / np.sqrt(scores.shape[2])


@dataclass(frozen=True)
class SelfAndCross:
    """How well agents play with copies of themselves, and with each other.

    Attributes:
        self_play: mean of the diagonal.
        cross_play: mean of everything else.
        gap: their difference, deck by deck.
        with_others: [A] each agent's mean over all others as partners.
    """

    self_play: Estimate
    cross_play: Estimate
    gap: Estimate
    with_others: list[Estimate]


def self_and_cross(scores: _Scores) -> SelfAndCross:
    """Self-play, cross-play and their gap from `pair_scores`, of two agents or more.

    Raises:
        HanabiError: the matrix is not square, or of one agent.
    """
    _require_square(scores, at_least=2)
    count = len(scores)
    own = scores[np.arange(count), np.arange(count)].astype(np.float64)
    with_others = (scores.sum(axis=1, dtype=np.float64) - own) / (count - 1)
    alone, together = own.mean(axis=0), with_others.mean(axis=0)
    return SelfAndCross(
        self_play=estimate(alone),
        cross_play=estimate(together),
        gap=estimate(alone - together),
        with_others=[estimate(row) for row in with_others],
    )


# --- What varies ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class VarianceSplit:
    """How much of what varies in a matrix is skill, how much is who plays with whom.

    An entry is the mean, plus what its row adds, plus what its column adds, plus an interaction.
    Variances are free of noise: products of two halves of the decks, whose errors are independent.
    They can come out slightly negative where there is nothing.

    Attributes:
        additive: variance of what rows and columns add.
        interaction: variance of the rest.
        noise: variance that the matrix of all games has beyond these.
        spectrum: the interaction's modes, largest first, in points squared; they add up to
            `interaction`. Directions are found on one half, and their strength is measured on the
            other, both ways round.
    """

    additive: float
    interaction: float
    noise: float
    spectrum: list[float]


def split_variance(scores: _Scores) -> VarianceSplit:
    """The split of `pair_scores`, of an even or odd number of games, two at least.

    Raises:
        HanabiError: the matrix is not square.

    Source: two-way analysis of variance; the halves take the place of replicates, so that no
    assumption is made on errors, which pairs share through their decks.
    """
    _require_square(scores)
    first, second = _halves(scores.shape[2])
    one, two = (scores[:, :, half].mean(axis=2, dtype=np.float64) for half in (first, second))
    rest_one, rest_two = _interaction(one), _interaction(two)
    total = float(((one - one.mean()) * (two - two.mean())).mean())
    interaction = float((rest_one * rest_two).mean())
    spectrum = (_modes(rest_one, rest_two) + _modes(rest_two, rest_one)) / 2
    return VarianceSplit(
        additive=total - interaction,
        interaction=interaction,
        noise=float(scores.mean(axis=2, dtype=np.float64).var()) - total,
        spectrum=spectrum.tolist(),
    )


def _halves(games: int) -> tuple[slice, slice]:
    return slice(0, games // 2), slice(games // 2, games)


def _interaction(matrix: _Matrix) -> _Matrix:
    """What rows and columns do not explain."""
    rows, columns = matrix.mean(axis=1, keepdims=True), matrix.mean(axis=0, keepdims=True)
    return matrix - rows - columns + matrix.mean()


def _modes(found_on: _Matrix, measured_on: _Matrix) -> _Matrix:
    """[A] variance that one matrix has along the singular directions of another."""
    left, strengths, right = np.linalg.svd(found_on)
    along = np.einsum("ik,ij,kj->k", left, measured_on, right)
    return strengths * along / found_on.size


# --- Best responses ------------------------------------------------------------------------------


@dataclass(frozen=True)
class BestResponses:
    """What it is worth to know one's partner.

    For every partner the agent is chosen that does best with it, on one half of the decks, and is
    scored on the other half, both ways round. To choose and score on the same games would count
    luck as skill; `in_sample` is what that would claim.

    Attributes:
        response: [A] index of the best agent for each partner, chosen on all games.
        generalist: index of the agent that is best with all partners alike, chosen on all games.
        best: mean score of best responses.
        by_partner: [A] the score of the best responses to each partner; `best` is their mean.
        single: mean score of the generalist, chosen and scored in the same way.
        gain: of best responses over the generalist, deck by deck.
        in_sample: mean score of best responses on the games they were chosen on, all games.
    """

    response: list[int]
    generalist: int
    best: Estimate
    by_partner: list[Estimate]
    single: Estimate
    gain: Estimate
    in_sample: float


def find_best_responses(scores: _Scores) -> BestResponses:
    """Best responses by `pair_scores`; an agent may be its own partner's best response.

    Raises:
        HanabiError: the matrix is not square.
    """
    _require_square(scores)
    partners = np.arange(scores.shape[1])
    best, single = np.zeros(scores.shape[1:]), np.zeros(scores.shape[2])
    halves = _halves(scores.shape[2])
    for chosen_on, scored_on in (halves, halves[::-1]):
        means = scores[:, :, chosen_on].mean(axis=2, dtype=np.float64)
        fresh = scores[:, :, scored_on]
        best[:, scored_on] = fresh[means.argmax(axis=0), partners]
        single[scored_on] = fresh[means.mean(axis=1).argmax()].mean(axis=0, dtype=np.float64)
    means = scores.mean(axis=2, dtype=np.float64)
    return BestResponses(
        response=means.argmax(axis=0).tolist(),
        generalist=int(means.mean(axis=1).argmax()),
        best=estimate(best.mean(axis=0)),
        by_partner=[estimate(each) for each in best],
        single=estimate(single),
        gain=estimate(best.mean(axis=0) - single),
        in_sample=float(means.max(axis=0).mean()),
    )
