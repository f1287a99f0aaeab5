"""Documents of commands that measure people, and agents beside them."""

from __future__ import annotations

from typing import Literal

from hanabilab.cli.documents.shapes import Document, Estimate


class Likeness(Document, frozen=True):
    """How alike people an agent acts; null where that cannot be told."""

    agent: str
    games: int
    decisions: int
    agreement: float
    sem: float | None
    kind: float
    discard: float | None
    play: float | None
    color: float | None
    rank: float | None
    hint_given_hint: float | None
    cross_entropy: float | None
    smoothed_cross_entropy: float


class Imitation(Document, frozen=True):
    """A model of people: the agent, and how alike people models act that do not know them."""

    agent: str
    by: Literal["person", "game"]
    folds: int
    decisions: int
    cross_validated: Likeness | None


class PeopleBehavior(Document, frozen=True):
    """How people, or an agent in all seats, behave; null where there is nothing to measure."""

    who: str
    games: int
    communicativeness: Estimate | None
    risk_aversion: Estimate | None
    information_per_play: Estimate | None
    misplays: Estimate | None
    convention_gap: Estimate | None
    useless_discards: Estimate | None
    critical_discards: Estimate | None


class PeoplesFigures(Document, frozen=True):
    """Games with an agent, of people or of a model; null for errors over one person or game."""

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


class HeldBesidePeople(Document, frozen=True):
    """A model and people with one agent."""

    agent: str
    lineup: list[str]
    rules: str
    people: PeoplesFigures
    own: PeoplesFigures
    points_difference: float
    points_difference_sem: float | None
    bomb_difference: float
    bomb_difference_sem: float | None
    verdict: str


class Validity(Document, frozen=True):
    """A model of people beside people, with each agent that they sat with."""

    model: str
    seed: int
    verdict: str
    by_agent: list[HeldBesidePeople]
