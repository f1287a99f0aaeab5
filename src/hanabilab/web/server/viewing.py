"""Games to look at: one page, and the streams of `web.analysis` that it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hanabilab.web import analysis
from hanabilab.web.analysis.positions import offer_agents
from hanabilab.web.page import served
from hanabilab.web.server import pages
from hanabilab.web.server.app import make_app
from hanabilab.web.server.asked import Analysis, arguments_of
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.security import Gate
from hanabilab.web.server.serving import local_sockets, port_of, run
from hanabilab.web.server.streams import EventStream, computed
from hanabilab.web.server.warming import announced, warm_up

#: Where pages of games are, and their streams.
PATH = "/view"
API = f"/api{PATH}/"
#: Analyses that run at once; others wait for them. So many more may compute their first items.
_ANALYSES = _FIRST_ITEMS = 2
#: What a page may ask for, by name.
ANALYSES: Mapping[str, Analysis] = MappingProxyType(
    {name: getattr(analysis, name) for name in analysis.__all__}
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
    ready = warm_up(games)

    async def analyze(request: Request) -> Response | EventStream:
        """The stream of an analysis, by name and query."""
        function = ANALYSES.get(request.path_params["name"])
        if function is None:
            return pages.notice(404, f"There are: {', '.join(ANALYSES)}.")
        given = dict(request.query_params)

        def make() -> Iterator[dict[str, Any]]:
            return function(**arguments_of(function, given))

        return EventStream(announced(computed(make, workers, first), ready))

    return Route(f"{API}{{name}}", analyze)
