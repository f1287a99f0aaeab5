"""Who the partner is: the posterior over a pool from what partners did in a game.

The likelihood of an action under a member is averaged over hands that the observing seat may hold,
because the partner saw them. They are drawn from all that the seat knows now, so that an early
action is understood better as the game goes on.

Source: a within-game version of the Bayesian identifier of Canaan et al. 2020.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Turns, new_memory
from hanabilab.beliefs.sampled import SCRATCH_SIZE, sample_world
from hanabilab.errors import AgentError
from hanabilab.game.engine import deal
from hanabilab.game.games import new_states, new_views
from hanabilab.randomness import seed_rng
from hanabilab.teamplay.adaptive.kernels import add_log_likelihoods
from hanabilab.teamplay.adaptive.playbook import Playbook

__all__ = ["Identifier", "posterior_of"]

#: Stream of the dice of worlds and members, apart from those of seats.
_STREAM = 101


def posterior_of(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """[B] probabilities from log-weights [B]."""
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


@dataclass(frozen=True)
class Identifier:
    """Tells how likely the members of a pool would have acted as the partners did.

    Args:
        playbook: of the pool.
        worlds: drawn for each look at a game.
        error: probability with which a member does anything legal: from above 0 to below 1.

    Raises:
        AgentError: numbers out of range.
    """

    playbook: Playbook
    worlds: int = 8
    error: float = 0.05

    def __post_init__(self) -> None:
        if type(self.worlds) is not int or not 1 <= self.worlds <= 1000:
            raise AgentError(f"worlds is {self.worlds}; a whole number from 1 to 1000")
        if type(self.error) is not float or not 0 < self.error < 1:
            raise AgentError(f"error is {self.error}; a probability between 0 and 1")

    @cached_property
    def _families(self) -> list[NDArray[np.int64]]:
        """The members by their native code: lists of rules share theirs."""
        keys = [(agent.function, agent.observe) for agent in self.playbook.agents]
        return [np.flatnonzero([other == key for other in keys]) for key in dict.fromkeys(keys)]

    def log_likelihoods(self, turns: Turns, game: int) -> NDArray[np.float64]:
        """[B] of all that other seats did in one of the games, by natural logarithm.

        Raises:
            AgentError: the position cannot come from a game.
        """
        logs = np.zeros(len(self.playbook.members))
        for family in self._families:
            logs[family] = self._of_family(family, turns, game)
        return logs

    def _of_family(self, family: NDArray[np.int64], turns: Turns, game: int) -> NDArray[np.float64]:
        """[family] log-likelihoods of members that share their code."""
        agents = [self.playbook.agents[member] for member in family]
        width = max(agent.memory_size for agent in agents)
        memories = np.zeros((len(agents), width), np.int64)
        for row, agent in zip(memories, agents, strict=True):
            row[: agent.memory_size] = new_memory(agent, 1)[0]
        rules, view = turns.rules, turns.views[game]
        rng = np.zeros(2, np.uint64)
        seed_rng(rng, int(view.turn), 0, _STREAM)
        logs = np.zeros(len(agents))
        add_log_likelihoods(
            logs,
            np.zeros(len(agents), np.int64),
            self._draw(turns, game, rng),
            memories,
            np.zeros(rules.num_actions, np.bool_),
            turns.actions[game, : int(view.turn)],
            int(view.seat),
            self.error,
            new_views(rules, 1)[0],
            agents[0].native_act,
            agents[0].native_observe,
            rng,
        )
        return logs

    def _draw(self, turns: Turns, game: int, rng: NDArray[np.uint64]) -> NDArray[np.void]:
        """[K] worlds after the deal, that look to the seat as the real one did all along."""
        worlds = new_states(turns.rules, self.worlds)
        scratch = np.zeros(SCRATCH_SIZE, np.int64)
        for world in worlds:
            view, known_deck = turns.views[game], turns.known_decks[game]
            if not sample_world(world, view, known_deck, scratch, rng):
                raise AgentError("no game can reach this position")
            deal(world)
        return worlds
