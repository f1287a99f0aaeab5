"""The gate that every request passes before the application sees it.

1. Only GET and POST, and only with a Host that is this machine, so a foreign name that is made to
   point here is refused.
2. What acts or streams, below /api, only from pages of this very server: Origin and Sec-Fetch-Site.
3. Only paths that the session's cookie grants; a token is exchanged for the cookie at /enter.
4. Bodies are read here, up to a limit and a time.

Every answer gets the headers of `HEADERS`, and a content security policy.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanabilab.arena.faults import failure
from hanabilab.messages import one_line
from hanabilab.web.server.keys import Keys

#: The longest body of a request where nothing else is said, and the longest path, in bytes.
MAX_BODY, _MAX_PATH = 16_384, 1_024
#: Seconds that a body may take to arrive.
_PATIENCE = 10.0
#: Addresses that need no session: a token is redeemed at the first, the second holds our own files.
_OPEN = ("/enter/", "/static/")
#: What acts or streams is below; and the methods that are answered anywhere.
API, METHODS = "/api/", ("GET", "POST")

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "cache-control": "no-store",
    }
)


def content_policy(hashes: Iterable[str] = (), *, forms: str = "'none'") -> str:
    """The content security policy of a page.

    Args:
        hashes: of inline scripts, such as "sha256-...".
        forms: where forms may be sent.
    """
    scripts = " ".join(["'self'", *(f"'{each}'" for each in hashes)])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action {forms}; "
        "require-trusted-types-for 'script'; trusted-types lit-html"
    )


class Refusal(NamedTuple):
    """Why a request goes no further."""

    status: int
    reason: str


class Gate:
    """ASGI middleware that lets through what may be asked.

    Args:
        app: what answers the rest.
        port: of this server; it is part of the Host and of the cookie's name.
        max_body: the longest body of a request, in bytes.
    """

    def __init__(self, app: ASGIApp, keys: Keys, port: int, max_body: int = MAX_BODY) -> None:
        self._app, self._keys, self._max_body = app, keys, max_body
        names = {"127.0.0.1", "localhost", "[::1]"}
        # Browsers leave out the port that is usual.
        self._hosts = {f"{name}:{port}" for name in names} | (names if port == 80 else set())
        self.cookie = f"hanabi-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        protected = _with_headers(send)
        headers = _headers_of(scope)
        refusal = self._refusal(scope, headers)
        if refusal is None and scope["method"] == "POST":
            body = await _body_of(headers, receive, self._max_body)
            refusal = Refusal(413, "the body is too large or too slow") if body is None else None
            receive = _replayed(body or b"", receive)
        if refusal:
            await _refuse(protected, refusal)
            return
        scope["hanabi.session"] = self.session_of(headers)
        try:
            await self._app(scope, receive, protected)
        except Exception as error:
            told = one_line(f"hanabi: {scope['path']}: {failure(error)}")
            print(told, file=sys.stderr)  # noqa: T201  # the terminal's
            raise

    def session_of(self, headers: Mapping[str, list[str]]) -> str:
        """What the browser's cookie says; "" if it has none.

        Cookies of other servers of this machine come too; they may be of any form.
        """
        for each in ";".join(headers.get("cookie", [])).split(";"):
            name, _, value = each.partition("=")
            if name.strip() == self.cookie:
                return value.strip()
        return ""

    def _refusal(self, scope: Scope, headers: Mapping[str, list[str]]) -> Refusal | None:
        method, path = scope["method"], scope["path"]
        if method not in METHODS:
            return Refusal(405, wrong_method(method, METHODS))
        hosts = headers.get("host", [])
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return Refusal(400, "this server answers to its own address alone")
        if len(path) > _MAX_PATH or not path.startswith("/"):
            return Refusal(400, "no such address")
        acts = method == "POST" or path.startswith(API)
        if acts and not _is_same_origin(headers, hosts[0]):
            return Refusal(403, "only pages of this server may ask for this")
        if path.startswith(_OPEN):
            return None
        if not self._keys.allows(self.session_of(headers), path.removeprefix("/api")):
            return Refusal(
                403,
                "this address needs the link that the terminal has printed; a link works once, in "
                "the browser that opens it",
            )
        return None


def wrong_method(method: str, allowed: Sequence[str]) -> str:
    """What whoever asks by a method that is not answered is told."""
    return f"{method} is not answered here; only {' and '.join(allowed)}"


def _is_same_origin(headers: Mapping[str, list[str]], host: str) -> bool:
    """Whether the browser says that a page of this server asks; at least one header must say it."""
    origins, sites = headers.get("origin", []), headers.get("sec-fetch-site", [])
    own = all(each == f"http://{host}" for each in origins)
    return own and all(each == "same-origin" for each in sites) and bool(origins or sites)


def _headers_of(scope: Scope) -> dict[str, list[str]]:
    """Values by name in small letters."""
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


async def _body_of(headers: Mapping[str, list[str]], receive: Receive, most: int) -> bytes | None:
    """The body of a request; None if it is too large, or takes too long."""
    for length in headers.get("content-length", []):
        if not length.isdecimal() or len(length) > 9 or int(length) > most:
            return None
    body = b""
    try:
        async with asyncio.timeout(_PATIENCE):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                body += message.get("body", b"")
                if len(body) > most:
                    return None
                if not message.get("more_body"):
                    return body
    except TimeoutError:
        return None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """What receives a body that was read already, and then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    """What sends answers with the headers that all of them have."""

    async def protected(message: Message) -> None:
        """Send a message; the start of an answer gets the headers that it lacks."""
        if message["type"] == "http.response.start":
            given: list[Any] = list(message.get("headers", []))
            names = {name.lower() for name, _ in given}
            standard = {**HEADERS, "content-security-policy": content_policy()}
            given += [
                (name.encode(), value.encode())
                for name, value in standard.items()
                if name.encode() not in names
            ]
            message = {**message, "headers": given}
        await send(message)

    return protected


async def _refuse(send: Send, refusal: Refusal) -> None:
    body = f"{refusal.reason}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
    ]
    if refusal.status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append((b"allow", ", ".join(METHODS).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
