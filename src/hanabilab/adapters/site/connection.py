"""The wire: logging in over HTTP, and frames over a WebSocket. Needs the extra `bot`.

The only module that imports `websockets`. A password goes to this machine or through TLS alone.
"""

from __future__ import annotations

import ipaddress
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, NamedTuple

from hanabilab.adapters.site.bot import Bot
from hanabilab.adapters.site.frames import MAX_LENGTH
from hanabilab.errors import HanabiError, NotationError
from hanabilab.messages import how_to_install

_COOKIE = "hanabi.sid"
#: Seconds to wait for the site to answer.
_PATIENCE = 30
_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


class Address(NamedTuple):
    """Where the site is: the address to log in at, and that of its WebSocket."""

    login: str
    socket: str


def parse_url(url: str) -> Address:
    """The addresses of a site by its URL, such as https://hanab.live.

    Raises:
        NotationError: no such URL, or one that would send a password where others can read it.
    """
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host, port, parts = None, None, urllib.parse.urlsplit("")
    if parts.scheme not in _SCHEMES or not host or parts.username or parts.query or parts.fragment:
        raise NotationError(f"no address {url[:80]!r}; one is such as https://hanab.live")
    socket = _SCHEMES[parts.scheme]
    if socket == "ws" and not _is_this_machine(host):
        raise NotationError(
            f"{url[:80]!r} would send the password in the clear; use https, as in https://{host}"
        )
    name = f"[{host}]" if ":" in host else host
    where = name + (f":{port}" if port else "") + parts.path.rstrip("/")
    return Address(
        f"{'https' if socket == 'wss' else 'http'}://{where}/login", f"{socket}://{where}/ws"
    )


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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
    request = urllib.request.Request(address.login, sent)  # noqa: S310  # see `parse_url`
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        with opener.open(request, timeout=_PATIENCE) as response:
            cookies = response.headers.get_all("Set-Cookie") or []
    except urllib.error.HTTPError as error:
        told = error.read(200).decode(errors="replace").strip()
        raise HanabiError(f"{address.login} does not let us in: {told or error.reason}") from None
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise HanabiError(f"cannot reach {address.login}: {reason}") from None
    for cookie in cookies:
        if cookie.startswith(f"{_COOKIE}="):
            return str(cookie.partition(";")[0])
    raise HanabiError(f"{address.login} has sent no session; is it a Hanabi site?")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A password goes nowhere but where it was sent."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follow nothing."""


def serve(bot: Bot, url: str, username: str, password: str, *, done: Callable[[Bot], bool]) -> None:
    """Let a bot answer the site until `done`, which is asked after every frame.

    Raises:
        HanabiError: the extra is not installed, the site cannot be reached or hangs up, or what the
            bot raises.
    """
    try:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect
    except ImportError:
        raise HanabiError(
            f"this needs websockets; install it with: {how_to_install('bot')}"
        ) from None
    address = parse_url(url)
    headers = {"Cookie": log_in(address, username, password)}
    try:
        with connect(
            address.socket,
            additional_headers=headers,
            open_timeout=_PATIENCE,
            max_size=MAX_LENGTH,
            proxy=None,
        ) as socket:
            for frame in socket:
                for reply in bot.hear(frame if isinstance(frame, str) else ""):
                    socket.send(reply)
                if done(bot):
                    return
    except (OSError, WebSocketException) as error:
        raise HanabiError(f"lost {address.socket}: {' '.join(str(error).split())}") from None
    raise HanabiError(f"{address.socket} has hung up")
