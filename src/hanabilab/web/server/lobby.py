"""The tables of a server: opened, played on by their agents, watched, dropped when idle."""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import anyio
import anyio.to_thread

from hanabilab.errors import HanabiError
from hanabilab.messages import one_line
from hanabilab.web.clock import Clock, Thought
from hanabilab.web.live import LiveTable
from hanabilab.web.server.streams import Events
from hanabilab.web.server.tempo import Tempo

#: Tables at most, but for those of participants; and seconds after which one that nobody looks at
#: is dropped. Its file stays.
MOST_TABLES, _IDLE = 32, 6 * 3600.0
#: Tables of a participant: the one that goes on, and one that is left.
_TABLES_EACH = 2
#: Threads that ask agents.
_AGENT_THREADS = 2


@dataclass(eq=False)
class Place:
    """A table in the lobby.

    Attributes:
        workers: the threads that ask agents.
        tempo: when agents act, so that people can follow.
        acted: called after every action, with how long a person thought; None for agents.
        next: the path at which the person of a seat goes on after the game; by None, who watches.
        watchers: streams that are open.
        clock: of the position that is shown.
    """

    name: str
    table: LiveTable
    workers: anyio.CapacityLimiter
    tempo: Tempo = field(default_factory=Tempo)
    acted: Callable[[Place, Thought | None], None] = lambda _, __: None
    next: dict[int | None, str] = field(default_factory=dict)
    watchers: int = 0
    used: float = field(default_factory=time.monotonic)
    clock: Clock = field(default_factory=Clock)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _runner: asyncio.Task[None] | None = None

    def change(self) -> None:
        """Tell those who watch that something is new, and let agents play."""
        self.used, self.clock = time.monotonic(), Clock(shown=self.watchers > 0)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
        self.wake()

    def wake(self) -> None:
        """Let agents play, if they are to and are not at it."""
        if self.table.waits_for_agent and (self._runner is None or self._runner.done()):
            self._runner = asyncio.create_task(self._play_agents())

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """All that a seat is sent, or who watches agents."""
        tempo = self.tempo.shown() if seat is None else {}
        return {**self.table.shown_to(seat), **tempo, "next": self.next.get(seat, "")}

    def act(self, seat: int, turn: int, action: int) -> None:
        """Let a person act, who has thought since the position was first shown.

        Raises:
            IllegalActionError: it is not the seat's turn, or the action is not legal.
            OutputError: a file cannot be written. Without its record, nothing was done.
        """
        thought = self.clock.thought()
        self.table.act(seat, turn, action)
        try:
            self.acted(self, thought)
        finally:
            self.change()

    async def watch(self, seat: int | None) -> Events:
        """What a seat is sent, or who watches agents: now, and after every change."""
        self.clock.show()
        self.watchers += 1
        self.wake()
        try:
            while True:
                changed = self._changed
                yield self.shown_to(seat)
                await changed.wait()
        finally:
            self.watchers -= 1
            self.used = time.monotonic()

    async def _play_agents(self) -> None:
        """Let agents act as long as they are to."""
        while self.table.waits_for_agent:
            version, decide = self.table.version, self.table.decision()
            await self.tempo.wait()
            try:
                action = await anyio.to_thread.run_sync(decide, limiter=self.workers)
            except HanabiError as error:
                if version == self.table.version:
                    self._stop(error)
                continue  # else it was asked about a position that was taken back meanwhile
            try:
                if self.table.take(version, action):
                    self.acted(self, None)
                    self.change()
            except HanabiError as error:
                self._stop(error)
                return

    def _stop(self, error: HanabiError) -> None:
        """The seats hear that the game has stopped; why may tell of hidden cards."""
        print(f"hanabi: {one_line(str(error))}", file=sys.stderr)  # noqa: T201  # the terminal's
        self.table.stop(str(error))
        self.change()


class Lobby:
    """Tables by a name that tells nothing of them.

    Attributes:
        people: how many take part in a study, beside whom there may be other tables.
    """

    def __init__(self, people: int = 0) -> None:
        self.people = people
        self._places: dict[str, Place] = {}
        self._workers = anyio.CapacityLimiter(_AGENT_THREADS)

    def add(self, table: LiveTable, **how: Any) -> Place:
        """A place for a table; idle ones make room.

        Args:
            how: fields of `Place`.

        Raises:
            HanabiError: the lobby is full.
        """
        self._drop_idle()
        most = MOST_TABLES + _TABLES_EACH * self.people
        if len(self._places) >= most:
            raise HanabiError(f"{most} games are going on; finish one first")
        place = Place(secrets.token_hex(8), table, self._workers, **how)
        self._places[place.name] = place
        return place

    def find(self, name: str) -> Place | None:
        """The place of this name."""
        return self._places.get(name)

    def drop(self, place: Place) -> None:
        """Forget a table; its file stays."""
        place.table.close()
        self._places.pop(place.name, None)

    def close(self) -> None:
        """Let other processes have the files of all tables."""
        for place in self._places.values():
            place.table.close()

    def _drop_idle(self) -> None:
        now = time.monotonic()
        for place in list(self._places.values()):
            finished = place.table.is_over and place.next
            if not place.watchers and (finished or now - place.used > _IDLE):
                self.drop(place)
