"""Whether a model of people is valid: what it scores with an agent beside what people scored.

Likeness, action by action, is not enough: after one action that nobody would take, a model is in
states that no person came to. So a model sits with an agent that people sat with, on other decks.
It is valid if points and lost games are about those of people. Source: docs/people.md, "Validity".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.people.clusters import By, owners_of
from hanabilab.people.sittings import Sitting
from hanabilab.stats.clusters import mean_over_clusters, ratio_over_clusters


class Verdict(StrEnum):
    """How near a model is to people, the nearest first."""

    CLOSE = "close"
    VALID = "valid"
    NOT_VALID = "not valid"


#: How far mean points, kept in lost games, and the share of lost games may be off.
BARS = {Verdict.CLOSE: (0.7, 0.08), Verdict.VALID: (2.0, 0.15)}


@dataclass(frozen=True)
class Figures:
    """Games with an agent: of people, or of a model.

    A `sem` is the standard error of the mean or rate beside it; None over a single cluster.

    Attributes:
        games: how many.
        persons: who played them; None where clusters are games.
        points_mean: points on the table, kept in a lost game; `points_median` is theirs.
        mean: points, where a lost game scores 0; `median` is theirs.
        bomb_rate: share of games lost by the last life.
        discard_rate: share of discards among the actions of people, or of the model; so
            `play_rate`, and `color_rate` and `rank_rate` of hints.
    """

    games: int
    persons: int | None
    points_mean: float
    points_sem: float | None
    points_median: float
    mean: float
    sem: float | None
    median: float
    bomb_rate: float
    bomb_sem: float | None
    turns_mean: float
    turns_sem: float | None
    discard_rate: float
    discard_sem: float | None
    play_rate: float
    play_sem: float | None
    color_rate: float
    color_sem: float | None
    rank_rate: float
    rank_sem: float | None


@dataclass(frozen=True)
class Held:
    """A model held beside people with one agent.

    Attributes:
        agent: as the files name it.
        lineup: our agents by seat.
        rules: in words.
        people: figures of people's games.
        own: figures of the model's games.
        points_difference: of the model's mean points, kept in lost games, less people's; its
            standard error is `points_difference_sem`.
        bomb_difference: of the model's share of lost games less people's; its standard error is
            `bomb_difference_sem`.
        verdict: by `BARS`, from the differences as measured.
    """

    agent: str
    lineup: tuple[str, ...]
    rules: str
    people: Figures
    own: Figures
    points_difference: float
    points_difference_sem: float | None
    bomb_difference: float
    bomb_difference_sem: float | None
    verdict: Verdict

    def as_json(self) -> dict[str, Any]:
        """Its part of `validity --json`."""
        return asdict(self) | {"lineup": list(self.lineup), "verdict": str(self.verdict)}


def errors_over(sittings: Sequence[Sitting]) -> By:
    """What people's errors are over: persons, if every game says who played it; else games."""
    known = all(any(game.persons) for sitting in sittings for game in sitting.games)
    return "person" if known else "game"


def hold_beside_people(
    sitting: Sitting, model: str, counts: NDArray[np.int64], rules: str, by: By
) -> Held:
    """What a model did with an agent, beside what people did with it.

    Args:
        model: its name.
        counts: [G, COUNTS] of its games at the table of `sitting`.
        rules: in words.
        by: what people's errors are over; the model's are over games.
    """
    owners = owners_of(sitting.games, by)
    people = _figures(sitting.counts, owners, by)
    own = _figures(counts, np.arange(len(counts)), "game")
    points, bombs = own.points_mean - people.points_mean, own.bomb_rate - people.bomb_rate
    return Held(
        agent=sitting.agent,
        lineup=sitting.seated(model),
        rules=rules,
        people=people,
        own=own,
        points_difference=points,
        points_difference_sem=_both(own.points_sem, people.points_sem),
        bomb_difference=bombs,
        bomb_difference_sem=_both(own.bomb_sem, people.bomb_sem),
        verdict=verdict_of(points, bombs),
    )


def verdict_of(points: float, bombs: float) -> Verdict:
    """How near people a model is, by its differences in points and in the share of lost games."""
    for verdict, (most_points, most_bombs) in BARS.items():
        if abs(points) <= most_points and abs(bombs) <= most_bombs:
            return verdict
    return Verdict.NOT_VALID


def _figures(counts: NDArray[np.int64], owners: NDArray[np.int64], by: By) -> Figures:
    points, lost, turns = counts[:, :3].T
    score = points * (1 - lost)
    actions = counts[:, 3:].sum(axis=1)
    rates = [ratio_over_clusters(kind, actions, owners) for kind in counts[:, 3:].T]
    return Figures(
        len(counts),
        len(np.unique(owners)) if by == "person" else None,
        *mean_over_clusters(points, owners),
        float(np.median(points)),
        *mean_over_clusters(score, owners),
        float(np.median(score)),
        *mean_over_clusters(lost, owners),
        *mean_over_clusters(turns, owners),
        *rates[0],
        *rates[1],
        *rates[2],
        *rates[3],
    )


def _both(first: float | None, second: float | None) -> float | None:
    """The error of a difference of two independent means."""
    return None if first is None or second is None else float(np.hypot(first, second))
