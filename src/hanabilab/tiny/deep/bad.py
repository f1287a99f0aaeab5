"""The Bayesian action decoder (BAD) on games of two turns, and the policy gradient beside it.

Seat 0 acts in the open, then seat 1 moves. BAD samples a prescription (an action for each type)
from the policy of seat 0. Seat 0 acts by it. Seat 1 gets the public belief about seat 0's type,
which follows by Bayes' rule. The gradient is that of the action taken; in the counterfactual mode
it is that of the whole prescription. Without a belief, the same networks are plain policy
gradients.

The policy of seat 0 is a table, that of seat 1 a network, and baselines see everything, as in the
paper's code. All runs are one batch of tensors, but each run draws its own random numbers and has
its own weights.

Source: Foerster, Song, Hughes et al. 2019, "Bayesian action decoder for deep multi-agent
reinforcement learning", section 4.1. The defaults are the paper's, except for 5,000 updates.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.randomness import MAX_SEED
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.stats import Rate, rate
from hanabilab.tiny.deep.public_model import PublicModel
from hanabilab.tiny.sweeps import value_margin
from hanabilab.torch_extra import import_torch, one_thread

#: By name: whether seat 1 sees the belief, and whether the gradient is of whole prescriptions.
BAD_MODES = {
    "bad": (True, False),
    "bad-counterfactual": (True, True),
    "policy-gradient": (False, False),
}

_BLOCK = 500  # updates whose random numbers are drawn at once


_MOST = 10_000_000


@dataclass(frozen=True)
class BadSettings:
    """What a run is made of.

    Raises:
        GameError: a number out of range.
    """

    updates: Annotated[int, Setting("Steps of Adam.", 1, _MOST)] = 5000
    batch: Annotated[int, Setting("Games played for each.", 1, _MOST)] = 32
    hidden: Annotated[int, Setting("Units of each network's layer.", 1, _MOST)] = 32
    rate: Annotated[float, Setting("Learning rate of Adam.", 0, 1)] = 1e-3
    evaluations: Annotated[int, Setting("Points of the curve, evenly spaced.", 1, _MOST)] = 50

    def __post_init__(self) -> None:
        check_settings(self, GameError)
        if self.evaluations > self.updates:
            raise GameError(f"{self.evaluations} evaluations of {self.updates} updates; fewer")
        if not self.rate:
            raise GameError(f"rate is {self.rate!r}; a number from 0 to 1")


@dataclass(frozen=True, eq=False)
class BadLearning:
    """How runs went.

    Attributes:
        mode: of `BAD_MODES`.
        seeds: [seeds] of each run.
        updates: [evaluations] done by then.
        curves: [seeds, evaluations] exact expected payoff of the greedy policy.
        largest_payoff: of the game.
        seconds: CPU time of all runs.
    """

    mode: str
    seeds: tuple[int, ...]
    updates: NDArray[np.int64]
    curves: NDArray[np.float64]
    largest_payoff: float
    seconds: float

    def solved(self, optimum: float) -> Rate:
        """How many seeds ended with a policy worth `optimum` or more, but for rounding."""
        enough = optimum - value_margin(self.largest_payoff)
        return rate(int((self.curves[:, -1] >= enough).sum()), len(self.seeds))


def learn_bad(
    model: PublicModel, mode: str, *, seeds: Sequence[int], settings: BadSettings | None = None
) -> BadLearning:
    """Learn a game of two turns, once for each seed.

    Raises:
        GameError: another form of game, no such mode, or seeds out of range.
        HanabiError: PyTorch is not installed.
    """
    given = settings or BadSettings()
    _check(model, mode, seeds)
    began = time.process_time()
    with one_thread():
        team = _Team(model, mode, given, seeds)
        adam = import_torch().optim.Adam(team.weights, lr=given.rate, fused=True)
        rngs = [np.random.default_rng([seed, 1]) for seed in seeds]
        curves: list[NDArray[np.float64]] = []
        for update in range(given.updates):
            if update % _BLOCK == 0:
                points = np.stack(
                    [rng.random((_BLOCK, given.batch, team.num_draws)) for rng in rngs]
                )
            adam.zero_grad()
            team.loss(points[:, update % _BLOCK].astype(np.float32)).backward()
            adam.step()
            if (update + 1) * given.evaluations // given.updates > len(curves):
                curves.append(team.greedy_values())
    return BadLearning(
        mode=mode,
        seeds=tuple(seeds),
        updates=-(-np.arange(1, len(curves) + 1) * given.updates // given.evaluations),
        curves=np.stack(curves, axis=1),
        largest_payoff=model.largest_payoff,
        seconds=time.process_time() - began,
    )


def _check(model: PublicModel, mode: str, seeds: Sequence[int]) -> None:
    if model.seats != (0,) or model.last_moves[0] != 1:
        raise GameError(
            f"game {model.name!r} is not of two turns, an open one of seat 0 and one of seat 1; "
            "BAD learns those, such as Tiny Hanabi's"
        )
    if mode not in BAD_MODES:
        raise GameError(f"no mode {mode!r}; they are {', '.join(BAD_MODES)}")
    if not len(seeds) or any(type(s) is not int or not 0 <= s <= MAX_SEED for s in seeds):
        raise GameError(f"seeds are {list(seeds)}; whole numbers from 0 to 2**63 - 1 are needed")


class _Layers:
    """A network of one hidden layer for each run. Letters: S runs, X rows."""

    def __init__(
        self, rngs: list[np.random.Generator], inputs: int, hidden: int, outputs: int
    ) -> None:
        sizes = [(inputs, hidden), (1, hidden), (hidden, outputs), (1, outputs)]
        fans = [inputs, inputs, hidden, hidden]
        self.weights = [_uniform(rngs, fan, size) for fan, size in zip(fans, sizes, strict=True)]

    def __call__(self, inputs: Any) -> Any:
        """[S, ..., outputs] of [S, ..., inputs]."""
        torch = import_torch()
        first, first_bias, second, second_bias = self.weights
        rows = inputs.reshape(len(inputs), -1, inputs.shape[-1])
        hidden = torch.baddbmm(first_bias, rows, first).relu()
        outputs = torch.baddbmm(second_bias, hidden, second)
        return outputs.reshape(*inputs.shape[:-1], outputs.shape[-1])


def _uniform(rngs: list[np.random.Generator], inputs: int, shape: tuple[int, int]) -> Any:
    """[S, ...] first weights as PyTorch draws those of a linear layer."""
    bound = 1 / sqrt(inputs)
    weights = np.stack([rng.uniform(-bound, bound, shape) for rng in rngs]).astype(np.float32)
    return import_torch().from_numpy(weights).requires_grad_()


class _Team:
    """Both seats of all runs. Letters: S runs, G games of a batch, T types, A actions."""

    def __init__(
        self, model: PublicModel, mode: str, settings: BadSettings, seeds: Sequence[int]
    ) -> None:
        torch = self._torch = import_torch()
        self._sees_belief, self._counterfactual = BAD_MODES[mode]
        self._types = model.prior.shape
        self._actions = model.actions[0], model.last_moves[1]
        self._model = model
        payoffs = model.payoffs[:, :, :, 0].astype(np.float32)  # [A0, T0, T1, A1]
        self._payoffs, self._prior = map(
            torch.from_numpy, (payoffs, model.prior.astype(np.float32))
        )
        rngs = [np.random.default_rng([seed, 0]) for seed in seeds]
        shown = self._actions[0] + self._types[0] * self._sees_belief
        sizes = [
            (self._types[1] + shown, self._actions[1]),
            (sum(self._types), 1),
            (sum(self._types) + shown, 1),
        ]
        self._logits = _uniform(rngs, self._types[0], (self._types[0] + 1, self._actions[0]))
        self._last, *self._baselines = [_Layers(rngs, i, settings.hidden, o) for i, o in sizes]
        nets = [self._last, *self._baselines]
        self.weights = [self._logits, *(weight for net in nets for weight in net.weights)]

    @property
    def num_draws(self) -> int:
        """Random numbers for a game: the deal, an action for each type of seat 0, a move."""
        return 2 + self._types[0]

    def loss(self, points: NDArray[np.float32]) -> Any:
        """The loss of a batch, summed over runs. Points are [S, G, num_draws] from 0 to 1."""
        torch, draws = self._torch, self._torch.from_numpy(points)
        deal = _draw(self._prior.reshape(-1), draws[..., 0])
        one, other = deal // self._types[1], deal % self._types[1]
        policy = self._first_policy()[:, None].expand(-1, draws.shape[1], -1, -1)
        plan = _draw(policy.exp(), draws[..., 2:])
        action = _pick(plan, one)
        shown = self._shown(plan, action)
        both = [torch.eye(n)[held] for n, held in zip(self._types, (one, other), strict=True)]
        last_policy = self._last(torch.cat([both[1], shown], -1)).log_softmax(-1)
        move = _draw(last_policy.exp(), draws[..., 1])
        payoff = self._payoffs[action, one, other, move]
        each = policy.gather(-1, plan[..., None]).squeeze(-1)
        likelihoods = [
            each.sum(-1) if self._counterfactual else _pick(each, one),
            _pick(last_policy, move),
        ]
        known = [torch.cat(both, -1), torch.cat([*both, shown], -1)]
        total = torch.zeros(())
        for net, inputs, likelihood in zip(self._baselines, known, likelihoods, strict=True):
            short = payoff - net(inputs).squeeze(-1)
            total = total + (0.5 * short.square() - short.detach() * likelihood).mean(1).sum()
        return total

    def greedy_values(self) -> NDArray[np.float64]:
        """[S] exact expected payoff when both take the likeliest actions."""
        torch, (first, last) = self._torch, self._types
        with torch.no_grad():
            plan = self._first_policy().argmax(-1)  # [S, T0]
            shown = self._shown(plan[:, None].expand(-1, first, -1), plan)
            kinds = torch.eye(last).expand(len(plan), first, -1, -1)
            seen = torch.cat([kinds, shown[:, :, None].expand(-1, -1, last, -1)], -1)
            moves = self._last(seen).argmax(-1).numpy()  # [S, T0, T1]
        one, other = np.arange(first)[:, None], np.arange(last)
        payoffs = self._model.payoffs[plan.numpy()[..., None], one, other, 0, moves]
        return np.asarray((payoffs * self._model.prior).sum((1, 2)))

    def _first_policy(self) -> Any:
        """[S, T0, A0] log-probabilities of seat 0's actions: a table, and what types share."""
        return (self._logits[:, :-1] + self._logits[:, -1:]).log_softmax(-1)

    def _shown(self, plan: Any, action: Any) -> Any:
        """[S, G, features] what all see of an action [S, G]: itself, and the belief it leaves."""
        torch = self._torch
        seen = torch.nn.functional.one_hot(action, self._actions[0]).float()
        if not self._sees_belief:
            return seen
        belief = (plan == action[..., None]) * self._prior.sum(1)
        return torch.cat([seen, belief / belief.sum(-1, keepdim=True)], -1)


def _pick(table: Any, places: Any) -> Any:
    """[...] the entries of [..., n] at places [...]."""
    return table.gather(-1, places[..., None]).squeeze(-1)


def _draw(chances: Any, points: Any) -> Any:
    """[...] a choice for each point [...], of chances [..., choices]."""
    passed = points[..., None] >= chances.detach().cumsum(-1)
    return passed[..., :-1].sum(-1)
