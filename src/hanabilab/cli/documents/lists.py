"""Documents of commands that list what there is: agents, rules, variants, speeds."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.shapes import Document, Option


class AgentName(Document, frozen=True):
    """An agent, in a list."""

    name: str
    usage: str
    summary: str


class MeasuredScore(Document, frozen=True):
    """A score that a page of the docs has."""

    agent: str
    line_up: str
    players: int
    mean: float
    sem: float
    games: int
    seed: int
    terms: str
    page: str


class AgentSheet(Document, frozen=True):
    """One agent, told in full."""

    name: str
    usage: str
    summary: str
    how: str
    players: str
    plays: str
    options: list[Option]
    scores: list[MeasuredScore]
    networks: list[str]
    belief_networks: list[str]


class Rule(Document, frozen=True):
    """A rule that agents of rules act by."""

    number: int
    name: str
    summary: str
    reason: str | None
    family: str
    parameters: list[int]
    agents: list[str]


class Preset(Document, frozen=True):
    """Rules with a name."""

    name: str
    rules: str


class Variant(Document, frozen=True):
    """A variant of the public site."""

    number: int
    name: str
    rules: str
    played: bool
    why_not: str | None
    suits: list[str]
    letters: str
    colors: list[str]
    hint_ranks: list[int]
    cards: int


class Variants(Document, frozen=True, kw_only=True):
    """Rules that games are played by; presets and options where no words were asked for."""

    presets: list[Preset] | UnsetType = UNSET
    options: list[Option] | UnsetType = UNSET
    variants: list[Variant]


class Speed(Document, frozen=True):
    """How fast a workload is, and HLE's beside it; null where HLE has no such one."""

    name: str
    unit: str
    ours: float
    hle: float | None


class Warmed(Document, frozen=True):
    """What a command still needed, compiled ahead."""

    command: str
    kernels: int
    seconds: float
