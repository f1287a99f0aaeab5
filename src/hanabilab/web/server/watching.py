"""What the page of a table asks for at which agents alone play, and which people watch.

The page is at /table/NAME/watch; what it asks for is below /api/table/NAME/watch. It is sent every
hand, and nothing of the deck or of what agents will do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import HanabiError, IllegalActionError
from hanabilab.notation import format_record
from hanabilab.web.document import document
from hanabilab.web.live import LiveTable
from hanabilab.web.page import served
from hanabilab.web.server import pages
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.lobby import Lobby, Place
from hanabilab.web.server.playing import Nothing, body_of
from hanabilab.web.server.streams import EventStream
from hanabilab.web.server.tempo import Tempo
from hanabilab.web.server.viewing import API, PATH, analysis_route
from hanabilab.web.setting import MAX_PACE

#: Streams of a table.
_STREAMS = 8


class Pace(msgspec.Struct, forbid_unknown_fields=True):
    """How agents are to go on; what is not given stays."""

    paused: bool | None = None
    pace: Annotated[float, msgspec.Meta(ge=0, le=MAX_PACE)] | None = None


class Watching:
    """Answers the pages of who watches.

    Args:
        again: makes the table that follows one that has ended.
    """

    def __init__(self, keys: Keys, lobby: Lobby, again: Callable[[LiveTable], LiveTable]) -> None:
        self._keys, self._lobby, self._again = keys, lobby, again

    def routes(self) -> list[BaseRoute]:
        """The addresses that are answered."""
        page = path_of("{name}")
        posts = {"pace": self._pace, "step": self._step, "again": self._more}
        return [
            Route(page, self._page),
            Route(f"{page}/replay", self._replay),
            Route(f"/api{page}/events", self._events),
            Route(f"/api{page}/record", self._record),
            *(Route(f"/api{page}/{name}", to, methods=["POST"]) for name, to in posts.items()),
            analysis_route(()),
        ]

    def _place(self, request: Request) -> Place:
        place = self._lobby.find(request.path_params["name"])
        if place is None:
            raise HanabiError("there is no such table; the game may have been dropped as idle")
        return place

    async def _page(self, request: Request) -> Response:
        told = {"table": self._place(request).table.about()}
        title, styles = "Hanabi, agents play", ("play/play.css",)
        return pages.page(*served("play/watch", [told], title=title, styles=styles))

    async def _replay(self, request: Request) -> Response:
        """The game as a replay with its analyses, once it is over."""
        table = self._over(request)
        self._keys.extend(path_of(request.path_params["name"]), PATH)
        told = document(table.record, names=table.setting.names, title="The game that was watched")
        return pages.page(*served(games=[told], title="Hanabi, a replay", api=API))

    async def _events(self, request: Request) -> EventStream:
        place = self._place(request)
        if place.watchers >= _STREAMS:
            raise IllegalActionError("this table is open in too many pages; close some")
        return EventStream(place.watch(None), session=request.scope["hanabi.session"])

    async def _pace(self, request: Request) -> Response:
        place, asked = self._place(request), await body_of(request, Pace)
        place.tempo.set(pace=asked.pace, paused=asked.paused)
        return _changed(place)

    async def _step(self, request: Request) -> Response:
        place, _ = self._place(request), await body_of(request, Nothing)
        place.tempo.step()
        return _changed(place)

    async def _more(self, request: Request) -> Response:
        """Another game of the same agents; the first who asks opens it."""
        place, _ = self._place(request), await body_of(request, Nothing)
        if not place.table.is_over:
            raise IllegalActionError("this game is not over")
        if not place.next:
            following = self._lobby.add(
                self._again(place.table), tempo=Tempo(place.tempo.pace, place.tempo.paused)
            )
            path = path_of(following.name)
            self._keys.extend(path_of(place.name), path)
            place.next[None] = path
        return _changed(place)

    async def _record(self, request: Request) -> Response:
        text = format_record(self._over(request).record)
        return Response(text, media_type="text/plain; charset=utf-8")

    def _over(self, request: Request) -> LiveTable:
        table = self._place(request).table
        if not table.game.is_over:
            raise IllegalActionError("the record tells the deck; it is shown once the game is over")
        return table


def path_of(name: str) -> str:
    """Where the table of this name is watched."""
    return f"/table/{name}/watch"


def _changed(place: Place) -> Response:
    place.change()
    return JSONResponse({"version": place.table.version})
