"""What one seat at somebody else's table needs: cards that fit what it has seen, and its turn.

To ask an agent, the game is played again on a deck that fits everything seen: the cards of other
hands and those revealed are as they are, the own ones are any that fit the hints, the rest is in
any order. A view does not depend on what its seat cannot see, so the agent gets exactly what it
would get at our own table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents import Agent, Turns
from hanabilab.agents.policy import new_memory
from hanabilab.arena.asking import answer, let_observe
from hanabilab.beliefs.history import belief_seeds_of, turns_of_one
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.games import Game
from hanabilab.knowledge.matching import Dealing
from hanabilab.notation import Record, replay
from hanabilab.randomness import SEAT_STREAM, seed_rng

#: A card, however the table writes it; cards have an order.
C = TypeVar("C", bound=Any)


def fitting_cards(possible: Mapping[int, set[C]], left: Counter[C]) -> dict[int, C]:
    """A card for each place of `possible`, no more of any than are `left`: a matching.

    Raises:
        NotationError: there is none.
    """
    dealing = Dealing(possible, dict(left))
    if any(dealing.give(place) for place in possible):
        raise NotationError("no cards that are left fit the hints that were told")
    return dealing.dealt


def turns_of_seat(
    game: Game, seat: int, agent: Agent, rng: NDArray[np.uint64], dealt: tuple[int, int]
) -> Turns:
    """What a seat knows, as a batch of one; its memory has observed with its own views alone.

    Args:
        game: as the seat knows it.
        seat: to act.
        agent: whose memory it is.
        rng: [1, 2] the seat's generator; a copy is given.
        dealt: the seed of the agent's random numbers, and the number of the game.
    """
    memory = new_memory(agent, 1)
    if agent.memory_size:
        for table in replay(Record.of(game)):
            let_observe(agent, table.view(seat), memory[0])
    seeds = belief_seeds_of(dealt[0], np.array([dealt[1]]), np.array([seat]))
    return turns_of_one(game, seat, memory, rng.copy(), seeds)


def action_of(agent: Agent, turns: Turns, game: Game, rng: NDArray[np.uint64]) -> int:
    """The id of what an agent does on its turn; its generator `rng` [1, 2] moves on.

    Raises:
        AgentError: it fails, acts illegally, or gives the game up.
    """
    action = answer(agent, turns, game)
    rng[0] = turns.rngs[0]
    if action == FORFEIT:
        raise AgentError(f"agent {agent.name!r} gives the game up")
    return action


class SeatedAgent:
    """An agent at one seat of a game that it follows from the deal; as in the arena's game.

    Args:
        agent: who sits there.
        seat: whose views it sees, and no others.
        seed: of its random numbers.
        number: of the game.
    """

    def __init__(self, agent: Agent, seat: int, seed: int, number: int) -> None:
        self.agent, self.seat = agent, seat
        self._memory = new_memory(agent, 1)
        self._rng = np.zeros((1, 2), np.uint64)
        seed_rng(self._rng[0], seed, number, SEAT_STREAM + seat)
        self._belief_seeds = belief_seeds_of(seed, np.array([number]), np.array([seat]))

    def observe(self, game: Game) -> None:
        """Take in what has just happened; after the deal and after every action."""
        let_observe(self.agent, game.view(self.seat), self._memory[0])

    def turns(self, game: Game) -> Turns:
        """What the seat knows now, as a batch of one."""
        memory, rng = self._memory.copy(), self._rng.copy()
        return turns_of_one(game, self.seat, memory, rng, self._belief_seeds)

    def act(self, game: Game) -> int:
        """The id of its action, on its turn.

        Raises:
            AgentError: it fails, acts illegally, or gives the game up.
        """
        return action_of(self.agent, self.turns(game), game, self._rng)
