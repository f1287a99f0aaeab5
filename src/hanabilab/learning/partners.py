"""Games in step in which partners sit: agents of the library play some seats, the rest wait.

Who the partners are is told as people think of it:

    "smart"                      sits in every other seat
    ("smart", "iggi")            one for each other seat, in order
    ["smart", "five-rule"]       one of these for each game, drawn by the seed and the game's index
    Pool.load(Path("runs/mine")) one elite of an evolution for each game

The games are the arena's: a seat outside that acts as an agent does scores what the two would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from hanabilab.agents import Agent, Turns, make_agent, random_agent
from hanabilab.agents.traits import check_rules
from hanabilab.arena import loop
from hanabilab.arena.chunk import ask_agent, batched_agents, new_arrays, waiting
from hanabilab.arena.faults import StoppedGame
from hanabilab.arena.lineup import Lineup
from hanabilab.errors import AgentError, RulesError
from hanabilab.evolution.pool import Pool
from hanabilab.game.checks import check_seat
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING
from hanabilab.learning import partner_kernels
from hanabilab.learning.checkpoints import reopen_memory
from hanabilab.learning.open_games import OpenGames

#: Partners as people write them, see above.
Partners: TypeAlias = Agent | str | tuple[Agent | str, ...] | Sequence[Any] | Pool


@dataclass(frozen=True)
class _Outside:
    """Who sits in a seat that waits for an action from outside; the arena never asks it."""

    name: str = "outside"
    memory_size: int = 0
    players: range = range(2, 7)
    games_at_once: int = 1
    plays_variants: bool = True

    @property
    def native_observe(self) -> Any:
        """What does nothing."""
        return random_agent.native_observe

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """Never called."""
        raise NotImplementedError(f"{len(turns.views)} games wait for an action from outside")

    def __reduce__(self) -> str:
        return "OUTSIDE"  # there is one, which is known by what it is, not by what it is equal to


OUTSIDE = _Outside()


def outside_seats(rules: Rules, seats: Sequence[int] | None, *, alone: bool) -> tuple[int, ...]:
    """The seats that act from outside, ascending.

    Args:
        seats: as given; None for all, or for seat 0 where there are partners.
        alone: whether there are no partners.

    Raises:
        RulesError: no list, no such seats, one that is named twice, or seats without anybody.
    """
    if seats is None:
        return tuple(range(rules.players)) if alone else (0,)
    try:
        named = list(seats)
    except TypeError:
        raise RulesError(f"seats is {seats!r}; a list of seats is needed, such as [0]") from None
    chosen = tuple(sorted({check_seat(rules, seat) for seat in named}))
    if not chosen:
        raise RulesError("seats is empty; at least one seat acts from outside")
    if len(chosen) < len(named):
        raise RulesError(f"seats is {seats!r}; each seat is named once")
    if alone and len(chosen) < rules.players:
        raise RulesError("partners is None, but seats leaves some without anybody; name partners")
    return chosen


def line_ups(rules: Rules, seats: Sequence[int], partners: Partners) -> list[Lineup]:
    """The line-ups that a game's is drawn of; `seats` act from outside.

    Raises:
        AgentError: no agents, or such as cannot play this game.
    """
    if isinstance(partners, Pool):
        partners = partners.names()
    choices = partners if isinstance(partners, list) else [partners]
    if not choices:
        raise AgentError("partners is an empty list; at least one is needed")
    made: dict[str, Agent] = {}  # one agent for all that ask for it by one name
    return [_line_up(rules, seats, choice, made) for choice in choices]


def _line_up(rules: Rules, seats: Sequence[int], choice: Any, made: dict[str, Agent]) -> Lineup:
    others = [seat for seat in range(rules.players) if seat not in seats]
    given = choice if isinstance(choice, tuple) else (choice,) * len(others)
    if len(given) != len(others):
        raise AgentError(f"{len(given)} partners for {len(others)} seats; one for each is needed")
    agents: list[Agent] = [OUTSIDE] * rules.players
    for seat, partner in zip(others, given, strict=True):
        if isinstance(partner, str) and partner not in made:
            made[partner] = make_agent(partner)
        agents[seat] = made[partner] if isinstance(partner, str) else partner
    lineup = Lineup(tuple(agents))
    for agent in lineup.agents:
        check_rules(agent, rules)
    return lineup


class PartneredGames(OpenGames):
    """Games in step in which partners act in between. What they do is part of a step.

    Rewards are all points since the last action from outside, or since the deal. A game that ends
    before anybody outside has had a turn is passed over.

    Args:
        rules: of all games.
        count: how many games, G.
        lineups: see `line_ups`.
        dtype: of observations.

    Attributes:
        which: [G] the line-up that each row plays with, by its place in `lineups`.
    """

    def __init__(
        self, rules: Rules, count: int, lineups: Sequence[Lineup], *, dtype: DTypeLike = np.uint8
    ) -> None:
        self.lineups = list(lineups)
        size = max(lineup.memory_size for lineup in self.lineups)
        self._arrays = new_arrays(self.lineups[0], rules, count, size)
        super().__init__(rules, count, dtype=dtype, states=self._arrays.states)
        self._openings = self._padded_openings()
        self.which = np.zeros(count, np.int64)
        self._paid = np.zeros(count, np.float32)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on as a copy, in this process or another, where memories open with other handles."""
        self.__dict__.update(state)
        self._openings = self._padded_openings()
        for number, lineup in enumerate(self.lineups):
            rows = np.flatnonzero(self.which == number)
            for seat, agent in enumerate(lineup.agents):
                memory = self._arrays.memory[rows, seat]
                reopen_memory(memory, agent)
                self._arrays.memory[rows, seat] = memory

    def _padded_openings(self) -> list[NDArray[np.int64]]:
        """[P, M] of each line-up: what memories open with, zero beyond an agent's own."""
        size = self._arrays.memory.shape[-1]
        return [
            np.pad(each.openings, ((0, 0), (0, size - each.memory_size))) for each in self.lineups
        ]

    def _start(self, rows: NDArray[np.int64]) -> None:
        while len(rows):
            self._deal(rows)
            rows = rows[self.states["status"][rows] != RUNNING]
            self.games[rows] += len(self)

    def _deal(self, rows: NDArray[np.int64]) -> None:
        seed, rng = self._tables.seed, self._scratch.rng
        partner_kernels.draw_lineups(self.which, rows, self.games, seed, len(self.lineups), rng)
        self._paid[rows] = 0
        for number, own in self._by_lineup(rows):
            self._play(number, own, loop.NO_ACTIONS)
            self._ask_partners(number, own)
        partner_kernels.show_rows(self._batch, self._tables, self._scratch, rows)

    def _take(self, actions: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
        for number, own in self._by_lineup(rows):
            self._play(number, own, actions[own])
            self._ask_partners(number, own)
        arrays = self._batch, self._tables, self._scratch
        partner_kernels.pay_and_show(*arrays, self._paid, rows)

    def _by_lineup(self, rows: NDArray[np.int64]) -> list[tuple[int, NDArray[np.int64]]]:
        which = self.which[rows]
        split = [(number, rows[which == number]) for number in range(len(self.lineups))]
        return [(number, own) for number, own in split if len(own)]

    def _play(self, number: int, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Take actions [R] in `rows` [R], or begin them; play on to the next seat that waits."""
        loop.advance(
            self._arrays, self.lineups[number].natives, self._dealing(number), rows, actions
        )

    def _dealing(self, number: int) -> loop.Dealing:
        return loop.Dealing(self._tables.seed, self.games, self._openings[number])

    def _ask_partners(self, number: int, rows: NDArray[np.int64]) -> None:
        """Ask partners in Python, as long as games wait for one.

        Raises:
            AgentError: a partner fails, or acts illegally; says where.
        """
        lineup, arrays, asked = self.lineups[number], self._arrays, True
        while asked:
            asked = False
            for seats, agent in batched_agents(lineup):
                own = waiting(arrays, rows, seats) if agent is not OUTSIDE else rows[:0]
                if len(own):
                    asked = True
                    dealing = self._dealing(number)
                    actions = ask_agent(agent, self.rules, arrays, own, dealing, {})
                    self._play(number, own, actions)
        for row in rows[self._arrays.faults[rows, 0] != loop.NO_FAULT][:1]:
            stopped = self._arrays.faults[row], self.states[row], self._arrays.history[row]
            game, seed = int(self.games[row]), self._tables.seed
            StoppedGame(lineup, self.rules, seed, game, *stopped).raise_fault()
