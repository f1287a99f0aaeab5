"""What the page of a seat asks for: the table's page, its stream, actions, undo, hints, a new game.

A seat's page is at /table/NAME/SEAT; what it asks for is below /api/table/NAME/SEAT. Both need the
grant of that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import NamedTuple, TypeVar

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import HanabiError, IllegalActionError, NotationError
from hanabilab.notation import format_record
from hanabilab.web.advice import advise
from hanabilab.web.live import LiveTable
from hanabilab.web.server import pages
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.lobby import Lobby, Place
from hanabilab.web.server.streams import Events, EventStream, computed
from hanabilab.web.server.tempo import Tempo
from hanabilab.web.teaching import lesson_at, meanings

T = TypeVar("T")

#: Searches for hints that run at once.
_SEARCHES = 2
#: Streams of a table for each person at it, and of a study for each participant.
_STREAMS_EACH, _MORE_STREAMS = 8, 4


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """An action of a person: its id, and how many actions the person has seen."""

    turn: int
    action: int


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """A wish to go back, and how many actions the person has seen."""

    turn: int


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a person agrees to take an action back: to the wish of this version."""

    agree: bool
    version: int


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A request that says all by its address."""


class Seat(NamedTuple):
    """A seat that a request is about."""

    place: Place
    number: int

    @property
    def table(self) -> LiveTable:
        """The table it is at."""
        return self.place.table


class Playing:
    """Answers the pages of seats.

    Args:
        again: makes the table that follows one that has ended; None where nothing follows, and no
            record is shown, since it names the agents.
        show: makes the page of a seat, and the hashes of its scripts.
    """

    def __init__(
        self,
        keys: Keys,
        lobby: Lobby,
        show: Callable[[Place, int], tuple[str, list[str]]],
        again: Callable[[LiveTable], LiveTable] | None = None,
    ) -> None:
        self._keys, self._lobby, self._show, self._again = keys, lobby, show, again
        self._searches = anyio.CapacityLimiter(_SEARCHES)

    def routes(self) -> list[BaseRoute]:
        """The addresses that are answered."""
        seat = "/table/{name}/{seat:int}"
        posts = {"act": self._act, "undo": self._undo, "answer": self._answer, "again": self._more}
        return [
            Route(seat, self._page),
            Route(f"/api{seat}/events", self._events),
            Route(f"/api{seat}/hint", self._hint),
            Route(f"/api{seat}/meanings", self._meanings),
            Route(f"/api{seat}/record", self._record),
            *(Route(f"/api{seat}/{name}", to, methods=["POST"]) for name, to in posts.items()),
        ]

    def _seat(self, request: Request) -> Seat:
        place = self._lobby.find(request.path_params["name"])
        seat = request.path_params["seat"]
        if place is None or seat not in place.table.setting.humans:
            raise HanabiError("there is no such seat; the game may have been dropped as idle")
        return Seat(place, seat)

    async def _page(self, request: Request) -> Response:
        seat = self._seat(request)
        return pages.page(*self._show(*seat))

    async def _events(self, request: Request) -> EventStream:
        seat = self._seat(request)
        if seat.place.watchers >= _STREAMS_EACH * len(seat.table.setting.humans):
            raise IllegalActionError("this table is open in too many pages; close some")
        more, session = _MORE_STREAMS * self._lobby.people, request.scope["hanabi.session"]
        return EventStream(seat.place.watch(seat.number), more=more, session=session)

    async def _act(self, request: Request) -> Response:
        seat, asked = self._seat(request), await body_of(request, Act)
        seat.place.act(seat.number, asked.turn, asked.action)
        return _answer(seat)

    async def _undo(self, request: Request) -> Response:
        seat, asked = self._seat(request), await body_of(request, Undo)
        seat.table.ask_undo(seat.number, asked.turn)
        return _changed(seat)

    async def _answer(self, request: Request) -> Response:
        seat, asked = self._seat(request), await body_of(request, Answer)
        seat.table.answer_undo(seat.number, asked.version, agree=asked.agree)
        return _changed(seat)

    async def _more(self, request: Request) -> Response:
        """Another game of the same people; the first who asks opens it."""
        seat, _ = self._seat(request), await body_of(request, Nothing)
        if not seat.table.is_over or self._again is None:
            raise IllegalActionError("this game is not over, or no other follows it")
        if not seat.place.next:
            place = self._lobby.add(self._again(seat.table), tempo=Tempo(seat.place.tempo.pace))
            for each in place.table.setting.humans:
                following = f"/table/{place.name}/{each}"
                self._keys.extend(f"/table/{seat.place.name}/{each}", following)
                seat.place.next[each] = following
        return _changed(seat)

    async def _hint(self, request: Request) -> EventStream:
        """What a search makes of the actions of the seat, which must be to act."""
        seat = self._seat(request)
        table = seat.table
        if not table.setting.may_undo:
            raise IllegalActionError("no hints at this table")
        if table.is_over or table.game.current_seat != seat.number:
            raise IllegalActionError("hints are for the seat to act")
        game = table.game.copy()
        return EventStream(_safe(computed(lambda: advise(game, 0), self._searches)))

    async def _meanings(self, request: Request) -> EventStream:
        """What hints meant, and what those of the seat would be read as, by conventions."""
        seat = self._seat(request)
        lesson = lesson_at(seat.table, seat.number)
        return EventStream(_safe(computed(lambda: meanings(lesson), self._searches)))

    async def _record(self, request: Request) -> Response:
        """The game as text, deck and all, once it is over."""
        seat = self._seat(request)
        if self._again is None:
            raise IllegalActionError("no records at this table")
        if not seat.table.game.is_over:
            raise IllegalActionError("the record tells the deck; it is shown once the game is over")
        return Response(format_record(seat.table.record), media_type="text/plain; charset=utf-8")


async def _safe(events: Events) -> Events:
    """The events, without what an error may tell of hidden cards."""
    async with aclosing(events):
        async for event in events:
            yield {"error": "the search has failed"} if "error" in event else event


async def body_of(request: Request, kind: type[T]) -> T:
    """The JSON document that a request brings.

    Raises:
        NotationError: none, or not of this kind.
    """
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, ValueError) as error:
        raise NotationError(f"the request is not understood: {error}") from None


def _changed(seat: Seat) -> Response:
    seat.place.change()
    return _answer(seat)


def _answer(seat: Seat) -> Response:
    return JSONResponse({"version": seat.table.version})
