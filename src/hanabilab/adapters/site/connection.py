"""A bot at the site: logging in over HTTP, and frames over a WebSocket. Needs the extra `bot`."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from typing import NamedTuple

from hanabilab.adapters.site.bot import Bot
from hanabilab.adapters.site.frames import MAX_LENGTH
from hanabilab.adapters.wire import connected, fetched, parse_server, require_websockets
from hanabilab.errors import HanabiError

_COOKIE = "hanabi.sid"


class Address(NamedTuple):
    """Where the site is: the address to log in at, and that of its WebSocket."""

    login: str
    socket: str


def parse_url(url: str) -> Address:
    """The addresses of a site by its URL, such as https://hanab.live.

    Raises:
        NotationError: no such URL, or one that would send a password where others can read it.
    """
    server = parse_server(url, example="https://hanab.live", sends="password")
    return Address(f"{server.http}/login", f"{server.socket}/ws")


def log_in(address: Address, username: str, password: str) -> str:
    """The cookie of a session.

    Raises:
        HanabiError: the site cannot be reached, or does not let us in.
    """
    form = {"username": username, "password": password, "version": "bot"}
    try:
        sent = urllib.parse.urlencode(form).encode()
    except UnicodeError:
        raise HanabiError("HANABI_USERNAME or HANABI_PASSWORD is no UTF-8 text") from None
    told = fetched(address.login, sent)
    if told.reason:
        raise HanabiError(f"{address.login} does not let us in: {told.reason}")
    for cookie in told.headers.get_all("Set-Cookie") or []:
        if cookie.startswith(f"{_COOKIE}="):
            return str(cookie.partition(";")[0])
    raise HanabiError(f"{address.login} has sent no session; is it a Hanabi site?")


def serve(bot: Bot, url: str, username: str, password: str, *, done: Callable[[Bot], bool]) -> None:
    """Let a bot answer the site until `done`, which is asked after every frame.

    Raises:
        HanabiError: the extra is not installed, the site cannot be reached or hangs up, or what the
            bot raises.
    """
    address = parse_url(url)
    require_websockets()
    headers = {"Cookie": log_in(address, username, password)}
    with connected(address.socket, additional_headers=headers, max_size=MAX_LENGTH) as socket:
        for frame in socket:
            for reply in bot.hear(frame if isinstance(frame, str) else ""):
                socket.send(reply)
            if done(bot):
                return
    raise HanabiError(f"{address.socket} has hung up")
