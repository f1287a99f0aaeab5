"""Responders, which meet partners in sequences: bounds, and identifiers by behavior or actions.

- `Fixed`: one agent, whatever happens; the generalist, and the oracle that knows its partner.
- `ByActions`: `Adaptive`, which begins each game anew, or with earlier games as its prior.
- `ByBehavior`: chooses between games only, by how partners behave (Canaan et al. 2020). Each game
  counts once; the original counted earlier games again with every game.

The oracle plays the best response to each partner (`best_responses`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.arena.measures import behavior, measure_table
from hanabilab.runs.agents import kept_agent
from hanabilab.teamplay.adaptive.agent import Adaptive
from hanabilab.teamplay.adaptive.identify import posterior_of
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
from hanabilab.teamplay.adaptive.sequences import Finished, Responders, turns_after
from hanabilab.teamplay.pair_plan import PairsPlan
from hanabilab.teamplay.pairs import play_pairs

#: Those that `responders_of` makes, in order.
RESPONDERS = ("generalist", "behavior", "within", "across", "oracle")


@dataclass(frozen=True)
class Fixed:
    """Plays one agent, and learns nothing."""

    plays: Agent

    def agent(self) -> Agent:
        """The agent."""
        return self.plays

    def learn(self, game: Finished) -> None:
        """Learns nothing."""


@dataclass
class ByActions:
    """Identifies the partner by its actions, within each game, and across games if it remembers."""

    adaptive: Adaptive
    remembers: bool = True

    def agent(self) -> Agent:
        """The agent, which knows what was learned so far."""
        return self.adaptive

    def learn(self, game: Finished) -> None:
        """Keep what the game told, to its end, as the prior of the next."""
        if self.remembers:
            logs = self.adaptive.log_weights(turns_after(game), 0)
            self.adaptive = replace(self.adaptive, prior=tuple(logs - logs.max()))


@dataclass
class ByBehavior:
    """Identifies the partner by how it behaved in whole games, and answers from the next game on.

    Args:
        payoffs: of the pool.
        ratios: of `arena.measures` that are compared.
        deviation: of a ratio in one game from its mean; .1 as in the original.
    """

    payoffs: PayoffMatrix
    ratios: tuple[str, ...] = ("communicativeness", "information_per_play")
    deviation: float = 0.1
    _logs: NDArray[np.float64] = field(init=False)
    _playing: int = field(init=False)

    def __post_init__(self) -> None:
        self._logs = np.zeros(len(self.payoffs.members))
        self._playing = self.payoffs.generalist

    def agent(self) -> Agent:
        """The best response to whom the partner is taken for."""
        return self.payoffs.agents[self._playing]

    def learn(self, game: Finished) -> None:
        """Weigh members by how near the partner's behavior was to theirs."""
        counters = measure_table(game.rules, game.table)[0, 1 - game.seat]
        seen = behavior(counters)
        for name in self.ratios:
            expected = self.payoffs.behavior[name][self._playing]
            distance = (expected - float(seen[name])) / self.deviation
            # What is undefined, in the game or for a member, tells nothing.
            self._logs -= np.where(np.isnan(distance), 0.0, distance**2 / 2)
        posterior = posterior_of(self._logs)
        self._playing = int(self.payoffs.expected(posterior).argmax())


def responders_of(adaptive: Adaptive, answers: Mapping[str, int]) -> Responders:
    """All responders of a payoff matrix, from the one that knows nothing to the one that knows all.

    `generalist`, `behavior`, `within` (by actions, each game anew), `across` (by actions of all
    games), `oracle`.

    Args:
        adaptive: an agent of the payoff matrix.
        answers: by partner, the place in the pool of the member that the oracle plays.
    """
    payoffs = adaptive.payoffs
    agents = payoffs.agents
    for agent in agents:
        _ = agent.native_act, agent.native_observe  # compiled before threads compete
    return {
        "generalist": lambda _: Fixed(agents[payoffs.generalist]),
        "behavior": lambda _: ByBehavior(payoffs),
        "within": lambda _: ByActions(adaptive, remembers=False),
        "across": lambda _: ByActions(adaptive),
        "oracle": lambda partner: Fixed(agents[answers[partner]]),
    }


def held_out_partners(payoffs: PayoffMatrix, partners: Sequence[str]) -> tuple[str, ...]:
    """Those of `partners` that are not in the pool, under no name.

    Raises:
        AgentError: an unknown agent.
    """
    known = _places_of(payoffs, partners)
    return tuple(name for name in partners if name not in known)


def _places_of(payoffs: PayoffMatrix, partners: Sequence[str]) -> dict[str, int]:
    """By name, the places in the pool of those partners that are there, under whatever name."""
    places = {agent.name: place for place, agent in enumerate(payoffs.agents)}
    places |= {name: place for place, name in enumerate(payoffs.members)}
    own = {name: name if name in places else kept_agent(name).name for name in partners}
    return {name: places[own[name]] for name in partners if own[name] in places}


def best_responses(
    payoffs: PayoffMatrix,
    partners: Sequence[str],
    *,
    games: int = 50,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """For each partner, the place in the pool of the member that scores most with it.

    By the payoff matrix for members of the pool. For `held_out_partners`, the pool plays with them.

    Args:
        games: of every member with every held-out partner.
        seed: of those games; not that of games on which answers will be scored, or luck counts.
        threads, progress: as in `play_pairs`.

    Raises:
        AgentError: an unknown agent, or too few games.
        StoppedError: Ctrl-C.
    """
    places = _places_of(payoffs, partners)
    known = {name: payoffs.scores[:, place] for name, place in places.items()}
    if others := held_out_partners(payoffs, partners):
        plan = PairsPlan(payoffs.rules, payoffs.members, others, games, seed)
        pairs = play_pairs(plan, threads=threads, progress=progress)
        means = pairs.scores.mean(axis=2, dtype=np.float64)
        known |= {name: means[:, column] for column, name in enumerate(others)}
    return {name: int(known[name].argmax()) for name in partners}
