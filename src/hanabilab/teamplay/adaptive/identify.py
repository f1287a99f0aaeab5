"""The posterior over a pool: which member the partner is, given what it did in a game.

A partner saw the observing seat's hand, and the observing seat did not. So the likelihood of an
action under a member is averaged over hands that the observing seat may hold. They are drawn from
all that the seat knows now, so an early action is understood better as the game goes on.

Source: a within-game version of the Bayesian identifier of Canaan et al. 2020.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import CompiledPolicy, Turns, new_memory
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE
from hanabilab.errors import AgentError
from hanabilab.game.rows import new_states, new_views
from hanabilab.randomness import seed_rng
from hanabilab.teamplay.adaptive.kernels import (
    Evidence,
    Members,
    Native,
    Scratch,
    add_log_likelihoods,
    draw_worlds,
)
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix

#: Streams that draw worlds, and that members draw from, apart from those of seats.
_WORLDS, _MEMBERS = 101, 102


def posterior_of(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """[B] probabilities from log-weights [B]."""
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


@dataclass(frozen=True)
class Identifier:
    """Tells how likely the members of a pool would have acted as the partners did.

    The same position gets the same answer: all that is drawn follows from what the seat has seen.

    Args:
        payoffs: of the pool.
        worlds: drawn for each look at a game.
        error: probability with which a member takes any of the action ids.

    Raises:
        AgentError: numbers out of range.
    """

    payoffs: PayoffMatrix
    worlds: int = 8
    error: float = 0.05

    def __post_init__(self) -> None:
        if type(self.worlds) is not int or not 1 <= self.worlds <= 1000:
            raise AgentError(f"worlds is {self.worlds}; a whole number from 1 to 1000")
        if type(self.error) is not float or not 0 < self.error < 1:
            raise AgentError(f"error is {self.error}; a probability above 0 and below 1")

    @cached_property
    def _families(self) -> list[_Family]:
        """The members by their native code: lists of rules share theirs."""
        agents = self.payoffs.agents
        keys = [(agent.function, agent.observe) for agent in agents]
        found = [np.flatnonzero([other == key for other in keys]) for key in dict.fromkeys(keys)]
        return [_Family.of(members, [agents[index] for index in members]) for members in found]

    def log_likelihoods(self, turns: Turns, game: int) -> NDArray[np.float64]:
        """[B] of all that other seats did in one of the games, by natural logarithm.

        Raises:
            AgentError: the position cannot come from a game.
        """
        logs = np.zeros(len(self.payoffs.members))
        evidence = _evidence(turns, game, self.error)
        seed = crc32(turns.known_decks[game].tobytes() + evidence.actions.tobytes())
        rng = np.zeros(2, np.uint64)
        scratch = Scratch(new_views(turns.rules, 1)[0], rng)
        seed_rng(rng, seed, 0, _WORLDS)
        worlds = self._draw(turns, game, rng)
        for family in self._families:
            seed_rng(rng, seed, 0, _MEMBERS)
            logs[family.members] = family.log_likelihoods(worlds, evidence, scratch)
        return logs

    def _draw(self, turns: Turns, game: int, rng: NDArray[np.uint64]) -> NDArray[np.void]:
        """[K] worlds that look to the seat as the real one does."""
        worlds = new_states(turns.rules, self.worlds)
        view, known_deck = turns.views[game], turns.known_decks[game]
        if not draw_worlds(worlds, view, known_deck, np.zeros(SCRATCH_SIZE, np.int64), rng):
            raise AgentError("no game can reach this position")
        return worlds


def _evidence(turns: Turns, game: int, error: float) -> Evidence:
    """What the seat to act has seen of one of the games."""
    view = turns.views[game]
    return Evidence(int(view.seat), turns.actions[game, : int(view.turn)], error)


@dataclass(frozen=True)
class _Family:
    """Members that share their native code.

    Attributes:
        members: [F] their places in the pool.
        openings: [F, M] their memory before the deal.
        first: one of them.
    """

    members: NDArray[np.int64]
    openings: NDArray[np.int64]
    native: Native
    first: CompiledPolicy

    @classmethod
    def of(cls, members: NDArray[np.int64], agents: list[CompiledPolicy]) -> _Family:
        width = max(agent.memory_size for agent in agents)
        openings = np.zeros((len(agents), width), np.int64)
        for row, agent in zip(openings, agents, strict=True):
            row[: agent.memory_size] = new_memory(agent, 1)[0]
        first = agents[0]
        return cls(members, openings, Native(first.native_act, first.native_observe), first)

    def log_likelihoods(
        self, worlds: NDArray[Any], evidence: Evidence, scratch: Scratch
    ) -> NDArray[np.float64]:
        """[F] of what was seen; arguments as in `add_log_likelihoods`."""
        logs = np.zeros(len(self.members))
        players = int(worlds[0].rules.num_players)
        memories = np.tile(self.openings, (len(worlds), players, 1, 1))
        members = Members(memories, worlds, np.zeros(len(worlds), np.int64))
        add_log_likelihoods(logs, members, evidence, scratch, self.native)
        require_unraised(self.first, scratch.look_at.raised)
        return logs
