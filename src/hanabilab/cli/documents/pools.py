"""Documents of commands about many agents: who plays with whom, evolutions, people."""

from __future__ import annotations

from typing import Any

from hanabilab.cli.documents.shapes import Document, Estimate


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
