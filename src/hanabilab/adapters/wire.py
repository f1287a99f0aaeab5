"""The wire to servers of others, and to a server of ours: HTTP and WebSockets. Needs extra `bot`.

The only module that imports `websockets`. What is secret goes to this machine or through TLS alone,
through no proxy, and follows no redirection.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
import ssl
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from hanabilab.adapters.timely import answer_to
from hanabilab.errors import HanabiError, NotationError
from hanabilab.messages import how_to_install

#: Seconds to wait for a server to answer.
PATIENCE = 30
_SCHEMES = {"http": False, "https": True, "ws": False, "wss": True}
#: Bytes of an answer over HTTP at most.
_MOST_BYTES = 1 << 22


class ServerAddress(NamedTuple):
    """Where a server is.

    Attributes:
        secure: whether it is reached through TLS.
        where: host, port and path.
    """

    secure: bool
    where: str

    @property
    def http(self) -> str:
        """Its address for requests."""
        return f"{'https' if self.secure else 'http'}://{self.where}"

    @property
    def socket(self) -> str:
        """Its address for WebSockets."""
        return f"{'wss' if self.secure else 'ws'}://{self.where}"


class Answered(NamedTuple):
    """What a server has answered over HTTP; `reason` is in words where it refuses."""

    status: int
    reason: str
    body: bytes
    headers: Any


def parse_server(url: str, *, example: str, sends: str) -> ServerAddress:
    """Where a server is, by its URL.

    Args:
        example: of such a URL, for the message.
        sends: what secret is sent there, in words.

    Raises:
        NotationError: no such URL, or one that would send a secret where others can read it.
    """
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host, port, parts = None, None, urllib.parse.urlsplit("")
    if parts.scheme not in _SCHEMES or not host or parts.username or parts.query or parts.fragment:
        raise NotationError(f"no address {url[:80]!r}; one is such as {example}")
    secure = _SCHEMES[parts.scheme]
    if not secure and not _is_this_machine(host):
        raise NotationError(
            f"{url[:80]!r} would send the {sends} in the clear; use https, as in https://{host}"
        )
    name = f"[{host}]" if ":" in host else host
    return ServerAddress(secure, name + (f":{port}" if port else "") + parts.path.rstrip("/"))


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def fetched(address: str, form: bytes | None = None, *, shown: str = "") -> Answered:
    """What a server answers to a request: to a form that is sent, if there is one.

    Args:
        shown: what messages call the address, where it holds a secret.

    Raises:
        HanabiError: it cannot be reached.
    """
    request = urllib.request.Request(address, form)  # noqa: S310  # see `parse_server`
    try:
        with answer_to(request, PATIENCE) as answer:
            if not isinstance(answer, urllib.error.HTTPError):
                return Answered(200, "", answer.read(_MOST_BYTES), answer.headers)
            body = answer.read(200)
            told = body.decode(errors="replace").strip()
            told = told or str(answer.reason or answer.code)
            return Answered(answer.code, told, body, answer.headers)
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise HanabiError(f"cannot reach {shown or address}: {reason}") from None


def require_websockets() -> None:
    """Do nothing if the extra is installed.

    Raises:
        HanabiError: it is not.
    """
    try:
        import websockets.exceptions
        import websockets.sync.client
        import websockets.sync.server  # noqa: F401  # whether they are there
    except ImportError:
        raise HanabiError(
            f"this needs websockets; install it with: {how_to_install('bot')}"
        ) from None


@contextmanager
def connected(address: str, *, shown: str = "", **options: Any) -> Iterator[Any]:
    """A WebSocket, closed at the end.

    Args:
        shown: what messages call the address, where it holds a secret.
        options: of `websockets.sync.client.connect`.

    Raises:
        HanabiError: the extra is not installed, or the server cannot be reached or hangs up.
    """
    require_websockets()
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    shown = shown or address
    parts = urllib.parse.urlsplit(address)
    port = parts.port or (443 if parts.scheme == "wss" else 80)
    options = {"open_timeout": PATIENCE, "proxy": None, "logger": _silent(), **options}
    try:
        with ExitStack() as stack:
            # A socket of ours follows no redirection: `connect` refuses to, with a ValueError.
            wire = socket.create_connection((parts.hostname, port), options["open_timeout"])
            stack.callback(wire.close)
            try:
                opened = stack.enter_context(connect(address, sock=wire, **options))
            except ValueError as error:
                raise HanabiError(f"cannot stay at {shown}: {error}") from None
            yield opened
    except HanabiError:  # ours, some of which are an OSError, too
        raise
    except (OSError, WebSocketException) as error:
        raise HanabiError(f"lost {shown}: {' '.join(str(error).split())}") from None


@contextmanager
def listening(
    talk: Callable[[Any], None],
    answer: Callable[[str], tuple[int, str] | None],
    *,
    port: int = 0,
    certificate: tuple[Path, Path] | None = None,
) -> Iterator[Any]:
    """A server of WebSockets on this machine alone, ready for `serve_forever`.

    Args:
        talk: called with each connection, on a thread of its own; the connection is closed then. If
            the other side closes it, `talk` is left.
        answer: what to answer a request over HTTP, by its path: status and text; None for one that
            may open a WebSocket.
        port: 0 for any that is free.
        certificate: files of a certificate and its key, for TLS.

    Raises:
        HanabiError: the extra is not installed, the port is taken, or there is no such certificate.
    """
    require_websockets()
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.server import serve

    def talk_on(connection: Any) -> None:
        with suppress(ConnectionClosed):
            talk(connection)

    def process(connection: Any, request: Any) -> Any:
        answered = answer(request.path)
        return None if answered is None else connection.respond(*answered)

    context = None if certificate is None else _context(*certificate)
    # No pings: an agent that thinks for long, and keeps its process busy, has not hung up.
    options = {"ping_interval": None, "process_request": process, "logger": _silent()}
    try:
        server = serve(talk_on, "127.0.0.1", port, ssl=context, compression=None, **options)
    except OSError as error:
        raise HanabiError(f"cannot listen at 127.0.0.1 port {port}: {error.strerror}") from None
    with server:
        yield server


def _context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # Without a password it would be asked for at the terminal.
        context.load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise HanabiError(f"no certificate in {certificate} with {key}: {reason}") from None
    return context


def _silent() -> logging.Logger:
    """Nobody hears it: lines of a log would tell the addresses, and with them secrets."""
    logger = logging.Logger("hanabilab.wire", logging.CRITICAL)
    logger.addHandler(logging.NullHandler())
    return logger
