"""A library served: the list, its games one by one, and the games of one deck."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from hanabilab.errors import NotationError
from hanabilab.notation import format_record
from hanabilab.web.analysis.positions import offer_agents
from hanabilab.web.library import WHOLE, Library, Query
from hanabilab.web.library_page import deck_page, list_page
from hanabilab.web.page import served
from hanabilab.web.server import pages
from hanabilab.web.server.app import make_app
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.security import Gate, content_policy
from hanabilab.web.server.serving import local_sockets, port_of, run
from hanabilab.web.server.viewing import API, PATH, analysis_route


def serve_library(
    library: Library, *, port: int = 0, browser: bool = True, agents: Sequence[str] = ()
) -> int:
    """Serve a list of games until Ctrl-C; prints its link, which works once.

    Args:
        port: 0 for any that is free.
        browser: open the list in the browser.
        agents: names of agents in files that pages may ask, too.

    Raises:
        OutputError: the port is taken.
        AgentError: a name is no agent's.
    """
    offer_agents(agents)
    with local_sockets(port) as sockets:
        app, link = host_library(library, port_of(sockets), agents)
        print(link, flush=True)  # noqa: T201  # what was asked for
        run(app, sockets, link if browser else "")
    return 0


def host_library(library: Library, port: int, agents: Sequence[str] = ()) -> tuple[Gate, str]:
    """The application that lists games at `port`, and the link to it."""
    keys = Keys()

    def listed(request: Request) -> Response:
        try:
            query = Query.of(request.query_params)
        except NotationError as error:
            return pages.notice(400, f"{error}.")
        return _plain(list_page(library, query, PATH))

    def game(request: Request) -> Response:
        number = request.path_params["number"]
        try:
            query, shown = Query.of(request.query_params), library.game(number)
        except NotationError as error:
            return pages.notice(404, f"{error}.")
        told = {**shown.document(), "offered": list(agents)}
        back = f"{PATH}{query.address()}#game-{number}"
        return pages.page(*served(games=[told], title=shown.label, api=API, back=back))

    def deck(request: Request) -> Response:
        against = request.query_params.get("against", "")
        chosen = int(against) if WHOLE.fullmatch(against) else -1
        try:
            query = Query.of(request.query_params)
            html = deck_page(library, request.path_params["number"], chosen, query, PATH)
        except NotationError as error:
            return pages.notice(404, f"{error}.")
        return _plain(html)

    routes = [
        Route(PATH, listed),
        Route(f"{PATH}/game/{{number:int}}", game),
        Route(f"{PATH}/deck/{{number:int}}", deck),
        analysis_route([{"record": format_record(library.game(0).record)}]),
    ]
    app = make_app(port, keys, routes)
    return app, f"http://127.0.0.1:{port}/enter/{keys.invite(PATH)}"


def _plain(html: str) -> Response:
    """A page without scripts, whose forms come back here."""
    policy = content_policy(forms="'self'")
    return HTMLResponse(html, headers={"content-security-policy": policy})
