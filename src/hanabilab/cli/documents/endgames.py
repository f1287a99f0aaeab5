"""Documents about the end of a game, valued exactly."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.shapes import Document


class Value(Document, frozen=True):
    """A value between two bounds; a fraction where they are equal."""

    lower: float
    upper: float
    fraction: str | UnsetType = UNSET


class ValuedAction(Document, frozen=True):
    """What an action is worth near the end of a game."""

    action: str
    win: Value
    score: Value


class ValuedActions(Document, frozen=True):
    """What all actions are worth, under one assumption."""

    actions: list[ValuedAction]
    exact: bool
    seconds: float


class OverHands(ValuedActions, frozen=True, kw_only=True):
    """What all actions are worth over the hands that the seat to act may hold."""

    basis: Literal["exact", "hints"]
    range_size: int


class PlayedOn(OverHands, frozen=True, kw_only=True):
    """What all actions are worth if an agent plays on in all seats."""

    depth: int


class Assumptions(Document, frozen=True):
    """Values under each assumption on what seats know."""

    open: ValuedActions
    honest: OverHands | UnsetType = UNSET
    blueprint: PlayedOn | UnsetType = UNSET


class Endgame(Document, frozen=True):
    """A position near the end of a game."""

    file: str
    turn: int
    seat: int
    assumptions: Assumptions


class EndgameTurn(Document, frozen=True):
    """An action near the end of a game, beside the best ones."""

    turn: int
    best_win: Value
    win: Value
    best_score: Value
    score: Value


class EndgameReview(Document, frozen=True):
    """The end of a game, with open hands."""

    last_winnable: int | None
    costliest: int | None
    by_turn: list[EndgameTurn]
