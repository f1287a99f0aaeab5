"""What one seat at somebody else's table needs: cards that fit what it has seen, and its turn.

To ask an agent, the game is played again on a deck that fits everything seen: the cards of other
hands and those revealed are as they are, the own ones are any that fit the hints, the rest is in
any order. A view does not depend on what its seat cannot see, so the agent gets exactly what it
would get at our own table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents import Agent, Turns
from hanabilab.agents.policy import new_memory
from hanabilab.arena.asking import answer, let_observe
from hanabilab.beliefs.history import belief_seeds_of, turns_of_one
from hanabilab.errors import AgentError, HanabiError, NotationError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.games import Game
from hanabilab.knowledge.matching import Dealing
from hanabilab.notation import Record, replay
from hanabilab.randomness import SEAT_STREAM, seed_rng

#: A card, however the table writes it; cards have an order.
C = TypeVar("C", bound=Any)


class OwnHint(NamedTuple, Generic[C]):
    """A hint that the seat was given.

    Attributes:
        fits: the cards that such a hint touches.
        held: what the seat held then, by places in the deck.
        touched: those places whose cards it touched.
    """

    fits: frozenset[C]
    held: tuple[int, ...]
    touched: frozenset[int]


def fitting_deck(
    whole: Iterable[C],
    seen: Sequence[C | None],
    hints: Iterable[OwnHint[C]],
    too_many: HanabiError,
) -> list[C]:
    """A deck that fits all that was seen; any of them will do.

    Args:
        whole: all cards of the deck.
        seen: cards in the order drawn; None where the seat does not know one.
        hints: that the seat was given.
        too_many: raised if more copies of a card were seen than there are.

    Raises:
        NotationError: no cards fit the hints.
    """
    left = Counter(whole)
    left.subtract(card for card in seen if card is not None)
    if min(left.values()) < 0:
        raise too_many
    left = +left
    possible = {order: set(left) for order, card in enumerate(seen) if card is None}
    for hint in hints:
        for order in possible.keys() & set(hint.held):
            possible[order] &= hint.fits if order in hint.touched else left.keys() - hint.fits
    dealing = Dealing(possible, dict(left))
    if any(dealing.give(order) for order in possible):
        raise NotationError("no cards that are left fit the hints that were told")
    left.subtract(dealing.dealt.values())
    known = [dealing.dealt[order] if card is None else card for order, card in enumerate(seen)]
    return known + list(left.elements())


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
