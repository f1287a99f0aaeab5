"""One episode of CAPI: search at every public state that is reached, level by level.

The release of the paper visits public states one at a time, and makes a joint distribution for each
of K samples. Here a level is one batch. A network values each *part* (an action with the types that
take it) once, however many of the K prescriptions share it. The values are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.randomness import Rng, draw_below, draw_word
from hanabilab.tiny.deep.capi.kernels import (
    LastTurn,
    find_best,
    find_parts,
    sample_last_moves,
    sample_prescriptions,
)
from hanabilab.tiny.deep.capi.network import Network
from hanabilab.tiny.deep.public_model import PublicModel
from hanabilab.torch_extra import import_torch

_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Level:
    """B public states after the same number of open actions.

    Attributes:
        context: [B] index of the open actions so far, the first weighing most.
        taken: [B, turns] those actions.
        possible: for each seat [B, T] the types that they leave.
        reach: [B] probability of each state.
    """

    context: NDArray[np.int64]
    taken: NDArray[np.int64]
    possible: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    reach: _Floats


@dataclass(frozen=True)
class Lesson:
    """What search found at a level, for the network to learn.

    Attributes:
        value: PyTorch tensor [B], what the network says.
        targets: [B] what search found, in units of the largest payoff.
        log_policies: PyTorch tensors [B, T, A], what the network says, for each head in use.
        picks: for each of those [B, T] the action that search took; -1 for impossible types.
    """

    value: Any
    targets: _Floats
    log_policies: list[Any]
    picks: list[NDArray[np.int64]]


class Searcher:
    """Searches a game with a network's policy and values.

    Args:
        samples: K, prescriptions tried at each public state.
        epsilon: probability of going on with a random one of them, in training.
    """

    def __init__(
        self, model: PublicModel, network: Network, samples: int, epsilon: float, rng: Rng
    ) -> None:
        self.model, self.network, self.rng = model, network, rng
        self.samples, self.epsilon = samples, epsilon
        self.unit = model.largest_payoff

    def episode(self, *, explore: bool) -> tuple[float, list[Lesson]]:
        """Search all public states that are reached.

        Returns:
            The exact expected payoff of the prescriptions taken, and a lesson a level.
        """
        level, lessons = self._first(), []
        for turn in range(len(self.model.seats)):
            level, lesson = self._open_turn(level, turn, explore=explore)
            lessons.append(lesson)
        payoffs, lesson = self._last_turn(level)
        return float(level.reach @ payoffs), [*lessons, lesson]

    def _first(self) -> _Level:
        """The level of the deal."""
        prior, turns = self.model.prior, len(self.model.seats)
        return _Level(
            context=np.zeros(1, np.int64),
            taken=np.full((1, turns), -1),
            possible=(prior.sum(1)[None] > 0, prior.sum(0)[None] > 0),
            reach=np.ones(1),
        )

    # --- An open turn ----------------------------------------------------------------------------

    def _open_turn(self, level: _Level, turn: int, *, explore: bool) -> tuple[_Level, Lesson]:
        """The best of K prescriptions at each public state, and the states that follow."""
        seat, actions = self.model.seats[turn], self.model.actions[turn]
        value, (log_policy,) = self._ask(level, [turn])
        possible = level.possible[seat]
        prescriptions = np.empty((len(possible), self.samples, possible.shape[1]), np.int16)
        sample_prescriptions(prescriptions, _running_sums(log_policy), possible, self.rng)
        width = min(actions, int(possible.sum(1).max()))
        parts = np.empty((*prescriptions.shape[:2], width), np.int32)
        found = np.empty((parts.size, 3), np.int64)
        found = found[: find_parts(parts, found, prescriptions, actions)]
        after = self._follow(level, turn, found)
        chances = after.reach / level.reach[found[:, 0]]
        best, values = np.empty(len(possible), np.int64), np.empty(len(possible))
        find_best(best, values, parts, chances * self._values(after), self.rng)
        states = np.arange(len(best))
        lesson = Lesson(value, values, [log_policy], [prescriptions[states, best].astype(np.int64)])
        taken = self._explore(best) if explore else best
        followed = parts[states, taken]
        return _select(after, followed[followed >= 0]), lesson

    def _follow(self, level: _Level, turn: int, found: NDArray[np.int64]) -> _Level:
        """The public state after each part [E, 3]; reach is as if the prescription were taken."""
        states, actions, sets = found.T
        seat, count = self.model.seats[turn], self.model.actions[turn]
        possible = [kinds[states] for kinds in level.possible]
        kinds = np.arange(possible[seat].shape[1])
        possible[seat] = (sets[:, None] >> kinds & 1).astype(np.bool_)
        # A type that meets none of the actor's types is impossible now; else its reach would be 0.
        prior = self.model.prior if seat == 0 else self.model.prior.T
        possible[1 - seat] &= possible[seat] @ prior > 0
        taken = level.taken[states]
        taken[:, turn] = actions
        reach = _pair_weights(self.model, possible[0], possible[1]).sum(1)
        context = level.context[states] * count + actions
        return _Level(context, taken, (possible[0], possible[1]), reach)

    def _explore(self, best: NDArray[np.int64]) -> NDArray[np.int64]:
        """`best`, but any sample with probability epsilon."""
        taken = best.copy()
        for state in range(len(best)):
            if int(draw_word(self.rng)) < self.epsilon * 2.0**64:
                taken[state] = draw_below(self.rng, self.samples)
        return taken

    # --- The last turn ---------------------------------------------------------------------------

    def _last_turn(self, level: _Level) -> tuple[_Floats, Lesson]:
        """The best of K pairs of prescriptions at each public state: their payoffs."""
        first = len(self.model.seats)
        value, log_policies = self._ask(level, [first, first + 1])
        one, other = level.possible
        beliefs = self.model.prior * one[:, :, None] * other[:, None, :]
        beliefs /= beliefs.sum((1, 2), keepdims=True)
        picks = [np.empty(kinds.shape, np.int64) for kinds in level.possible]
        payoffs = np.empty(len(one))
        sample_last_moves(
            (picks[0], picks[1]),
            payoffs,
            (_running_sums(log_policies[0]), _running_sums(log_policies[1])),
            LastTurn(beliefs, level.context, self.model.payoffs),
            self.samples,
            self.rng,
        )
        return payoffs, Lesson(value, payoffs / self.unit, log_policies, picks)

    # --- What the network sees -------------------------------------------------------------------

    def _ask(self, level: _Level, heads: list[int]) -> tuple[Any, list[Any]]:
        """Value and log-policies of public states; with gradients, unless these are off."""
        trunk = self.network.trunk(self._features(level))
        policies = [self.network.log_policy(trunk, head) for head in heads]
        return self.network.value(trunk), policies

    def _values(self, level: _Level) -> _Floats:
        """[B] values of public states, without gradients."""
        with import_torch().no_grad():
            values = self.network.value(self.network.trunk(self._features(level)))
        return np.asarray(values.numpy(), np.float64)

    def _features(self, level: _Level) -> Any:
        """[B, num_features] each seat's marginal belief, then the open actions as ones."""
        one, other = level.possible
        weights = _pair_weights(self.model, one, other)
        marginals = [weights, other * (one @ self.model.prior)]
        rows = np.arange(len(one))
        actions = [np.zeros((len(one), count)) for count in self.model.actions]
        for shown, taken in zip(actions, level.taken.T, strict=True):
            acted = taken >= 0
            shown[rows[acted], taken[acted]] = 1
        total = weights.sum(1, keepdims=True)
        features = np.hstack([*(part / total for part in marginals), *actions])
        return import_torch().from_numpy(features.astype(np.float32))


def _pair_weights(model: PublicModel, one: NDArray[np.bool_], other: NDArray[np.bool_]) -> _Floats:
    """[B, T0] probability of each possible type of seat 0 with any possible one of seat 1."""
    return np.asarray(one * (other @ model.prior.T))


def _running_sums(log_policy: Any) -> _Floats:
    """Running sums of probabilities over actions."""
    policy = np.exp(log_policy.detach().numpy().astype(np.float64))
    return np.asarray(np.cumsum(policy, axis=-1))


def _select(level: _Level, rows: NDArray[np.int32]) -> _Level:
    one, other = level.possible
    return _Level(
        level.context[rows], level.taken[rows], (one[rows], other[rows]), level.reach[rows]
    )
