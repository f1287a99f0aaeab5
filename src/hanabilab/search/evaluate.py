"""A search asked about one position, and line-ups of searching seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from hanabilab.agents.policy import Agent, BatchedPolicy, Turns, new_memory
from hanabilab.agents.registry import as_agent, make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.beliefs import History
from hanabilab.beliefs.history import belief_seeds_of, turns_of_one
from hanabilab.errors import AgentError
from hanabilab.game.checks import check_seed
from hanabilab.game.games import Game
from hanabilab.randomness import SEAT_STREAM, seed_rng
from hanabilab.search.estimates import Estimates, Question
from hanabilab.search.searching import MAX_ROLLOUTS, require_whole
from hanabilab.search.sparta import Sparta


@runtime_checkable
class Searcher(BatchedPolicy, Protocol):
    """An agent that searches over a blueprint, and tells what it found."""

    @property
    def blueprint(self) -> Agent:
        """Whom it follows where searching finds nothing better."""
        ...

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games."""
        ...


def evaluate(game: Game, search: Searcher | str, *, seed: int = 0, holdout: int = 0) -> Estimates:
    """Search the position of `game` for the seat to act: every action's estimate, and the range.

    Args:
        search: a search, or its name, such as "sparta(smart)".
        seed: of all random numbers, which depend on the turn, too.
        holdout: fresh worlds in which the chosen action is played out once more, so that its gain
            is told without bias (`Estimates.held_out`); for `sparta` alone.

    Raises:
        AgentError: no search, or its blueprint cannot play this game, or the game is over.
    """
    search = _searcher(search)
    check_rules(search, game.rules)
    if game.is_over:
        raise AgentError(f"the game is over ({game.status}); there is nothing to search")
    require_whole("holdout", holdout, 0, MAX_ROLLOUTS)
    if holdout and not isinstance(search, Sparta):
        raise AgentError(f"holdout is for sparta(...), and the search is {search.name}")
    turns = turns_of(game, search.blueprint, seed)
    found = search.search(turns, 0)
    found = replace(found, question=Question(game.copy(), search.name, seed))
    if not holdout or not isinstance(search, Sparta):
        return found
    return replace(found, held_out=search.hold_out(turns, 0, found, holdout))


def _searcher(search: Searcher | str) -> Searcher:
    found = make_agent(search) if isinstance(search, str) else search
    if not isinstance(found, Searcher):
        name = getattr(found, "name", repr(found)[:80])
        raise AgentError(f"{name} does not search; a search is, for example, sparta({name})")
    return found


def turns_of(game: Game, agent: Agent, seed: int) -> Turns:
    """What the seat to act knows in `game`, as a batch of one.

    Args:
        agent: whose memory is kept, for all seats.
        seed: of the seat's random numbers, which depend on the turn, too.
    """
    seat, rngs = game.current_seat, np.zeros((1, 2), np.uint64)
    seeds = belief_seeds_of(check_seed(seed), np.array([0]), np.array([seat]))
    seed_rng(rngs[0], seed, len(game.actions), SEAT_STREAM + seat)
    turns = turns_of_one(game, seat, new_memory(agent, 1), rngs, seeds)
    past = History.of(agent, turns, 0)
    turns.memory[0] = past.replay(len(game.actions), game.state.deck)[1][seat]
    return turns


def search_lineup(
    blueprint: Agent | str, players: int, seats: Iterable[int] = (0,), **options: Any
) -> list[Agent]:
    """A line-up in which `seats`, from 0, search and the others play the blueprint.

    Raises:
        AgentError: a seat that is not at the table, or wrong options.
    """
    searching = set(seats)
    if not searching <= set(range(players)):
        raise AgentError(f"seats {sorted(searching)} search; seats are 0 to {players - 1}")
    followed = as_agent(blueprint)
    search = Sparta(followed, **options)
    agents: list[Agent] = [search if seat in searching else followed for seat in range(players)]
    return agents
