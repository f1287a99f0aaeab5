"""How alike people an agent acts: figures of decisions, with errors over games or persons.

A decision is one action of a person. Cross-entropies are in nats per decision. Source:
docs/people.md, "Likeness".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.game.checks import check_seed
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD, PLAY, RANK_HINT
from hanabilab.people.asking import Answers, ask_all
from hanabilab.people.clusters import By, owners_of, require_one_number
from hanabilab.people.game import PeoplesGame
from hanabilab.stats.clusters import mean_over_clusters

_WEIGHTS = np.linspace(0.01, 0.99, 99)
_LEAST_CHANCE = 1e-12


@dataclass(frozen=True)
class Likeness:
    """How an agent acts where people acted.

    Attributes:
        agent: its name.
        games: that were asked about.
        decisions: of people in them.
        agreement: share of decisions at which the agent does what the person did.
        sem: standard error of it, over games or persons; None if there is one alone.
        kind: share at which it discards, plays, tells a color or tells a rank as the person did.
        discard: agreement at decisions at which the person discarded; None if nobody did.
        play: the same for plays.
        color: the same for hints of a color.
        rank: the same for hints of a rank.
        hint_given_hint: where both hint, the share of the same hint; None where they never do.
        cross_entropy: of the agent's own chances, in nats; None if it tells none.
        smoothed_cross_entropy: where the agent's action has a weight, fitted on one half of the
            games and used on the other, and all legal actions share the rest; in nats.
    """

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

    def as_json(self) -> dict[str, Any]:
        """Its part of `likeness --json`."""
        return asdict(self)


@dataclass(frozen=True)
class Difference:
    """Agreement of one agent less that of another at the same decisions.

    Attributes:
        first, second: their names.
        mean: the difference of the shares.
        sem: its standard error, paired; None over a single game or person.
    """

    first: str
    second: str
    mean: float
    sem: float | None


@dataclass(frozen=True)
class Compared:
    """Some agents compared with people.

    Attributes:
        agents: a row for each.
        differences: of the first agent and each other one.
        contested: share of decisions at which not all agents do the same; None for one agent.
        contested_agreement: [agent] agreement at those; empty where there are none.
    """

    agents: tuple[Likeness, ...]
    differences: tuple[Difference, ...]
    contested: float | None
    contested_agreement: tuple[float, ...]


def compare_with_people(
    agents: Sequence[Agent], games: Sequence[PeoplesGame], *, by: By = "game", seed: int = 0
) -> Compared:
    """What agents would have done at every decision of people that counts.

    Args:
        by: whether errors are over games, or over the people who played them.
        seed: of the agents' random numbers.

    Raises:
        NotationError: games of different numbers of players, or by person where none is known.
        AgentError: an agent cannot play these rules, or fails; or no decision counts.
        RulesError: a seed that is none.
    """
    check_seed(seed)
    require_one_number(games)
    owners = owners_of(games, by)
    answers = [ask_all(agent, games, seed=seed) for agent in agents]
    rules = games[0].record.rules
    kinds = rules.tables.action_kind[: rules.num_actions].astype(np.int64)
    agree = [each.actions == each.people for each in answers]
    rows = [
        likeness_of(agent.name, each, kinds, owners[each.games])
        for agent, each in zip(agents, answers, strict=True)
    ]
    clusters = owners[answers[0].games]
    differences = [
        Difference(
            agents[0].name, agent.name, *mean_over_clusters(agree[0].astype(float) - same, clusters)
        )
        for agent, same in zip(agents[1:], agree[1:], strict=True)
    ]
    chosen = np.stack([each.actions for each in answers])
    contested = (chosen != chosen[0]).any(axis=0)
    at_those = tuple(float(same[contested].mean()) for same in agree) if contested.any() else ()
    share = float(contested.mean()) if len(agents) > 1 else None
    return Compared(tuple(rows), tuple(differences), share, at_those)


def likeness_of(
    name: str, told: Answers, kinds: NDArray[np.int64], clusters: NDArray[np.int64]
) -> Likeness:
    """How alike people some answers are.

    Args:
        name: of the agent that gave them.
        told: its answers.
        kinds: [A] the kind of each action, from the rules' tables.
        clusters: [D] what errors are over: the number of the game, or of the person.
    """
    same = told.actions == told.people
    ours, theirs = kinds[told.actions], kinds[told.people]
    agreement, sem = mean_over_clusters(same, clusters)
    own = told.chances
    entropy = None if own is None else float(-np.log(np.maximum(own, _LEAST_CHANCE)).mean())
    return Likeness(
        agent=name,
        games=len(np.unique(told.games)),
        decisions=len(same),
        agreement=agreement,
        sem=sem,
        kind=float((ours == theirs).mean()),
        discard=_mean(same[theirs == DISCARD]),
        play=_mean(same[theirs == PLAY]),
        color=_mean(same[theirs == COLOR_HINT]),
        rank=_mean(same[theirs == RANK_HINT]),
        hint_given_hint=_mean(same[(ours > PLAY) & (theirs > PLAY)]),
        cross_entropy=entropy,
        smoothed_cross_entropy=_smoothed(same, told.legal, told.games),
    )


def _mean(values: NDArray[np.bool_]) -> float | None:
    return float(values.mean()) if len(values) else None


def _smoothed(same: NDArray[np.bool_], legal: NDArray[np.int64], games: NDArray[np.int64]) -> float:
    """The cross-entropy with a weight on the agent's action, each half with the other's weight."""
    losses = np.empty(len(same))
    halves = games % 2 == 0
    if halves.all() or not halves.any():  # a game alone: its own decisions in turns
        halves = np.arange(len(same)) % 2 == 0
    for half in (halves, ~halves):
        fit = ~half if (~half).any() else half
        weights = [_losses(weight, same[fit], legal[fit]).mean() for weight in _WEIGHTS]
        losses[half] = _losses(_WEIGHTS[int(np.argmin(weights))], same[half], legal[half])
    return float(losses.mean())


def _losses(
    weight: float, same: NDArray[np.bool_], legal: NDArray[np.int64]
) -> NDArray[np.float64]:
    return np.asarray(-np.log(weight * same + (1 - weight) / legal))
