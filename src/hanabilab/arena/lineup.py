"""Who sits where: agents in the order of seats, ready for kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents import random_agent
from hanabilab.agents.declared import require_games_at_once, require_memory
from hanabilab.agents.policy import Agent, CompiledPolicy, keeps_common_memory, new_memory
from hanabilab.agents.registry import as_agent, make_agent
from hanabilab.agents.traits import check_players
from hanabilab.arena import loop
from hanabilab.errors import AgentError
from hanabilab.game.checks import whole_number


@dataclass(frozen=True)
class Lineup:
    """Who sits where.

    Raises:
        AgentError: no list of agents; or an agent that cannot play with so many, or whose memory or
            number of games at once is none.
    """

    agents: tuple[Agent, ...]

    def __post_init__(self) -> None:
        # The one place where a frozen value is completed: agents that were given by name.
        object.__setattr__(self, "agents", _made(self.agents))
        if not 2 <= len(self.agents) <= loop.MAX_FUNCTIONS:
            given = "1 agent" if len(self.agents) == 1 else f"{len(self.agents)} agents"
            raise AgentError(f"{given}; a game has 2 to {loop.MAX_FUNCTIONS}, one for each seat")
        for agent in self.agents:
            check_players(agent, len(self.agents))
            require_memory(agent.name, agent.memory_size)
            if not isinstance(agent, CompiledPolicy):
                require_games_at_once(agent.name, agent.games_at_once)

    @classmethod
    def of(cls, seats: Seats, players: int = 2) -> Lineup:
        """The line-up of agents, each given itself or by name; seats of one name share one agent.

        Args:
            seats: in order; or one agent for all seats.
            players: how many seats there are, if one agent is for all.

        Raises:
            AgentError: as the line-up itself, or `players` that are no whole number in range.
        """
        if isinstance(seats, Lineup):
            return seats
        if isinstance(seats, list | tuple):
            return cls(_made(seats))
        if (count := whole_number(players)) is None or not 2 <= count <= loop.MAX_FUNCTIONS:
            most = loop.MAX_FUNCTIONS
            raise AgentError(f"players is {players!r}; a whole number from 2 to {most} is needed")
        return cls(_made((seats,) * count))

    def __reduce__(self) -> tuple[Any, ...]:
        # Native functions, which it finds when it is asked for them, mean nothing elsewhere.
        return Lineup, (self.agents,)

    def __deepcopy__(self, _: dict[int, Any]) -> Lineup:
        return self  # nothing of it changes, and its agents keep what handles of theirs stand for

    @property
    def name(self) -> str:
        """Names in the order of seats, separated by commas."""
        return ", ".join(agent.name for agent in self.agents)

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """[P] how each seat plays: the kinds of `arena.loop`."""
        return np.array([_kind(agent) for agent in self.agents], np.int64)

    @property
    def cheats(self) -> list[str]:
        """Names of the agents that see their own hands: no honest line-up."""
        cheating = self.kinds == loop.CHEATING_SEAT
        names = [agent.name for agent, cheats in zip(self.agents, cheating, strict=True) if cheats]
        return list(dict.fromkeys(names))

    @property
    def memories(self) -> int:
        """Copies of the memory in a game: one where it is common, else one a seat.

        A user's agent has one a seat: in one that all read, it could tell each its own hand.
        """
        first = self.agents[0]
        alike = all(agent == first for agent in self.agents)
        trusted = isinstance(first, CompiledPolicy) and not first.is_guarded
        return 1 if alike and trusted and keeps_common_memory(first) else len(self.agents)

    @cached_property
    def memory_size(self) -> int:
        """Entries that the agent with most memory needs."""
        return max(agent.memory_size for agent in self.agents)

    @cached_property
    def openings(self) -> NDArray[np.int64]:
        """[C, M] memory at the start of a game."""
        rows = np.zeros((self.memories, self.memory_size), np.int64)
        for row, agent in zip(rows, self.agents, strict=False):
            row[: agent.memory_size] = new_memory(agent, 1)[0]
        return rows

    @cached_property
    def games_at_once(self) -> int | None:
        """How many games are asked for at once; None if all agents are compiled.

        As many as suit every batched agent: a search beside a network plays game by game, so that
        what is finished is kept when it is stopped.
        """
        batched = [a.games_at_once for a in self.agents if not isinstance(a, CompiledPolicy)]
        return min(batched, default=None)

    @cached_property
    def acts(self) -> tuple[Any, ...]:
        """Native functions of the seats; those of batched seats are never called."""
        natives = [a.native_act for a in self.agents if isinstance(a, CompiledPolicy)]
        filler = natives[0] if natives else random_agent.native_act
        return self._fill([getattr(a, "native_act", filler) for a in self.agents])

    @cached_property
    def observes(self) -> tuple[Any, ...]:
        """Native updates of the seats' memories."""
        return self._fill([_observe_of(agent) for agent in self.agents])

    @cached_property
    def natives(self) -> loop.SeatKernels:
        """As the kernels take them."""
        return loop.SeatKernels(self.acts, self.observes, self.kinds)

    def _fill(self, functions: list[Any]) -> tuple[Any, ...]:
        return (*functions, *(functions[0],) * (loop.MAX_FUNCTIONS - len(functions)))


def _observe_of(agent: Agent) -> Any:
    observe = agent.native_observe
    if not callable(observe):
        raise AgentError(
            f"agent {agent.name!r} has native_observe {observe!r}; one without a memory has that "
            "of random_agent"
        )
    return observe


def _made(seats: Iterable[Any]) -> tuple[Agent, ...]:
    """Agents in the order of seats; one for all seats that ask for it by one name."""
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise AgentError(
            f"agents are {seats!r}; a list of them is needed, or Lineup.of takes one for all seats"
        )
    given = list(seats)
    made = {name: make_agent(name) for name in given if isinstance(name, str)}
    return tuple(made[each] if isinstance(each, str) else as_agent(each) for each in given)


def _kind(agent: Agent) -> int:
    if not isinstance(agent, CompiledPolicy):
        return loop.WAITING_SEAT
    if agent.sees_own_hand:
        return loop.CHEATING_SEAT
    return loop.FORFEITING_SEAT if agent.may_forfeit else loop.COMPILED_SEAT


#: Who sits where, as people write it: agents or their names in the order of seats, or one for all.
Seats: TypeAlias = Lineup | Agent | str | Sequence[Agent | str]
