"""The server as a process: sockets of this machine alone, uvicorn, the browser."""

from __future__ import annotations

import contextlib
import signal
import socket
import webbrowser
from collections.abc import Iterator, Sequence

import uvicorn
from starlette.types import ASGIApp

from hanabilab.errors import OutputError

#: Addresses of this machine that no other can reach.
_LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


@contextlib.contextmanager
def local_sockets(port: int = 0) -> Iterator[list[socket.socket]]:
    """Sockets that listen at one port of the loopback addresses; IPv6 where the machine has it.

    Args:
        port: 0 for any that is free.

    Raises:
        OutputError: the port is taken.
    """
    first = _listen(*_LOOPBACK[0], port)
    found = [first]
    with contextlib.suppress(OutputError):
        found.append(_listen(*_LOOPBACK[1], first.getsockname()[1]))
    try:
        yield found
    finally:
        for each in found:
            each.close()


def _listen(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # Of a socket that says it is TCP, asyncio sends small packets at once. Else each answer waits
    # 40 ms for the other side to confirm its head (Nagle's algorithm and delayed confirmations).
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((address, port))
        found.listen(128)
    except OSError as error:
        found.close()
        raise OutputError(f"cannot listen at {address} port {port}: {error.strerror}") from None
    return found


def port_of(sockets: Sequence[socket.socket]) -> int:
    """The port that they listen at."""
    port: int = sockets[0].getsockname()[1]
    return port


def run(app: ASGIApp, sockets: list[socket.socket], url: str = "") -> None:
    """Serve until Ctrl-C.

    Args:
        url: to open in the browser; "" for none.
    """
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_level="critical",  # the gate tells of failures in a line,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http="h11",
        limit_concurrency=200,
        timeout_graceful_shutdown=1,
    )
    if url:
        webbrowser.open(url)
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext

    def stop(*_: object) -> None:
        server.should_exit = True

    # uvicorn takes a KeyboardInterrupt within a request for a fault of the request.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    server.run(sockets=sockets)
