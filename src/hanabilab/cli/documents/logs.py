"""Documents of commands that read a game: its turns, its hands, what is wrong with it."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.games import Behavior
from hanabilab.cli.documents.shapes import Document


class Replay(Document, frozen=True):
    """A game, or one turn of it with the states around it."""

    rules: str
    agents: list[str]
    source: str
    actions: list[str]
    states: list[str]
    score: int
    behavior: list[Behavior]


class Reading(Document, frozen=True):
    """What an action told some seats."""

    seats: list[int]
    lines: list[str]


class ExplainedTurn(Document, frozen=True):
    """A turn, and why an agent acted, or would have acted."""

    turn: int
    seat: int
    action: str
    choice: str
    differs: bool
    reason: str | None
    readings: list[Reading]


class Explanation(Document, frozen=True):
    """A game explained by an agent."""

    agent: str
    rules: str
    agents: list[str]
    source: str
    by_turn: list[ExplainedTurn]


class Place(Document, frozen=True):
    """A slot of a seat."""

    seat: int
    slot: int


class ConventionMark(Document, frozen=True):
    """A card that is finessed, called or chop moved after an action."""

    seat: int
    slot: int
    kind: str


class ConventionTurn(Document, frozen=True):
    """An action, read by conventions of people."""

    turn: int
    seat: int
    action: str
    kind: str
    focus: Place | None
    note_before: list[str]
    note_after: list[str]
    expected: str | None
    kept: bool | None
    verdict: str
    words: str
    marks: list[ConventionMark]


class Slot(Document, frozen=True):
    """What the card in a slot can be."""

    slot: int
    chances: dict[str, float]
    playable: float
    useless: float
    last_copy: float
    ruled_out: dict[str, str]


class Hand(Document, frozen=True):
    """What a hand can be at a turn."""

    turn: int
    seat: int
    deals: int
    slots: list[Slot]


class Finding(Document, frozen=True):
    """Something that is wrong; of a run without a place in a text."""

    line: int | None
    column: int | None
    message: str
    expected: list[str]


class Checked(Document, frozen=True, kw_only=True):
    """A file, checked: of a game with `quirks`; the folder of a run with `status`."""

    file: str
    status: Literal["finished", "unfinished"] | UnsetType = UNSET
    findings: list[Finding]
    quirks: list[str] | UnsetType = UNSET


class Deck(Document, frozen=True):
    """The deck of a seed of the public site."""

    seed: str
    players: int
    variant: str
    deck: list[str]


class Winnable(Document, frozen=True):
    """Whether a deck can be won with open hands."""

    source: str
    winnability: Literal["won", "lost", "undecided"]
    width: int
    winning_line: list[str]
