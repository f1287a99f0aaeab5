"""Who meets partners in sequences: bounds, the identifier by behavior, the one by actions.

- `Fixed`: one agent, whatever happens; the generalist, and the oracle that knows its partner.
- `ByActions`: `Adaptive`, each game anew, or with what earlier games told as its prior.
- `ByBehavior`: between games alone, by how partners behave (Canaan et al. 2020). Each game counts
  once, where the original counted earlier games again with every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.arena.measures import behavior, measure_table
from hanabilab.teamplay.adaptive.agent import Adaptive
from hanabilab.teamplay.adaptive.identify import posterior_of
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
from hanabilab.teamplay.adaptive.sequences import Finished, Responders, turns_after

#: Those that `responders_of` makes, in order.
RESPONDERS = ("generalist", "behavior", "within", "across", "oracle")


@dataclass(frozen=True)
class Fixed:
    """Plays one agent, and learns nothing."""

    plays: Agent

    def agent(self) -> Agent:
        return self.plays

    def learn(self, game: Finished) -> None:
        """Learns nothing."""


@dataclass
class ByActions:
    """Identifies the partner by its actions, within each game, and across games if it remembers."""

    adaptive: Adaptive
    remembers: bool = True

    def agent(self) -> Agent:
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
