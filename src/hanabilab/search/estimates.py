"""What a search finds: how far its actions have come, which are out, and which one wins.

All actions are played out in the same worlds (`search.rollouts`). An action's gain is its score
less that of the blueprint's action in the same worlds. An action leaves the race once its gain is
surely not the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab._lazy import named
from hanabilab.beliefs import HandRange
from hanabilab.game.games import Game

if TYPE_CHECKING:
    import polars as pl

#: What is summed for each action: worlds, scores, squares of scores, gains, squares of gains.
TALLIES = 5
_WORLDS, _SCORES, _SQUARES, _GAINS, _GAIN_SQUARES = range(TALLIES)


class Race(NamedTuple):
    """The rules of a race."""

    blueprint_action: int
    threshold: float  # points by which a gain must be positive to count
    min_worlds: int  # before an action may leave
    sigmas: float  # standard errors that make a gain sure
    watched: int = -1  # the race is over once this action has left it


class Standings(NamedTuple):
    """How far a race has come. A actions."""

    tallies: NDArray[np.float64]  # [A, TALLIES]
    racing: NDArray[np.bool_]  # [A] which actions are in the race

    @classmethod
    def of(cls, legal: NDArray[np.bool_]) -> Standings:
        """Before the race, which all `legal` actions are in."""
        return cls(np.zeros((len(legal), TALLIES)), legal.copy())


class HeldOut(NamedTuple):
    """The gain of a chosen action in held-out worlds, which had no part in choosing it: unbiased.

    The gains that a search chooses by are too large on average for the action that it chooses: the
    luckiest of many estimates tends to be one of luck (the winner's curse).
    """

    worlds: int
    gain: float  # points over the blueprint's action, in the same worlds
    gain_sem: float  # its standard error; NaN below two worlds

    @classmethod
    def of(cls, tally: NDArray[np.float64]) -> HeldOut:
        """Of the sums [TALLIES] of one action."""
        worlds, gains, squares = (tally[[column]] for column in (0, 3, 4))
        mean, sem = _mean(worlds, gains)[0], _sem(worlds, gains, squares)[0]
        return cls(int(worlds[0]), float(mean), float(sem))


class Question(NamedTuple):
    """What a search was asked."""

    game: Game  # as it stood
    agent: str  # the search
    seed: int


@dataclass(frozen=True, repr=False)
class Estimates:
    """Values of the actions that a search has compared. A actions.

    Attributes:
        tallies: [A, TALLIES] sums over the worlds that each action was played out in; one
            row as `TALLIES` says.
        legal_mask: [A] which actions are legal.
        blueprint_action: what the blueprint would do.
        action: what the search does.
        rollouts: games played out.
        hands: the range that the worlds came from; None where hands were drawn from hints alone, or
            not asked for.
        fallback: why the search does what the blueprint does without having compared; or "".
        held_out: the gain of the action in fresh worlds, if that was asked for and the action is
            not the blueprint's.
        question: what `evaluate` was asked; None if the search was called by an arena.
    """

    tallies: NDArray[np.float64]
    legal_mask: NDArray[np.bool_]
    blueprint_action: int
    action: int
    rollouts: int
    hands: HandRange | None
    fallback: str = ""
    held_out: HeldOut | None = None
    question: Question | None = None

    @classmethod
    def without_search(
        cls, legal_mask: NDArray[np.bool_], action: int, hands: HandRange | None, fallback: str
    ) -> Estimates:
        """No estimates: the blueprint's action stands."""
        tallies = np.zeros((len(legal_mask), TALLIES))
        return cls(tallies, legal_mask, action, action, 0, hands, fallback)

    @property
    def legal(self) -> NDArray[np.int64]:
        """Ids of the legal actions, ascending."""
        return np.flatnonzero(self.legal_mask)

    @property
    def basis(self) -> str:
        """What the hands rest on, as `HandRange.basis`; "none" if there are none."""
        if self.hands is not None:
            return self.hands.basis
        return "none" if self.fallback else "hints"

    def is_off(self, beliefs: str) -> bool:
        """Whether a range was made, and rests on less than `beliefs`: an exact one never does."""
        return self.hands is not None and self.basis not in ("exact", beliefs)

    @property
    def worlds(self) -> NDArray[np.int64]:
        """[A] worlds that each action was played out in, until it left the race."""
        return self.tallies[:, 0].astype(np.int64)

    @property
    def means(self) -> NDArray[np.float64]:
        """[A] mean score in points; NaN where none was played out."""
        return _mean(self.tallies[:, 0], self.tallies[:, 1])

    @property
    def sems(self) -> NDArray[np.float64]:
        """[A] standard error of the mean, in points; NaN below two worlds."""
        return _sem(self.tallies[:, 0], self.tallies[:, 1], self.tallies[:, 2])

    @property
    def gains(self) -> NDArray[np.float64]:
        """[A] mean score over the blueprint's action in the same worlds, in points; or NaN."""
        return _mean(self.tallies[:, 0], self.tallies[:, 3])

    @property
    def gain_sems(self) -> NDArray[np.float64]:
        """[A] standard error of `gains`, paired over the worlds; NaN below two worlds."""
        return _sem(self.tallies[:, 0], self.tallies[:, 3], self.tallies[:, 4])

    def table(self) -> pl.DataFrame:
        """A row for each legal action, the largest gain first; see `search.report`."""
        from hanabilab.search.report import table_of

        return table_of(self)

    def document(self) -> dict[str, Any]:
        """All that was found, as `hanabi search --json` prints it and plots take it.

        Raises:
            AgentError: the search was not asked by `evaluate`, so the position is not known.
        """
        from hanabilab.search.report import document_of

        return document_of(self)

    def _repr_html_(self) -> str:
        """Every action's value, for notebooks."""
        return str(named("hanabilab.web.notebook_tables:estimates_html")(self))

    def __repr__(self) -> str:
        from hanabilab.search.report import text_of

        return text_of(self)


def _mean(worlds: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.divide(sums, worlds, out=np.full(len(sums), np.nan), where=worlds > 0)


def _sem(
    worlds: NDArray[np.float64], sums: NDArray[np.float64], squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    variance = (squares - worlds * _mean(worlds, sums) ** 2) / np.where(worlds > 1, worlds - 1, 1)
    sem = np.sqrt(np.maximum(variance, 0) / np.maximum(worlds, 1))
    return np.where(worlds > 1, sem, np.nan)


def winner(standings: Standings, race: Race, confidence: float) -> int:
    """Of the actions that gain enough to leave the blueprint's, the one that gains most.

    An action of large gain and larger error does not stand in the way of one whose gain is sure.

    Args:
        standings: of a race; an action that has left it, or that was played out in fewer than
            `race.min_worlds` worlds, cannot win.
        race: its rules; the gain must reach `race.threshold` points.
        confidence: standard errors of its own that the gain must reach.

    Returns:
        The action; the blueprint's if none gains enough.
    """
    tallies, racing = standings
    worlds = tallies[:, 0]
    gains, sems = _mean(worlds, tallies[:, 3]), _sem(worlds, tallies[:, 3], tallies[:, 4])
    enough = racing & (worlds >= race.min_worlds) & (gains > 0)
    enough &= gains >= np.maximum(race.threshold, confidence * sems)
    best = int(np.where(enough, gains, -np.inf).argmax())
    return best if enough[best] else race.blueprint_action


@kernel
def count_world(standings: Standings, race: Race, scores: NDArray[np.float64]) -> None:
    """Count one more world for all actions in the race, with `scores` [A] in points."""
    base = scores[race.blueprint_action]
    for action in range(len(scores)):
        if standings.racing[action]:
            tally, score = standings.tallies[action], scores[action]
            gain = score - base
            tally[_WORLDS] += 1
            tally[_SCORES] += score
            tally[_SQUARES] += score * score
            tally[_GAINS] += gain
            tally[_GAIN_SQUARES] += gain * gain


@kernel
def _gain_bounds(tally: NDArray[np.float64], sigmas: float) -> tuple[float, float]:
    """Bounds on an action's mean gain: `sigmas` standard errors below and above its estimate."""
    worlds = tally[_WORLDS]
    gain = tally[_GAINS] / worlds
    variance = (tally[_GAIN_SQUARES] - worlds * gain * gain) / (worlds - 1)
    # No spread seen yet is no proof of none: one gain of one point more is always conceivable.
    margin = sigmas * np.sqrt((max(variance, 0.0) + 1 / worlds) / worlds)
    return gain - margin, gain + margin


@kernel
def drop_losers(standings: Standings, race: Race) -> int:
    """Take out the actions that surely do not gain most, if worlds suffice; how many are left."""
    tallies, racing = standings.tallies, standings.racing
    if tallies[race.blueprint_action, _WORLDS] < race.min_worlds:
        return int(racing.sum())
    best = race.threshold  # the blueprint's action gains nothing, and is preferred by so much
    for action in range(len(racing)):
        if racing[action] and action != race.blueprint_action:
            best = max(best, _gain_bounds(tallies[action], race.sigmas)[0])
    left = 0
    for action in range(len(racing)):
        if racing[action] and action != race.blueprint_action:
            racing[action] = _gain_bounds(tallies[action], race.sigmas)[1] >= best
        left += racing[action]
    return left
