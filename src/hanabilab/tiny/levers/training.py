"""Learning a lever game with tables, by exact gradients: four methods, no sampling.

Each player has a table of logits, and a lever's chance is the softmax of its logit. All teams learn
at once: arrays have an axis for them. A method differs from plain self-play in one thing only:

    self-play       nothing
    other-play      the room's payoffs are averaged over names of the second player
    symmetric       levers that are alike share one logit
    entropy         a bonus for randomness, the same throughout; then the likeliest lever
    annealed        the bonus falls to nothing during learning

Shapes: T teams, R rooms, L levers of a room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.tiny.game import check_seed
from hanabilab.tiny.levers.games import LeverGame, Matrix, Room

#: Levers whose chances differ by less are equally likely, but for rounding.
_TIE = 1e-6
#: Where learning is looked at.
_MOMENTS = 60


@dataclass(frozen=True, kw_only=True)
class LeverSettings:
    """How teams learn.

    Raises:
        GameError: a number out of range.
    """

    seeds: Annotated[int, Setting("Teams that learn apart from each other.", 2, 10_000)] = 30
    seed: Annotated[int, Setting("Seed of all of them.", 0)] = 0
    starts: Annotated[
        int, Setting("Random starts of each team, which keeps the best by its own goal.", 1, 1000)
    ] = 30
    steps: Annotated[int, Setting("Steps of gradient ascent.", _MOMENTS, 1_000_000)] = 1000
    temperature: Annotated[float, Setting("Bonus for entropy, in points a nat.", 0)] = 0.3

    def __post_init__(self) -> None:
        check_settings(self, GameError)
        check_seed(self.seed)


@dataclass(frozen=True)
class Method:
    """What a method changes of plain self-play.

    Attributes:
        other_play: average payoffs over names.
        tied: levers that are alike share a logit.
        entropy: what becomes of the bonus.
        greedy: afterwards both always pull their likeliest lever; ties are broken at random, once.
    """

    other_play: bool = False
    tied: bool = False
    entropy: Literal["none", "constant", "annealed"] = "none"
    greedy: bool = False


METHODS = MappingProxyType(
    {
        "self-play": Method(),
        "other-play": Method(other_play=True),
        "symmetric": Method(tied=True),
        "entropy": Method(entropy="constant"),
        "entropy, greedy": Method(entropy="constant", greedy=True),
        "entropy, annealed": Method(entropy="annealed"),
    }
)


class Chances(NamedTuple):
    """What teams do.

    Attributes:
        opening: [T, R] the first player, which room.
        levers: for each room [T, 2, L] both players, which lever.
    """

    opening: Matrix
    levers: tuple[Matrix, ...]

    def of(self, teams: NDArray[np.int64]) -> Chances:
        """Some of the teams."""
        return Chances(self.opening[teams], tuple(each[teams] for each in self.levers))


#: Random numbers for each start of each team.
_Draw = Callable[[int], Matrix]
#: Of gradients: large, as they are exact and payoffs are small.
_RATE = 15.0
#: Standard deviation of first logits.
_SPREAD = 1.0


def moments_of(steps: int) -> NDArray[np.int64]:
    """[E] after how many of the steps learning is looked at: from 0 to all of them."""
    return -(-np.arange(_MOMENTS + 1) * steps // _MOMENTS)  # the next step up


def train(game: LeverGame, method: Method, settings: LeverSettings) -> list[Chances]:
    """What each team does at equally spaced moments of learning, the last when it is done.

    Of its random starts a team keeps the one whose goal is best in the end. It needs no other team
    for that: the goal is what it learns by.
    """
    rng, looked = np.random.default_rng(settings.seed), set(moments_of(settings.steps).tolist())
    learner = Learner(game, method, lambda size: _draw(rng, settings, size))
    moments = [learner.chances()]
    for step in range(settings.steps):
        learner.step(settings.temperature * _share_of_bonus(method, step / settings.steps))
        if step + 1 in looked:
            moments.append(learner.chances())
    goal = learner.goal().reshape(settings.seeds, settings.starts)
    best = np.arange(settings.seeds) * settings.starts + goal.argmax(axis=1)
    kept = [moment.of(best) for moment in moments]
    return [_likeliest(moment, rng) for moment in kept] if method.greedy else kept


class Learner:
    """All starts of all teams: logits, and the step that changes them."""

    def __init__(self, game: LeverGame, method: Method, draw: _Draw) -> None:
        self._payoffs = [r.renamed if method.other_play else r.payoffs for r in game.rooms]
        self._tied = [room.alike if method.tied else None for room in game.rooms]
        self._opening = draw(len(game.rooms))
        self._levers = [
            np.stack([_start(draw, room, tied=method.tied) for _ in range(2)], axis=1)
            for room in game.rooms
        ]

    def chances(self) -> Chances:
        """What the players do by now."""
        return Chances(softmax(self._opening), tuple(map(softmax, self._levers)))

    def goal(self) -> Matrix:
        """[T] what is learned to maximize, without the bonus."""
        now = self.chances()
        return (now.opening * _room_values(self._payoffs, now, now)).sum(axis=-1)

    def step(self, bonus: float, rate: float = _RATE) -> None:
        """One step of gradient ascent, with a bonus for the entropy of each choice made."""
        now = self.chances()
        values = _room_values(self._payoffs, now, now)
        for place, (payoffs, tied) in enumerate(zip(self._payoffs, self._tied, strict=True)):
            first, second = now.levers[place][:, 0], now.levers[place][:, 1]
            worth = np.stack([second @ payoffs.T, first @ payoffs], axis=1)
            change = gradient_of(now.levers[place], worth, bonus)
            change *= now.opening[:, place, None, None]  # how often the room is entered
            self._levers[place] += rate * (change if tied is None else change @ tied)
        self._opening += rate * gradient_of(now.opening, values, bonus)


def play(game: LeverGame, first: Chances, second: Chances) -> Matrix:
    """[T] mean payoffs, the first players of some teams with the second players of others."""
    values = _room_values([room.payoffs for room in game.rooms], first, second)
    return np.asarray((first.opening * values).sum(axis=-1))


def cross_play(game: LeverGame, teams: Chances) -> Matrix:
    """[T, T] mean payoffs of all pairs of teams, over both orders of seats."""
    count = len(teams.opening)
    one, other = np.divmod(np.arange(count**2), count)
    scores = play(game, teams.of(one), teams.of(other)).reshape(count, count)
    return (scores + scores.T) / 2


def _room_values(payoffs: list[Matrix], first: Chances, second: Chances) -> Matrix:
    """[T, R] mean payoff in each room."""
    rooms = zip(payoffs, first.levers, second.levers, strict=True)
    return np.stack([((a[:, 0] @ pay) * b[:, 1]).sum(axis=-1) for pay, a, b in rooms], axis=-1)


def gradient_of(chances: Matrix, worth: Matrix, bonus: float) -> Matrix:
    """Of mean worth plus bonus times entropy, by the logits of the last axis."""
    gain = worth - bonus * np.log(chances + 1e-300)
    return np.asarray(chances * (gain - (chances * gain).sum(axis=-1, keepdims=True)))


def softmax(logits: Matrix) -> Matrix:
    """Chances of the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def _share_of_bonus(method: Method, done: float) -> float:
    return {"none": 0.0, "constant": 1.0, "annealed": max(0.0, 1 - 2 * done)}[method.entropy]


def _draw(rng: np.random.Generator, settings: LeverSettings, size: int) -> Matrix:
    """[T, size] logits of all starts of all teams."""
    return rng.normal(0, _SPREAD, (settings.seeds * settings.starts, size))


def _start(draw: _Draw, room: Room, *, tied: bool) -> Matrix:
    """[T, L] first logits of one player: each its own, or one for each kind of lever."""
    return draw(len(room.kinds))[:, room.kinds] if tied else draw(len(room.kinds))


def _likeliest(teams: Chances, rng: np.random.Generator) -> Chances:
    """What is left if every player always does what it does most."""
    opening, *levers = [_one_hot(chances, rng) for chances in (teams.opening, *teams.levers)]
    return Chances(opening, tuple(levers))


def _one_hot(chances: Matrix, rng: np.random.Generator) -> Matrix:
    best = chances >= chances.max(axis=-1, keepdims=True) - _TIE
    chosen = np.where(best, rng.random(chances.shape), -1).argmax(axis=-1)
    return np.asarray(np.eye(chances.shape[-1])[chosen])
