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
from hanabilab.agents.calls import observe_once
from hanabilab.agents.policy import new_memory
from hanabilab.beliefs.history import belief_seeds_of
from hanabilab.errors import NotationError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.games import Game, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.view import fill_known_deck
from hanabilab.knowledge.matching import Dealing
from hanabilab.notation import Record, replay

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
    rules = game.rules
    memory = new_memory(agent, 1)
    record = Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))
    if agent.memory_size:
        for table in replay(record):
            observe_once(table.view(seat), memory[0], agent.native_observe)
    turns = Turns(
        rules=rules,
        views=new_views(rules, 1),
        memory=memory,
        rngs=rng.copy(),
        known_decks=np.zeros((1, MAX_DECK), np.int16),
        actions=np.full((1, rules.max_turns), NO_ACTION, np.int16),
        belief_seeds=belief_seeds_of(dealt[0], np.array([dealt[1]]), np.array([seat])),
    )
    turns.views[0] = game.view(seat)
    turns.actions[0, : len(game.actions)] = game.actions
    fill_known_deck(turns.known_decks[0], game.state, seat)
    return turns
