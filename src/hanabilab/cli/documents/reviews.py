"""Documents of commands that value actions: searches and reviews."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.endgames import EndgameReview
from hanabilab.cli.documents.shapes import Document


class ActionValue(Document, frozen=True):
    """What an action is worth; null where nothing was played out."""

    action: str
    worlds: int
    mean: float | None
    mean_sem: float | None
    gain: float | None
    gain_sem: float | None


class HeldOut(Document, frozen=True):
    """The gain of the chosen action in worlds that had no part in choosing it."""

    worlds: int
    gain: float | None
    gain_sem: float | None


class Searched(Document, frozen=True):
    """What a search thinks of a position."""

    agent: str
    seed: int
    rules: str
    state: str
    turn: int
    seat: int
    action: str
    blueprint_action: str
    rollouts: int
    range_size: int | None
    effective_size: float | None
    basis: str
    fallback: str | None
    held_out: HeldOut | None
    actions: list[ActionValue]
    belief: list[list[float]] | None


class Loss(Document, frozen=True):
    """What one action lost, or time."""

    turn: int | None
    points: int
    cause: str
    lost_perfect: bool
    lost_game: bool
    action: str | None
    choice: str | UnsetType = UNSET
    kept: bool | UnsetType | None = UNSET
    words: str | UnsetType = UNSET


class Moment(Document, frozen=True):
    """The table after so many actions."""

    turn: int
    score: int
    information_tokens: float
    strikes: int
    pace: int | None
    max_reachable: int
    got: int
    spent: float
    hints_left: int
    perfect: Literal["won", "lost", "undecided"]
    efficiency: float | None
    needed: float | None


class Part(Document, frozen=True):
    """A part of a score, with its standard error."""

    mean: float
    sem: float


class LuckTurn(Document, frozen=True):
    """What an action changed, and the draw that followed it."""

    turn: int
    seat: int
    value_before: float
    skill: Part
    luck: Part


class LuckSeat(Document, frozen=True):
    """What all actions and all draws of a seat changed."""

    seat: int
    skill: Part
    luck: Part


class LuckReview(Document, frozen=True):
    """A score told apart: expectation, deal, skill and luck of the seats add up to it."""

    agent: str
    games: int
    score: float
    expectation: float
    expectation_sem: float
    deal: Part
    by_seat: list[LuckSeat]
    by_turn: list[LuckTurn]


class Review(Document, frozen=True, kw_only=True):
    """One game, reviewed."""

    file: str
    variant: str
    players: int
    score: int
    recorded_score: int | None
    max_score: int
    end: str
    strikes: int
    turns: int
    hints: int
    max_reachable: int
    lost_at: int | None
    lost_by: str | None
    lost_between: tuple[int, int] | None
    perfect: Literal["won", "lost", "undecided"]
    efficiency: float | None
    points_lost: int
    points_lost_by_actions: int
    points_lost_to_time: int
    agent: str | UnsetType = UNSET
    convention: str | UnsetType = UNSET
    level: int | UnsetType = UNSET
    points_lost_broken: int | UnsetType = UNSET
    points_lost_kept: int | UnsetType = UNSET
    points_lost_not_covered: int | UnsetType = UNSET
    losses: list[Loss]
    endgame: EndgameReview | UnsetType = UNSET
    luck_and_skill: LuckReview | UnsetType = UNSET
    by_turn: list[Moment]
