"""Documents of commands that play games."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.shapes import Document, Estimate, Interval


class Scores(Document, frozen=True):
    """What many games have brought."""

    agents: list[str]
    games: int
    seed: int
    mean: float
    sem: float | None
    ci95: Interval | None
    perfect_rate: float
    perfect_ci95: Interval
    bomb_rate: float
    bomb_ci95: Interval
    histogram: list[int]


class Luck(Estimate, frozen=True):
    """The mean score, or difference, of many games without the luck of their cards."""

    factor: float
    luck: Estimate
    played_on: int


class Summary(Scores, frozen=True):
    """Many games of one line-up."""

    players: int
    points_mean: float
    turns_mean: float
    seconds: float
    games_per_second: float
    moves_per_second: float
    communicativeness: Estimate | None
    risk_aversion: Estimate | None
    information_per_play: Estimate | None


class Played(Summary, frozen=True):
    """Many games of one line-up; `without_luck` if asked for, null for fewer than 100 games."""

    without_luck: Luck | UnsetType | None = UNSET


class Comparison(Document, frozen=True):
    """Two line-ups on the same decks; what Ctrl-C kept from being played is null.

    `without_luck` is there if asked for, null for fewer than 100 games.
    """

    first: Summary
    second: Summary | None
    difference: Estimate | None
    without_luck: Luck | UnsetType | None = UNSET


class PlayedShare(Document, frozen=True):
    """A share of a run, of which the folder has the games."""

    folder: str
    share: str
    complete: bool


class Behavior(Document, frozen=True):
    """How a seat behaved in one game; null where a ratio is undefined."""

    communicativeness: float | None
    risk_aversion: float | None
    information_per_play: float | None


class Redealt(Scores, frozen=True):
    """A position played on many times, the unseen cards dealt anew."""

    file: str
    turn: int
    knowing: Literal["seat", "hands", "public"]
    seat: int | None


class BotGame(Document, frozen=True):
    """A game that a bot has played at the public site."""

    table: int
    players: int
    seat: int
    turns: int
    score: int
    end: str


class Coordination(Document, frozen=True):
    """What a candidate scored with partners, at tables of one size."""

    players: int
    games: int
    mean: float
    sem: float | None
    median: float
    points_mean: float
    points_sem: float | None
    points_median: float
    bomb_rate: float
    mean_not_lost: float | None
    candidate_cross_entropy: float | None


class ChallengeGame(Document, frozen=True):
    """A game of a challenge."""

    number: int
    players: int
    held: list[int]
    turns: int
    score: int
    points_kept: int
    bombed: bool


class ChallengePlayed(Document, frozen=True):
    """A challenge that an agent has played at a server."""

    agent: str
    url: str
    seed: int
    by_players: list[Coordination]
    games_played: list[ChallengeGame]


class ChallengeServed(Document, frozen=True):
    """A challenge that candidates have played with agents here."""

    partners: list[str]
    seed: int
    by_players: list[Coordination]
    games_played: list[ChallengeGame]
