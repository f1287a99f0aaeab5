"""An evaluation at a server of ours: which games there are, who sits where, what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from hanabilab.adapters.ah2ac2.messages import PLAYERS, name_of
from hanabilab.adapters.ah2ac2.report import Played
from hanabilab.adapters.ah2ac2.table import Table
from hanabilab.agents import Agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import HanabiError, NotationError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules

_TODO, _ACTIVE, _DONE = "TODO", "ACTIVE", "DONE"


@dataclass(frozen=True)
class Offer:
    """What a server offers. Game i has the deck of (seed, i), as in the arena.

    Attributes:
        partners: who sits at the other seats; one of them in all seats of a game, in turns.
        games: how many there are.
        players: numbers of players, in turns.
        held: seats of a candidate in a game; the first of them goes round the table.
        seed: of decks and agents.

    Raises:
        NotationError: impossible numbers.
        AgentError: a partner cannot play with so many.
    """

    partners: tuple[Agent, ...]
    games: int = 1000
    players: tuple[int, ...] = (2,)
    held: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for players in self.players:
            if players not in PLAYERS:
                raise NotationError(f"{players} players; the protocol has 2 to 5")
            if not 0 < self.held < players:
                raise NotationError(
                    f"a candidate at {self.held} of {players} seats; it needs one at least, and a "
                    "partner"
                )
            for agent in self.partners:
                check_rules(agent, Rules(players=players))

    def partner_of(self, number: int) -> Agent:
        """Who sits at the other seats of a game: each partner meets each seat and table size."""
        return self.partners[self._round(number) % len(self.partners)]

    def players_of(self, number: int) -> int:
        """How many sit at the table of a game."""
        return self.players[number % len(self.players)]

    def seats_of(self, number: int) -> tuple[int, ...]:
        """The seats of the candidate in a game."""
        players = self.players_of(number)
        first = number // len(self.players)
        return tuple(sorted((first + each) % players for each in range(self.held)))

    def _round(self, number: int) -> int:
        """How often the candidate has been round this table before a game."""
        return number // len(self.players) // self.players_of(number)


class _Entry(NamedTuple):
    """A game of the list; its score once it is done."""

    status: str = _TODO
    score: int | None = None


class Evaluation:
    """The games of an offer, and how far they are. Many threads may use it.

    A game that is broken off is dealt again, the same, to whoever comes next. One that is finished
    never is.

    Args:
        offer: what there is.
        random: who sits at the other seats of test games.
    """

    def __init__(self, offer: Offer, random: Agent) -> None:
        self.offer, self._random = offer, random
        self.played: dict[int, Played] = {}
        self._entries = [_Entry()] * offer.games
        self._tests = 0
        self._lock = Lock()

    @property
    def is_done(self) -> bool:
        """Whether all games are finished."""
        return len(self.played) == self.offer.games

    def next_table(self) -> Table:
        """The table of the next game that counts.

        Raises:
            HanabiError: there is none.
        """
        with self._lock:
            number = next((n for n, e in enumerate(self._entries) if e.status == _TODO), None)
            if number is None:
                raise HanabiError(
                    "all games are finished" if self.is_done else "no game is left to begin now"
                )
            self._entries[number] = _Entry(_ACTIVE)
        offer = self.offer
        seats, players = offer.seats_of(number), offer.players_of(number)
        return Table(Rules(players=players), seats, offer.partner_of(number), offer.seed, number)

    def test_table(self, players: int, seats: Sequence[int]) -> Table:
        """The table of a game for trying out, with random partners.

        Raises:
            HanabiError: no such seats.
        """
        if players not in PLAYERS:
            raise HanabiError(f"num_players is {players}; it is from 2 to 5")
        if not seats or not set(seats) < set(range(players)):
            raise HanabiError(f"candidate_positions are {list(seats)}, with {players} players")
        with self._lock:
            number, self._tests = self._tests, self._tests + 1
        seats = tuple(sorted(set(seats)))
        return Table(
            Rules(players=players), seats, self._random, self.offer.seed, number, is_test=True
        )

    def end(self, table: Table) -> None:
        """Take back a table: its game is finished, or is to be dealt again."""
        if table.is_test:
            return
        with self._lock:
            if table.is_over:
                played = table.played()
                self.played[table.number] = played
                self._entries[table.number] = _Entry(_DONE, played.score)
            else:
                self._entries[table.number] = _Entry()

    def info(self) -> dict[str, Any]:
        """What the protocol calls evaluation-info."""
        with self._lock:
            games = [self._told(number) for number in range(self.offer.games)]
        active = next((each for each in games if each["status"] == _ACTIVE), None)
        return {"current_env": active, "all_envs": games, "human_ai_eval_done": self.is_done}

    def _told(self, number: int) -> dict[str, Any]:
        entry = self._entries[number]
        return {
            "status": entry.status,
            "score": entry.score,
            "num_players": self.offer.players_of(number),
            "candidate_controlling": [name_of(seat) for seat in self.offer.seats_of(number)],
        }
