"""Documents of commands about many agents: who plays with whom, evolutions, people."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.shapes import Document, Estimate, Option


class OverModels(Document, frozen=True):
    """A matrix whose agents are a sample of what one algorithm makes."""

    models: int
    self_play: Estimate
    cross_play: Estimate
    gap: Estimate
    disjoint_pairs: Estimate
    worst: str
    without_worst: Estimate | None


class Variance(Document, frozen=True):
    """What varies in a matrix."""

    additive: float
    interaction: float
    noise: float
    spectrum: list[float]


class BestResponses(Document, frozen=True):
    """Who plays best with each agent, chosen on some games and scored on others."""

    response: dict[str, str]
    generalist: str
    best: Estimate
    single: Estimate
    gain: Estimate
    in_sample: float


class Matrix(Document, frozen=True):
    """A cross-play of all agents with all."""

    rules: str
    ones: list[str]
    others: list[str]
    games: int
    seed: int
    players: int
    mean: list[list[float]]
    sem: list[list[float]]
    self_play: Estimate
    cross_play: Estimate
    gap: Estimate
    with_others: dict[str, Estimate]
    over_models: OverModels
    variance: Variance
    best_responses: BestResponses
    seconds: float


class Challenge(Document, frozen=True):
    """A cross-play of challengers with a pool."""

    rules: str
    ones: list[str]
    others: list[str]
    games: int
    seed: int
    players: int
    mean: list[list[float]]
    sem: list[list[float]]
    over_pool: dict[str, Estimate]
    seconds: float


class Responder(Document, frozen=True):
    """How one responder did."""

    score: Estimate
    gain: Estimate
    gain_here: Estimate
    by_round: list[Estimate]
    by_partner: list[float]


class AdHoc(Document, frozen=True):
    """A study of agents that meet partners for some games."""

    pool: str
    rules: str
    partners: list[str]
    length: int
    sequences: int
    seed: int
    responders: dict[str, Responder]
    oracle_games: int
    generalist: str
    oracle: dict[str, str]
    seconds: float


class Statistics(Document, frozen=True):
    """What is told of an archive."""

    coverage: int
    cells: int
    mean: float
    maximum: float
    qd_score: float
    norm_qd_score: float


class Corrected(Document, frozen=True):
    """An archive measured again in fresh games."""

    games: int
    own_niche: float
    in_place: Statistics
    statistics: Statistics


class Archive(Document, frozen=True):
    """The archive of an evolution."""

    settings: dict[str, Any]
    individuals: int
    statistics: Statistics
    corrected: Corrected | None
    elites: list[dict[str, float | str | None]]


class TunedNumber(Document, frozen=True):
    """A number that was tuned."""

    name: str
    meaning: str
    low: int
    high: int
    given_value: int
    tuned_value: int
    deviation: float


class FinalComparison(Document, frozen=True):
    """The numbers found and those given, on decks that chose nothing."""

    games: int
    seed: int
    given_score: Estimate
    tuned_score: Estimate
    gain: Estimate
    conclusion: str


class Tuning(Document, frozen=True):
    """What a tuning has found."""

    agent: str
    tuned_agent: str
    rules: str
    seed: int
    generations: int
    candidates: int
    games: int
    games_saved: int
    numbers: list[TunedNumber]
    comparison: FinalComparison
    note: str


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


class LeverMethod(Document, frozen=True):
    """What teams that learned by one method score."""

    method: str
    self_play: Estimate
    cross_play: Estimate
    gap: Estimate
    disjoint_pairs: Estimate
    matrix: list[list[float]]
    steps: list[float]
    self_play_curve: list[float]
    cross_play_curve: list[float]


class LeverGame(Document, frozen=True):
    """All methods on one lever game."""

    game: str
    story: str
    seeds: int
    methods: list[LeverMethod]


class Levers(Document, frozen=True):
    """Methods of zero-shot coordination on lever games."""

    settings: dict[str, Any]
    by_game: list[LeverGame]


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
