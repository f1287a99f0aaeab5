"""Learn a small game with a table, for many seeds, and evaluate every run exactly."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.stats import Rate, rate
from hanabilab.tiny.belief_graph import make_belief_mdp
from hanabilab.tiny.game import check_seed
from hanabilab.tiny.learners.algorithms import ALGORITHMS, Algorithm, find_algorithm
from hanabilab.tiny.learners.gradient_kernels import (
    CENTRAL_CRITIC,
    GradientSettings,
    learn_by_gradient,
)
from hanabilab.tiny.learners.q_kernels import EXPLORED, GREEDY, HOLDING, QSettings, learn_by_q
from hanabilab.tiny.learners.walks import Walk, belief_walk, tree_walk
from hanabilab.tiny.policies import Policy, deterministic
from hanabilab.tiny.sweeps import value_margin
from hanabilab.tiny.tree import GameTree

_POINTS = 100  # of a curve, unless others are asked for
_NOISE = 1e-3  # of first values, in units of the span of payoffs: ties are broken by the seed


_EVALUATIONS = Setting(
    "Evaluations, evenly spaced over a run.", 1, 100_000, show=lambda count: str(count or _POINTS)
)


@dataclass(frozen=True)
class LearnSettings:
    """What learners are run with; rates and epsilon fall linearly to 0.

    Attributes:
        evaluations: points of the curve, evenly spaced, the last at the end; None for 100, or one
            for each episode if these are fewer.
        rate: of learning values or logits.
        critic_rate: of learning what returns are compared with.
        epsilon: for learners of values.

    Raises:
        GameError: a number out of range.
    """

    episodes: Annotated[int, Setting("Games of a run.", 1, 10**10)] = 200_000
    evaluations: Annotated[int | None, _EVALUATIONS] = None
    rate: Annotated[float, Setting("Learning rate; it falls to 0.", 0, 100)] = 0.1
    critic_rate: Annotated[float, Setting("Learning rate of the critic; it falls to 0.", 0, 1)] = (
        0.1
    )
    epsilon: Annotated[float, Setting("Chance of a random action; it falls to 0.", 0, 1)] = 0.5

    def __post_init__(self) -> None:
        check_settings(self, GameError)
        if type(self.points) is not int or not 1 <= self.points <= self.episodes:
            raise GameError(
                f"evaluations is {self.points!r}; a whole number from 1 to the number of "
                f"episodes, {self.episodes}, is needed"
            )

    @property
    def points(self) -> int:
        """Of the curve."""
        return min(_POINTS, self.episodes) if self.evaluations is None else self.evaluations


@dataclass(frozen=True, eq=False)
class Learning:
    """How learners of several seeds went.

    Attributes:
        tree: the game.
        algorithm: its name.
        seeds: [seeds] of each run.
        episodes: [evaluations] games played by then.
        curves: [seeds, evaluations] exact expected payoff of the greedy policy.
        picks: [seeds, I] the last greedy action of each information set.
        seconds: CPU time.
    """

    tree: GameTree
    algorithm: str
    seeds: tuple[int, ...]
    episodes: NDArray[np.int64]
    curves: NDArray[np.float64]
    picks: NDArray[np.int64]
    seconds: float

    def solved(self, optimum: float) -> Rate:
        """How many seeds ended with a policy worth `optimum` or more, but for rounding."""
        enough = optimum - value_margin(self.tree.largest_payoff)
        return rate(int((self.curves[:, -1] >= enough).sum()), len(self.seeds))

    def policy(self, run: int) -> Policy:
        """The last greedy policy [C] of a run, by its place among the seeds."""
        return deterministic(self.tree, self.picks[run])


def learn(
    tree: GameTree, algorithm: str, *, seeds: Sequence[int], settings: LearnSettings | None = None
) -> Learning:
    """Let an algorithm learn a game, once for each seed.

    A run depends on its seed, not on how many run. Simplified action decoders tell what the last
    open action was, not earlier ones.

    Raises:
        GameError: no such algorithm, no seeds or seeds out of range, or for prescriptions a game
            with too many.
    """
    kind, given = find_algorithm(algorithm), settings or LearnSettings()
    _check_seeds(seeds)
    mdp = make_belief_mdp(tree) if kind.public else None
    walk = belief_walk(mdp) if mdp else tree_walk(tree)
    curves = np.empty((len(seeds), given.points))
    picks = np.empty((len(seeds), len(tree.infosets)), np.int64)
    began = time.process_time()
    for run, seed in enumerate(seeds):
        table = _run(curves[run], walk, kind, given, seed)
        actions = _greedy_actions(walk, table)
        picks[run] = mdp.picks_of(actions) if mdp else actions
    return Learning(
        tree=tree,
        algorithm=algorithm,
        seeds=tuple(seeds),
        episodes=_evaluated_at(given),
        curves=curves,
        picks=picks,
        seconds=time.process_time() - began,
    )


def fitting_algorithms(tree: GameTree) -> tuple[str, ...]:
    """The names of the algorithms whose tables the game is small enough for."""
    try:
        make_belief_mdp(tree)
    except GameError:  # too many prescriptions
        return tuple(name for name, kind in ALGORITHMS.items() if not kind.public)
    return tuple(ALGORITHMS)


def _check_seeds(seeds: Sequence[int]) -> None:
    if not len(seeds):
        raise GameError("no seeds; at least one is needed")
    for seed in seeds:
        check_seed(seed)


def _evaluated_at(settings: LearnSettings) -> NDArray[np.int64]:
    """[evaluations] the first episodes after which another share of all is done."""
    points = np.arange(1, settings.points + 1)
    return -(-points * settings.episodes // settings.points)


def _run(
    curve: NDArray[np.float64], walk: Walk, kind: Algorithm, settings: LearnSettings, seed: int
) -> NDArray[np.float64]:
    """Fill the curve of a seed; the table [R x signals, A] that was learned."""
    table = np.zeros((len(walk.num_actions) * _num_signals(walk, kind), walk.max_actions))
    if kind.loop == "gradient":
        critic = np.zeros(len(walk.row) if kind.critic == CENTRAL_CRITIC else len(table))
        told = GradientSettings(
            kind.critic, settings.episodes, settings.rate, settings.critic_rate, seed
        )
        learn_by_gradient(curve, table, critic, walk, told)
        return table
    noise = np.random.default_rng([seed, 0]).random(table.shape)
    table += _NOISE * walk.span * noise
    up, down = settings.rate, settings.rate * kind.slow
    q_settings = QSettings(kind.signal, settings.episodes, up, down, settings.epsilon, seed)
    idle = np.zeros(int(walk.information_state.max()) + 1 if kind.loop == "sums" else 0)
    learn_by_q(curve, table, idle, walk, q_settings)
    return table


def _num_signals(walk: Walk, kind: Algorithm) -> int:
    """Signals that a row may come with, none included."""
    held = {GREEDY: int(walk.action.max()) + 1, EXPLORED: 1, HOLDING: int(walk.place.max()) + 1}
    return 1 + held.get(kind.signal, 0)


def _greedy_actions(walk: Walk, table: NDArray[np.float64]) -> NDArray[np.int64]:
    """[R] the preferred action of each row without a signal."""
    plain = table[:: len(table) // len(walk.num_actions)]
    allowed = np.arange(walk.max_actions) < walk.num_actions[:, None]
    return np.asarray(np.where(allowed, plain, -np.inf).argmax(1))
