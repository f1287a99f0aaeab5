"""Documents of commands that play games, or show some."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.endgames import EndgameReview
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
