"""The application behind the gate: what is common to tables, studies and games to look at."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import HanabiError, OutputError
from hanabilab.messages import one_line
from hanabilab.web.server import pages
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.security import API, MAX_BODY, METHODS, Gate, wrong_method

_DAYS = 24 * 3600


def make_app(
    port: int, keys: Keys, routes: Sequence[BaseRoute], *, max_body: int = MAX_BODY
) -> Gate:
    """The application: `routes`, files of the pages, and the entrance for tokens; all gated.

    Args:
        port: that it will be served at.
        max_body: the longest body of a request, in bytes.
    """
    static = pages.static_files()

    async def enter(request: Request) -> Response:
        """Exchange a token for the cookie of its session."""
        token = request.path_params["token"]
        redeemed = keys.redeem(token, request.scope["hanabi.session"])
        if redeemed is None:
            return pages.notice(
                403,
                "This link was used already, or is no link of this server. The browser that used "
                "it can go on there; for another link, start the command again.",
            )
        session, path = redeemed
        response = pages.entrance(path)
        response.set_cookie(
            gate.cookie, session, httponly=True, samesite="strict", max_age=7 * _DAYS
        )
        return response

    async def static_file(request: Request) -> Response:
        found = static.get(request.path_params["name"])
        if found is None:
            return pages.notice(404, "There is no such file.")
        return Response(found[0], media_type=found[1], headers={"cache-control": "no-cache"})

    common = [Route("/enter/{token}", enter), Route("/static/{name:path}", static_file)]
    app = Starlette(
        routes=[*common, *routes],
        exception_handlers={HanabiError: _mistake, HTTPException: _nothing_there},
    )
    gate = Gate(app, keys, port, max_body)
    return gate


async def _mistake(request: Request, error: Exception) -> Response:
    """What a person or a program has asked for wrongly, in a line; or that it cannot be kept."""
    if isinstance(error, OutputError):  # who runs the server can mend it
        print(f"hanabi: {one_line(str(error))}", file=sys.stderr)  # noqa: T201  # the terminal's
    if request.url.path.startswith(API):
        return JSONResponse({"error": str(error)}, 400)
    return pages.notice(400, f"{error}.")


async def _nothing_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status != HTTPStatus.METHOD_NOT_ALLOWED:
        return pages.notice(status, "There is nothing here.")
    told = getattr(error, "headers", None) or {}
    allowed = [each for each in METHODS if each in told.get("Allow", "")]
    answer = pages.notice(status, f"{wrong_method(request.method, allowed)}.")
    answer.headers["allow"] = ", ".join(allowed)
    return answer
