"""Games to look at: one page, and the streams of `web.analysis` that it asks for."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from types import MappingProxyType
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import HanabiError
from hanabilab.notation import parse_record
from hanabilab.web import analysis
from hanabilab.web.analysis.positions import offer_agents
from hanabilab.web.page import served
from hanabilab.web.server import pages
from hanabilab.web.server.app import make_app
from hanabilab.web.server.asked import Analysis, arguments_of
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.security import Gate
from hanabilab.web.server.serving import local_sockets, port_of, run
from hanabilab.web.server.streams import Events, EventStream, computed

#: Where pages of games are, and their streams.
PATH = "/view"
API = f"/api{PATH}/"
#: Analyses that run at once; others wait for them. So many more may compute their first items.
_ANALYSES = _FIRST_ITEMS = 2
#: What a page may ask for, by name.
ANALYSES: Mapping[str, Analysis] = MappingProxyType(
    {name: getattr(analysis, name) for name in analysis.__all__}
)

# What a page shows before the first answer, as long as code is being loaded.
_NOTICE = (
    "Getting ready. The first time after an installation, code is compiled: a minute or more. "
    "Later starts take seconds."
)


def serve_view(
    games: Sequence[dict[str, Any]],
    *,
    title: str,
    port: int = 0,
    browser: bool = True,
    agents: Sequence[str] = (),
) -> int:
    """Serve a page that shows games until Ctrl-C; prints its link, which works once.

    Args:
        games: documents, as `web.document` makes them.
        port: 0 for any that is free.
        browser: open the page in the browser.
        agents: names of agents in files that the page may ask, too.

    Raises:
        OutputError: the port is taken.
        AgentError: a name is no agent's.
    """
    offer_agents(agents)
    games = [{**each, "offered": list(agents)} for each in games]
    with local_sockets(port) as sockets:
        app, link = host_view(games, title, port_of(sockets))
        print(link, flush=True)  # noqa: T201  # what was asked for
        run(app, sockets, link if browser else "")
    return 0


def host_view(games: Sequence[dict[str, Any]], title: str, port: int) -> tuple[Gate, str]:
    """The application that shows games at `port`, and the link to it."""
    keys = Keys()
    app = make_app(port, keys, _routes(games, title))
    return app, f"http://127.0.0.1:{port}/enter/{keys.invite(PATH)}"


def _routes(games: Sequence[dict[str, Any]], title: str) -> list[BaseRoute]:
    page = served(games=games, title=title, api=API)

    async def show(request: Request) -> Response:  # noqa: ARG001  # as Starlette calls it
        return pages.page(*page)

    return [Route(PATH, show), analysis_route(games)]


def analysis_route(games: Sequence[dict[str, Any]]) -> Route:
    """What answers the streams of pages.

    Args:
        games: documents; code for the first of them is loaded at once.
    """
    workers, first = anyio.CapacityLimiter(_ANALYSES), anyio.CapacityLimiter(_FIRST_ITEMS)
    ready = _warm_up(games)

    async def analyze(request: Request) -> Response | EventStream:
        """The stream of an analysis, by name and query."""
        function = ANALYSES.get(request.path_params["name"])
        if function is None:
            return pages.notice(404, f"There are: {', '.join(ANALYSES)}.")
        given = dict(request.query_params)

        def make() -> Iterator[dict[str, Any]]:
            return function(**arguments_of(function, given))

        return EventStream(_announced(computed(make, workers, first), ready))

    return Route(f"{API}{{name}}", analyze)


def _warm_up(games: Iterable[dict[str, Any]]) -> threading.Event:
    """Ask what pages ask most, of the first document, in a thread; set once it is done.

    So compiled code is loaded while the page is looked at, which takes about a second. After an
    installation it is compiled first, which takes minutes.
    """
    ready = threading.Event()
    threading.Thread(target=_ask_first, args=([*games][:1], ready), daemon=True).start()
    return ready


def _ask_first(games: list[dict[str, Any]], ready: threading.Event) -> None:
    try:
        for game in games:
            record = parse_record(game["record"])
            turn = len(record.actions) // 2
            questions = (
                analysis.action_values(record, turn),
                analysis.agent_opinion(record, turn),
                analysis.card_chances(record, turn, 0),
            )
            for each in questions:
                with suppress(HanabiError):  # not every agent plays every variant
                    next(each)
    finally:
        ready.set()


async def _announced(events: Events, ready: threading.Event) -> Events:
    """The events; before them a notice, if answers have to wait for code."""
    async with aclosing(events):
        if not ready.is_set():
            yield {"notice": _NOTICE}
        async for event in events:
            yield event
