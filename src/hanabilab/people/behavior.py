"""How people behave, beside agents: shares of what they did, with errors over games or persons.

Three are the measures of the arena (docs/measures.md). The others tell how often plays fail, how
much more is known of played cards than hints and sight say, and what is discarded. Source:
docs/people.md, "Behavior".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.arena import measure_kernels as kernels
from hanabilab.arena import play_games
from hanabilab.arena.measures import measure_record, measure_table
from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.people.clusters import By, owners_of, require_one_number
from hanabilab.people.game import HUMAN, PeoplesGame
from hanabilab.stats.clusters import ratio_over_clusters
from hanabilab.stats.summary import Estimate, estimate_of

#: What people are called where agents have their names.
PEOPLE = "people"


@dataclass(frozen=True)
class Behavior:
    """How somebody behaves; each share is None where nothing is counted that it is a share of.

    Attributes:
        who: "people", or the name of an agent in all seats.
        games: that were counted.
        communicativeness: hints, of turns with a token to hint with.
        risk_aversion: mean over plays of the chance, by hints and sight, that the card fits.
        information_per_play: mean over plays of the share of color and rank that hints told.
        misplays: plays of cards that did not fit, of plays.
        convention_gap: 1 less `risk_aversion` less `misplays`: how many more plays succeed than
            hints and sight promise.
        useless_discards: discards of cards that no game needs, of discards.
        critical_discards: discards of last copies of needed cards, of discards.
    """

    who: str
    games: int
    communicativeness: Estimate | None
    risk_aversion: Estimate | None
    information_per_play: Estimate | None
    misplays: Estimate | None
    convention_gap: Estimate | None
    useless_discards: Estimate | None
    critical_discards: Estimate | None

    def as_json(self) -> dict[str, Any]:
        """Its part of `behavior --json`."""
        return asdict(self)


def behavior_of_people(games: Sequence[PeoplesGame], *, by: By = "game") -> Behavior:
    """How the people of some games behave: all that their seats did, whatever agents did.

    Args:
        by: whether errors are over games, or over the people who played them.

    Raises:
        NotationError: nobody sits in the games, they have several numbers of players, or by person
            where none is known.
    """
    require_one_number(games)
    counters = np.zeros((len(games), kernels.NUM_MEASURES), np.int64)
    for row, game in zip(counters, games, strict=True):
        seats = [player == HUMAN for player in game.players]
        row[:] = measure_record(game.record)[seats].sum(axis=0)
    if not counters.any():
        raise NotationError("no person sits in these games; there is nothing to measure")
    return _behavior(PEOPLE, counters, owners_of(games, by))


def behavior_of_agent(agent: Agent, rules: Rules, games: int, seed: int) -> Behavior:
    """How an agent behaves in all seats; errors are over games.

    Args:
        rules: as the games of people have them. The agent plays without the two that only they
            know: points that stay after the last life, and discards at all tokens.
        games: that it plays.
        seed: of decks and random numbers.

    Raises:
        AgentError: it cannot play these rules, or fails.
    """
    told = replace(rules, bomb="zero", discard_at_max=False)
    results = play_games([agent] * rules.players, told, games=games, seed=seed)
    counters = measure_table(results.rules, results.table).sum(axis=1)
    return _behavior(agent.name, counters, np.arange(games))


def _behavior(who: str, counters: NDArray[np.int64], owners: NDArray[np.int64]) -> Behavior:
    """From counters [G, K] of games, and the cluster [G] of each."""

    def share(part: NDArray[Any], whole: NDArray[np.int64], low: int = 0) -> Estimate | None:
        if not whole.any():
            return None
        mean, sem = ratio_over_clusters(part, whole, owners)
        if sem is None:
            return Estimate(mean, None, None)
        return estimate_of(mean, sem, len(np.unique(owners))).within(low, 1)

    counted = counters.T
    hints = counted[kernels.COLOR_HINTS] + counted[kernels.RANK_HINTS]
    plays, discards = counted[kernels.PLAYS], counted[kernels.DISCARDS]
    fits = counted[kernels.PLAYABILITY] / kernels.PLAYABILITY_UNIT
    misplays = counted[kernels.MISPLAYS]
    return Behavior(
        who=who,
        games=len(counters),
        communicativeness=share(hints, counted[kernels.HINT_TURNS]),
        risk_aversion=share(fits, plays),
        information_per_play=share(counted[kernels.KNOWN_ATTRIBUTES] / 2, plays),
        misplays=share(misplays, plays),
        convention_gap=share(plays - fits - misplays, plays, low=-1),
        useless_discards=share(counted[kernels.USELESS_DISCARDS], discards),
        critical_discards=share(counted[kernels.CRITICAL_DISCARDS], discards),
    )
