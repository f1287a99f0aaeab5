"""Documents of `hanabi tiny`: small games solved, searched, learned."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from hanabilab.cli.documents.shapes import Document, Interval


class GameUsage(Document, frozen=True):
    """A kind of small game, and how it is written."""

    usage: str
    summary: str


class Count(Document, frozen=True):
    """A number that may have thousands of digits."""

    exact: int | None
    log10: float | None


class Infoset(Document, frozen=True):
    """An information set, and what a policy does there."""

    seat: int
    sees: str
    public: int
    actions: list[str]
    probabilities: list[float]


class Belief(Document, frozen=True):
    """What everyone believes about what a seat sees alone."""

    about: str
    types: list[str]
    chances: list[float]
    actions: list[str]


class PublicState(Document, frozen=True):
    """A node of the tree of public states."""

    parent: int
    action: str
    chance: float
    player: str
    value: float | None
    beliefs: list[Belief]
    hidden: int


class Shown(Document, frozen=True):
    """A game, how large it is, and the beliefs when it is played."""

    game: str
    players: int
    sizes: dict[str, int | Count | None]
    open_spiel: str | None
    value: float
    infosets: list[Infoset]
    public_states: list[PublicState]


class BestAction(Document, frozen=True):
    """What to do in an information set."""

    infoset: str
    action: str


class Solved(Document, frozen=True):
    """The optimum of a game, or bounds around it."""

    game: str
    method: str
    value: float | None
    lower: float
    upper: float
    solved: bool
    counts: dict[str, int]
    around: dict[str, float]
    best_actions: list[BestAction]
    cpu_seconds: float


class Searcher(Document, frozen=True, kw_only=True):
    """What search makes of a blueprint; which keys there are depends on the options.

    `value` after one search; `values, ends, cycle` with --iterate; `mean` to `bound` with
    --rollouts; the others over many blueprints.
    """

    value: float | UnsetType = UNSET
    values: list[float] | UnsetType = UNSET
    ends: Literal["unknown", "fixed", "cycle"] | UnsetType = UNSET
    cycle: list[float] | UnsetType = UNSET
    mean: float | UnsetType = UNSET
    sem: float | UnsetType | None = UNSET
    ci95: Interval | UnsetType | None = UNSET
    seeds: int | UnsetType = UNSET
    exact_value: float | UnsetType = UNSET
    bound: float | UnsetType = UNSET
    policies: int | UnsetType = UNSET
    mean_before: float | UnsetType = UNSET
    mean_after: float | UnsetType = UNSET
    better: int | UnsetType = UNSET
    worse: int | UnsetType = UNSET
    most_lost: float | UnsetType = UNSET
    optimal_after_one: int | UnsetType = UNSET
    optimal_in_the_end: int | UnsetType = UNSET
    cycling: int | UnsetType = UNSET


class Operator(Document, frozen=True):
    """Search as an operator on blueprints; null where there are many of them."""

    game: str
    blueprint: str | None
    value: float | None
    searchers: dict[str, Searcher]


class Level(Document, frozen=True, kw_only=True):
    """A level of off-belief learning; the last three with --policy alone."""

    first_of_equals: float
    mixed: float
    reached: int
    tied: int
    self_play: float
    self_play_least: float
    self_play_most: float
    cross_play: float
    as_policy: float | UnsetType = UNSET
    with_policy: float | UnsetType = UNSET
    regret: float | UnsetType = UNSET


class Levels(Document, frozen=True):
    """Levels of off-belief learning, and a policy beside them if one is named."""

    game: str
    start: str
    rounds: int | None
    seeds: int
    seed: int
    policy: str | None
    value: float | None
    levels: list[Level]


class Learner(Document, frozen=True):
    """What an algorithm has learned."""

    algorithm: str
    mean: float
    sem: float | None
    best_value: float
    solved_seeds: int | None
    solved_ci95: Interval | None
    curve: list[float]
    final: list[float]
    cpu_seconds: float


class Learned(Document, frozen=True):
    """Algorithms that learn a game with a table."""

    game: str
    optimum: float | None
    seed: int
    seeds: int
    at_episodes: list[int]
    learners: list[Learner]
    left_out: list[str]


class Capi(Document, frozen=True):
    """A run of CAPI; null before the first evaluation."""

    game: str
    seed: int
    settings: dict[str, Any]
    episodes: int
    value: float | None
    best_value: float | None
    first_at_best: int | None
    curve: list[tuple[float, float]]
    cpu_seconds: float


class BadMode(Document, frozen=True):
    """What a way to learn has reached."""

    mode: str
    mean: float
    sem: float | None
    solved_seeds: int | None
    solved_ci95: Interval | None
    final: list[float]
    cpu_seconds: float


class Bad(Document, frozen=True):
    """The Bayesian action decoder beside a policy gradient."""

    game: str
    optimum: float | None
    seeds: int
    modes: list[BadMode]
